import AlchemicRuntime

/// Supplies a function with its arguments, in order, while a product is created. The caller must
/// keep the model and the factory alive.
@usableFromInline
package struct ArgumentCursor {
  /// The model in which the product is created.
  let home: Borrowed<AnyObject>
  let factory: Borrowed<Factory>
  /// The arguments that the caller passes and keeps alive; nil if the caller passes none.
  var given: Borrowed<GivenArguments>?
  /// The rest of a provider's arguments, which the caller keeps in memory; nil without a provider.
  private var tuple: ValueAddress?
  /// The position of the next argument in the list of the model.
  private var next: UnsafeMutablePointer<ResolvedArgument>?

  @inline(__always)
  init(
    of factory: Factory, _ given: GivenArguments?, _ tuple: ValueAddress? = nil,
    in home: Borrowed<AnyObject>, _ elements: UnsafeMutablePointer<ResolvedArgument>?
  ) {
    self.home = home
    self.factory = Borrowed(factory)
    self.given = given.map { Borrowed($0) }
    self.tuple = tuple
    next = elements
  }

  /// The factory of the object whose method is called, or of the object that is wrapped. Only
  /// decorators and functions that call a method read it.
  var owner: Factory { factory.with { $0.owner.unsafelyUnwrapped } }

  /// Returns the next argument and advances.
  @inline(__always)
  mutating func nextArgument() -> UnsafeMutablePointer<ResolvedArgument> {
    // A function requests exactly as many arguments as it takes.
    let argument = next.unsafelyUnwrapped
    next = argument + 1
    return argument
  }

  /// Returns an argument of the function, before the first one is taken.
  func element(of argument: Argument) -> UnsafeMutablePointer<ResolvedArgument> {
    next.unsafelyUnwrapped + argument.position
  }

  /// Whether a provider passes the arguments of the caller.
  var takesTuple: Bool { tuple != nil }

  /// Returns the next argument of a provider, which has checked the types.
  ///
  /// The elements of a tuple follow each other in memory, each aligned (docs/ABI/TypeLayout.rst in
  /// the Swift repository). A `Given` is laid out as its only property.
  mutating func nextOfTuple<Value>() -> Value {
    let address = tuple.unsafelyUnwrapped.aligned(for: Value.self)
    tuple = address + MemoryLayout<Value>.size
    return address.value()
  }
}
