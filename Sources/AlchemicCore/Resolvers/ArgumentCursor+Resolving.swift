import AlchemicRuntime
import Synchronization

// Arguments of a function: values of the caller, constants, or answers of resolvers.
//
// The compiler does not specialise functions that are called for each element of a parameter pack.
// The usual path therefore needs no type but that of the argument itself: no optional of it, and no
// closure that returns it.
extension ArgumentCursor {
  /// Returns the next argument.
  ///
  /// Retains only the result. Otherwise a thread that creates an object with ten arguments would
  /// retain the model, which all threads use, ten times.
  @usableFromInline
  package mutating func next<Value>(_ type: Value.Type) throws -> Value {
    let element = nextArgument()
    let argument = element.pointee.argument
    if given == nil, let resolver = element.pointee.resolver.load() {
      let resolver = resolver.assumed(as: Resolver.self)
      if resolver.with({ $0.takePrepaid() }) {
        return resolver.with { $0.movePrepaid(as: Value.self) }
      }
      if resolver.with({ $0.beginCopying() }) {
        return resolver.with { $0.copyAnswer(as: Value.self) }
      }
      if argument.with({ $0.fitsInSixWords }) {
        // An allocation for the type itself would read its metadata, so this memory has a fixed
        // size.
        var room = (0, 0, 0, 0, 0, 0)
        try withUnsafeMutablePointer(to: &room) { room in
          if let conversion = resolver.with({ $0.conversion }) {
            try conversion.with { conversion in
              try unownedModel.with {
                try conversion.create(in: $0, for: nil, at: ValueAddress(of: room))
              }
            }
          } else {
            try resolver.with { try $0.answer(at: ValueAddress(of: room), for: nil) }
          }
        }
        return ValueAddress.move(outOf: &room)
      }
    }
    if takesTuple, argument.with(\.isGiven) { return nextOfTuple() }
    return try value(of: element)
  }

  private func value<Value>(of element: UnsafeMutablePointer<ResolvedArgument>) throws -> Value {
    let argument = element.pointee.argument.object
    if let value: Value = given?.object.value(at: argument.position) {
      return value
    }
    if let constant: Value = argument.constantValue() { return constant }
    if argument.role == .wrapped { return try wrapped(owner.product(in: unownedModel.object)) }
    return try resolver(of: element).value(as: Value.self)
  }

  func resolver(of element: UnsafeMutablePointer<ResolvedArgument>) throws -> Resolver {
    let argument = element.pointee.argument.object
    let resolver = try unownedModel.object.resolver(
      for: argument.type, matching: argument.criteria)
    // The model does not own a resolver that no factory answers, or whose criteria exclude each
    // other.
    if argument.criteria.areConsistent, !resolver.isUnanswered {
      element.pointee.resolver.store(Borrowed(resolver))
    }
    return resolver
  }

  /// Returns the object that a decorator wraps.
  private func wrapped<Value>(_ product: ProductReference) throws -> Value {
    guard let reference = product.reference else { throw owner.problem(.unexpectedNil) }
    let conversion = ProductConversion(of: owner, to: Value.self, tagBytes: 0)
    return try withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { room in
      let room = room.baseAddress.unsafelyUnwrapped
      try conversion.write(reference, at: ValueAddress(of: room))
      return room.move()
    }
  }

  // MARK: Methods

  /// Returns the object whose method is called.
  func ownerObject<Host: AnyObject>(as type: Host.Type) throws -> Host {
    let product = try given?.object.awaitedOwner ?? owner.product(in: unownedModel.object).reference
    // Only a nillable reference may have no object.
    guard let product else { throw owner.problem(.unexpectedNil) }
    // A rule has checked that the class has the method.
    return unsafeDowncast(product, to: Host.self)
  }

  /// Whether there is an object for the decorator to wrap.
  var hasOwnerObject: Bool {
    get throws { try owner.product(in: unownedModel.object).reference != nil }
  }
}

extension Argument {
  /// Returns the constant of the argument; nil if the argument is resolved.
  fileprivate func constantValue<Value>() -> Value? {
    constant.map { unsafeDowncast($0.value, to: Constant<Value>.Holder.self).value }
  }
}
