public import AlchemicRuntime

/// Supplies a function with its arguments, in order, while a product is created. The caller must
/// keep the model and the factory alive.
///
/// All arguments are created in memory first. The function then moves them out: in the module that
/// declares it, where the compiler knows their types.
@usableFromInline
package struct ArgumentCursor {
  /// The model in which the product is created.
  let home: Borrowed<AnyObject>
  let factory: Borrowed<Factory>
  /// The arguments that the caller passes and keeps alive; nil if the caller passes none.
  var given: Borrowed<GivenArguments>?
  /// The rest of a provider's arguments, which the caller keeps in memory; nil without a provider.
  private var tuple: ValueAddress?
  /// The arguments of the factory in the model; nil if there are none, or if all are created.
  let list: Borrowed<ArgumentList>?
  /// How many have been created.
  var created = 0
  /// The memory of the arguments; nil if the factory takes none.
  let memory: ValueAddress?
  /// Where the next argument begins, before its alignment; nil until arguments exist.
  @usableFromInline var next: ValueAddress?

  /// - Parameters:
  ///   - tuple: The tuple of a provider's arguments.
  ///   - list: The arguments of the factory in the model.
  ///   - memory: Uninitialised memory for the arguments.
  @inline(__always)
  init(
    of factory: Factory, _ given: GivenArguments?, _ tuple: ValueAddress? = nil,
    in home: Borrowed<AnyObject>, _ list: Borrowed<ArgumentList>?, at memory: ValueAddress?
  ) {
    self.home = home
    self.factory = Borrowed(factory)
    self.given = given.map { Borrowed($0) }
    self.tuple = tuple
    self.list = list
    self.memory = memory
    next = nil
  }

  /// - Parameter memory: Contains all arguments.
  @inline(__always)
  init(of factory: Borrowed<Factory>, in home: Borrowed<AnyObject>, createdAt memory: ValueAddress)
  {
    (self.home, self.factory) = (home, factory)
    (given, tuple, list) = (nil, nil, nil)
    self.memory = memory
    next = memory
  }

  /// The factory of the object whose method is called, or of the object that is wrapped. Only
  /// decorators and functions that call a method read it.
  var owner: Factory { factory.with { $0.owner.unsafelyUnwrapped } }

  /// Moves the next argument out of memory. ``create()`` has created it.
  @inlinable @inline(__always)
  package mutating func take<Value>(_: Value.Type = Value.self) -> Value {
    // A function takes exactly the arguments that it declares.
    let address = next.unsafelyUnwrapped.aligned(for: Value.self)
    next = address + MemoryLayout<Value>.size
    return address.move()
  }

  /// Whether the function has taken arguments that existed before its call.
  @inline(__always)
  var hasTaken: Bool { next?.memory != memory?.memory }

  /// Whether a provider passes the arguments of the caller.
  var takesTuple: Bool { tuple != nil }

  /// Copies the next argument of a provider, which has checked the types.
  ///
  /// The elements of a tuple follow each other in memory, each aligned (docs/ABI/TypeLayout.rst in
  /// the Swift repository). A `Given` is laid out as its only property.
  @inline(__always)
  mutating func copyNextOfTuple(as type: Any.Type, to memory: ValueAddress) {
    let layout = ValueLayout(of: type)
    let address = tuple.unsafelyUnwrapped.aligned(to: layout.alignment)
    tuple = address + layout.size
    address.copy(to: memory, as: type)
  }
}
