import AlchemicRuntime

/// A declared function that is synchronous, for any thread, and needs no object of a class.
///
/// Most declarations are such a function. It takes 48 bytes, since their list is copied while it
/// grows.
struct ShortFunction {
  let product: Any.Type
  let arguments: [Argument]
  let make: MakeInPlace
  let location: CodeLocation
  let lifetime: Lifetime

  /// - Returns: Nil if only a detailed declaration can have such a product, or such arguments.
  @inline(__always)
  init?(
    _ product: Any.Type, _ lifetime: Lifetime, _ location: CodeLocation, _ arguments: [Argument],
    _ make: @escaping MakeInPlace
  ) {
    guard product != Void.self, !TypeKind.isOptional(product),
      arguments.isEmpty || !arguments.takeArguments
    else { return nil }
    self.product = product
    self.arguments = arguments
    self.make = make
    self.location = location
    self.lifetime = lifetime
  }
}

/// The registration of a factory, before the model is built.
///
/// Nearly all declarations are short forms. No rule can find a problem in one of these without
/// other declarations.
enum Declaration {
  /// A synchronous function that creates the product of a singleton, or of a template, without
  /// other options.
  case function(ShortFunction)
  /// A discovered class that creates itself, without options.
  case itself(any AlchemicCreatable.Type)
  /// A declaration with options, or of a kind that the short forms do not cover.
  case detailed(DetailedDeclaration)

  var product: Any.Type {
    switch self {
    case .function(let function): function.product
    case .itself(let type): type
    case .detailed(let declaration): declaration.product
    }
  }

  var location: CodeLocation? {
    switch self {
    case .function(let function): function.location
    case .itself: nil
    case .detailed(let declaration): declaration.location
    }
  }

  /// The detailed declaration; nil for a short form.
  var details: DetailedDeclaration? {
    if case .detailed(let declaration) = self { declaration } else { nil }
  }

  /// - Parameter name: The name; nil if the name is that of the product's type.
  func facts(named name: String?) -> FactoryFacts {
    switch self {
    case .function(let function):
      FactoryFacts(
        name: name, product: function.product, origin: .code, making: .anywhere,
        lifetime: function.lifetime, location: function.location)
    case .itself(let type):
      FactoryFacts(name: name, product: type, origin: .ofClass, making: .anywhere, location: nil)
    case .detailed(let declaration): declaration.facts(named: name)
    }
  }

  /// Returns a new factory for the declaration.
  ///
  /// - Parameters:
  ///   - name: The name; nil if the name is that of the product's type.
  ///   - position: The index among the factories of the model.
  ///   - owner: The factory of the class whose method creates the product.
  ///   - hasPlainProducts: Whether objects of exactly the product's type have nothing to inject.
  func factory(
    named name: String?, at position: Int, owner: Factory?, hasPlainProducts: Bool
  ) -> Factory {
    // One call per case, so that each closure is copied once.
    switch self {
    case .function(let function):
      Factory(
        facts(named: name), at: position, arguments: function.arguments, owner: owner,
        hasPlainProducts: hasPlainProducts, .atOnce(function.make))
    case .itself(let type):
      Factory(
        facts(named: name), at: position, owner: owner, hasPlainProducts: hasPlainProducts,
        .creating(type))
    case .detailed(let declaration):
      Factory(
        facts(named: name), at: position, arguments: declaration.function.arguments, owner: owner,
        hasPlainProducts: hasPlainProducts, declaration.function.function)
    }
  }

  /// Returns whether this declaration repeats the one from which a factory was created.
  @inline(never)
  func isDeclared(as facts: FactoryFacts) -> Bool {
    facts.product == product && facts.location == location && hasName(of: facts)
  }

  /// Returns whether a factory has the name that this declaration would have in its place.
  @inline(never)
  func hasName(of facts: FactoryFacts) -> Bool {
    let given = details?.givenName
    if details?.isNamedByType ?? true, facts.isNamedByType { return true }
    var name = given ?? details?.defaultName ?? typeName(product)
    // Of the factories with a given name, only fallbacks take a longer one.
    guard given == nil || facts.isFallback else { return name == facts.name }
    while name.utf8.count < facts.name.utf8.count {
      name = Self.longName(name, facts.isPrimary ? .primary : .fallback)
    }
    return name == facts.name
  }
}

extension Declaration {
  /// Whether it gives way to others.
  var isFallback: Bool { details?.has(.fallback) ?? false }

  /// Returns the name of a primary or of a fallback whose own name belongs to another factory.
  @inline(never)
  static func longName(_ name: String, _ kind: FactoryOption.Kinds) -> String {
    name + (kind == .primary ? " (primary)" : " (fallback)")
  }
}

extension FactoryFacts {
  /// Whether the name is that of the product's type, with or without the module.
  var isNamedByType: Bool {
    text == nil || text == productName || text == qualifiedTypeName(product)
  }
}

extension ProductFunction {
  /// Returns a function that calls the initializer of a creatable class.
  static func creating(_ type: any AlchemicCreatable.Type) -> ProductFunction {
    .atOnce { _, address in address.initialize(to: type.init()) }
  }
}
