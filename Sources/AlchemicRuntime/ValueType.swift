import CAlchemicRuntime

/// A type that is known at run time only, with the operations on its values in memory.
@usableFromInline
package struct ValueType: Sendable {
  /// The way in which a value refers to an object.
  @usableFromInline
  package enum Form: UInt8, Sendable {
    /// A class: the value is one reference.
    case object
    /// A protocol that only classes conform to, or an optional of an object: the value begins with
    /// a reference, or is nil.
    case reference
    /// Another protocol, or an optional of one: a buffer with the value or a box, followed by the
    /// type of the value.
    case existential
    /// Anything else.
    case other
  }

  @usableFromInline package let type: Any.Type
  @usableFromInline package let form: Form

  @inlinable @inline(__always)
  package init(_ type: Any.Type) {
    self.type = type
    form = TypeKind.isClass(type) ? .object : Self.form(ofOther: type)
  }

  /// Returns the form of a type that is no class.
  @usableFromInline
  static func form(ofOther type: Any.Type) -> Form {
    let type = TypeKind.wrapped(in: type) ?? type
    if TypeKind.isClass(type) { return .reference }
    guard let shape = ExistentialShape(type), !shape.isError else { return .other }
    return shape.isClassBound ? .reference : .existential
  }

  /// Allocates uninitialised memory for some values.
  @usableFromInline
  package func allocate(_ count: Int = 1) -> ValueAddress {
    .allocate(byteCount: count * stride, alignment: alignment)
  }

  // The type's own functions do not access bytes behind the value. The generic functions of the
  // standard library do where they copy several values.

  /// Copies a value into uninitialised memory.
  @usableFromInline
  package func copy(_ source: ValueAddress, to target: ValueAddress) {
    source.copy(to: target, as: type)
  }

  /// Destroys the value at an address.
  package func destroy(_ address: ValueAddress) {
    address.destroy(as: type)
  }

  /// Writes a reference to a new box: an existential has one if the value does not fit in it.
  ///
  /// - Parameter write: Creates the value in the box, or throws.
  package func writeBox(
    at memory: ValueAddress, _ write: (ValueAddress) throws -> Void
  ) rethrows {
    let box = alchemic_allocate_box(Record(of: type).address)
    do {
      try write(ValueAddress(box.value))
    } catch {
      swift_deallocBox(box.object)
      throw error
    }
    memory.store(box.object)
  }

  /// Returns a copy of the value at an address.
  func any(at address: ValueAddress) -> Any {
    func any<Value>(_: Value.Type) -> Any { address.value(as: Value.self) }
    return _openExistential(type, do: any)
  }

  /// Casts the value at an address to another type.
  ///
  /// - Parameters:
  ///   - other: The other type.
  ///   - target: Memory for a value of it, initialised if this returns true.
  /// - Returns: Whether the value is of the other type.
  package func cast(
    _ source: ValueAddress, to other: Any.Type, at target: ValueAddress
  ) -> Bool {
    let value = any(at: source)
    func cast<Other>(_: Other.Type) -> Bool {
      guard let value = value as? Other else { return false }
      target.initialize(to: value)
      return true
    }
    return _openExistential(other, do: cast)
  }

  /// Returns the object that a value is, or nil if the value is none.
  @usableFromInline
  package func object(at address: ValueAddress) -> AnyObject? {
    if let object = leadingReference(at: address) { return object.object }
    return TypeKind.isExistential(type) ? object(in: any(at: address)) : nil
  }

  /// Returns the object that a value is, if the value begins with the reference to it. The rest of
  /// the value depends on the object's type only.
  @inlinable @inline(__always)
  package func leadingReference(at address: ValueAddress) -> Borrowed<AnyObject>? {
    switch form {
    case .object, .reference: break
    case .existential:
      guard let type = contentType(at: address), TypeKind.isClass(type) else { return nil }
    case .other: return nil
    }
    return address.reference
  }

  /// Returns whether a value that does not begin with an object is no object, and contains none in
  /// a nested existential.
  package func hasNoObject(at address: ValueAddress) -> Bool {
    guard form == .existential else { return form != .other }
    return contentType(at: address).map { !TypeKind.isExistential($0) } ?? true
  }

  /// Returns the type behind the buffer of an existential; nil for an optional without a value.
  @inlinable @inline(__always)
  func contentType(at address: ValueAddress) -> Any.Type? {
    address.load(at: Self.existentialBuffer)
  }

  /// Returns the object in a nested existential, or in an error's box.
  private func object(in value: Any) -> AnyObject? {
    func object<Class>(_: Class.Type) -> AnyObject? {
      (value as? Class).map { unsafeBitCast($0, to: AnyObject.self) }
    }
    let type = Swift.type(of: value)
    return TypeKind.isClass(type) ? _openExistential(type, do: object) : nil
  }
}

// MARK: Layout

extension ValueType {
  package var size: Int { ValueLayout(of: type).size }
  package var stride: Int { ValueLayout(of: type).stride }
  var alignment: Int { ValueLayout(of: type).alignment }

