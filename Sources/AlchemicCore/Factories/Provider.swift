import AlchemicRuntime

/// Returns an object at each call, with arguments of the caller.
///
/// ```swift
/// @Injected var habitView: Provider<HabitView, UUID>
/// let view = try habitView(id)
///
/// @Injected var page: Provider<Page>
/// let next = try page()
/// ```
///
/// A call returns the same as a request for the product: a new object from a template, or the
/// shared object of a singleton. The arguments are those that the factory declares with
/// `.argument` or ``Given``, in the same order and with exactly the same types; a start checks
/// this. The product may be an optional, or an array of all objects of a type.
///
/// No factory declares a provider. It is injected like an object of the product: with criteria, as
/// an argument of an initializer, by `AcGet`, or as an optional, which is nil if no factory
/// produces the product. The product need not exist when a provider of it is injected. So providers
/// break cycles of initializers.
///
/// A provider retains no object. It resolves requests in the model that injected it, on any thread.
public struct Provider<Product, each Argument>: Sendable {
  /// The resolver of the product, in the model of the provider. Or the function of a provider that
  /// the program created itself.
  @usableFromInline let reference: any AnyObject & Sendable

  init(_ reference: any AnyObject & Sendable) { self.reference = reference }

  /// Creates a provider that calls a function, for a test without a model.
  ///
  /// ```swift
  /// let home = Home(habitView: Provider { id in HabitView(id: id, store: FakeStore()) })
  /// ```
  ///
  /// - Parameter make: Returns the product. The caller of the provider receives its errors.
  public init(_ make: @escaping @Sendable (repeat each Argument) throws -> Product) {
    reference = ProviderFunction(make)
  }
}

/// The function of a provider that the program created itself.
@usableFromInline
final class ProviderFunction<Product, each Argument>: Sendable {
  @usableFromInline let make: @Sendable (repeat each Argument) throws -> Product

  init(_ make: @escaping @Sendable (repeat each Argument) throws -> Product) { self.make = make }
}

/// The type ``Provider``, for code that has only the type of a request.
protocol ProviderType: SendableMetatype {
  static var product: Any.Type { get }
  static var arguments: [Any.Type] { get }
  /// Writes a provider into memory.
  static func write(_ reference: any AnyObject & Sendable, at memory: ValueAddress)
}

extension Provider: ProviderType {
  static var product: Any.Type { Product.self }

  @usableFromInline
  static var arguments: [Any.Type] {
    var types: [Any.Type] = []
    repeat types.append((each Argument).self)
    return types
  }

  static func write(_ reference: any AnyObject & Sendable, at memory: ValueAddress) {
    memory.initialize(to: Self(reference))
  }
}

/// Returns a type as a provider; nil if it is none. A cast that fails would search the conformances
/// of all images.
@inline(never)
func providerType(_ type: Any.Type) -> (any ProviderType.Type)? {
  TypeKind.isStruct(type) && TypeKind.isOfSameGeneric(type, as: Provider<Never>.self)
    ? type as? any ProviderType.Type : nil
}

/// Returns the spelling of a provider in a message.
func providerName(of product: Any.Type, _ arguments: [Any.Type]) -> String {
  let types = ([product] + arguments).map(spelling)
  return "Provider<\(types.joined(separator: ", "))>"
}

/// Returns the spelling of a type in code, with `any` before a protocol.
func spelling(of type: Any.Type) -> String {
  let name = typeName(type)
  return TypeQuery(type).isProtocol && !name.hasPrefix("any ") ? "any \(name)" : name
}