  /// The size of the buffer of an existential, in bytes.
  @inlinable
  package static var existentialBuffer: Int { 24 }

  /// Whether an existential stores a value in its buffer, rather than a reference to a box.
  package var fitsInExistential: Bool { ValueLayout(of: type).fitsInExistential }
}

// MARK: References

// One reference keeps a value alive: a reference to the object, or to a box with another value.
extension ValueType {
  /// Creates a value in memory, and returns the reference that keeps it.
  ///
  /// - Parameter create: Initialises the memory, unless it returns false or throws.
  /// - Returns: Nil if `create` returned false.
  @inlinable @inline(__always)
  package func makeReference(
    _ create: (ValueAddress) throws -> Bool
  ) rethrows -> AnyObject? {
    guard form == .object else {
      let box = ValueBox(self)
      return try box.fill(create) ? box : nil
    }
    var object: Borrowed<AnyObject>?
    let isCreated = try withUnsafeMutablePointer(to: &object) { try create(ValueAddress(of: $0)) }
    return isCreated ? object?.take() : nil
  }

  /// Returns the reference that keeps a copy of the value at an address.
  @inlinable @inline(__always)
  package func reference(copying address: ValueAddress) -> AnyObject {
    if form == .object { return address.value() }
    return box { copy(address, to: $0) }
  }

  /// Moves the value out of memory.
  ///
  /// - Returns: A reference that keeps it; nil for a value that begins with a reference and is nil.
  package func reference(moving address: ValueAddress) -> AnyObject? {
    if form == .object || form == .reference {
      return address.reference?.take()
    }
    return box { address.move(to: $0, as: type) }
  }

  /// Returns a box with a value that `write` creates.
  @usableFromInline
  func box(_ write: (ValueAddress) -> Void) -> ValueBox {
    let box = ValueBox(self)
    _ = box.fill {
      write($0)
      return true
    }
    return box
  }

  /// Returns the reference that keeps a value that consists of an object and further words.
  ///
  /// - Precondition: The form is ``Form/object`` or ``Form/reference``.
  package func reference(to object: AnyObject, followedBy words: [UInt]) -> AnyObject {
    if form == .object { return object }
    return box { memory in
      memory.store(Borrowed.retaining(object))
      for (number, word) in words.enumerated() {
        memory.store(word, at: 8 * (number + 1))
      }
    }
  }

  /// Returns the words behind the object with which a value of such a form begins: witness tables,
  /// which depend on the class of the object only.
  package func wordsBehindObject(at address: ValueAddress) -> [UInt] {
    Swift.stride(from: 8, to: size, by: 8).map { address.load(at: $0) }
  }

  /// Returns the reference that keeps a value, or nil if the value is not of this type.
  package func reference(to value: Any) -> AnyObject? {
    func cast<Value>(_: Value.Type) -> AnyObject? {
      (value as? Value).map { value in
        withUnsafePointer(to: value) { reference(copying: ValueAddress(of: $0)) }
      }
    }
    return _openExistential(type, do: cast)
  }

  /// Calls `body` with the address of the value that a reference keeps.
  @inlinable @inline(__always)
  package func withValue<Result>(
    of reference: AnyObject, _ body: (ValueAddress) throws -> Result
  ) rethrows -> Result {
    if form == .object {
      return try withUnsafePointer(to: reference) { try body(ValueAddress(of: $0)) }
    }
    let box = unsafeDowncast(reference, to: ValueBox.self)
    return try withExtendedLifetime(box) { try body(box.address) }
  }

  /// Returns the value that a reference keeps.
  @usableFromInline
  package func any(of reference: AnyObject) -> Any {
    form == .object ? reference : withValue(of: reference, any)
  }

  /// Returns the object that the kept value is, or nil if the value is none.
  @inlinable @inline(__always)
  package func object(of reference: AnyObject) -> AnyObject? {
    form == .object ? reference : withValue(of: reference, object)
  }
}

/// Keeps one value of a type that is known at run time only.
@usableFromInline
package final class ValueBox: @unchecked Sendable {
  // Proof: the value is written before another thread has the box, and is only read from then on.
  // The type of the value determines whether several threads may use it, as for everything that is
  // injected.
  private let type: ValueType
  @usableFromInline package let address: ValueAddress
  private var isFilled = false

  @usableFromInline
  package init(_ type: ValueType) {
    self.type = type
    address = type.allocate()
  }

  deinit {
    if isFilled { type.destroy(address) }
    address.deallocate()
  }

  /// Creates the value.
  ///
  /// - Parameter create: Initialises the memory, unless it returns false or throws.
  /// - Returns: Whether there is a value.
  @usableFromInline
  package func fill(_ create: (ValueAddress) throws -> Bool) rethrows -> Bool {
    isFilled = try create(address)
    return isFilled
  }

  /// Moves the value out.
  package func take<Value>(as _: Value.Type) -> Value {
    isFilled = false
    return address.move()
  }

  /// Moves the value into uninitialised memory.
  package func take(to memory: ValueAddress) {
    isFilled = false
    address.move(to: memory, as: type.type)
  }
}
