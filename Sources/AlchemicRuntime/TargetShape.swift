/// An optional, an array or a map. The wrapped type determines how the type is searched and
/// written.
private protocol WrapperType: SendableMetatype {
  static var shape: TargetShape { get }
  static func writeNil(at memory: ValueAddress)
  static func writeArray(
    of count: Int, at memory: ValueAddress, named name: TargetShape.ElementName,
    _ element: TargetShape.WriteElement
  ) throws
}

extension WrapperType {
  static func writeNil(at memory: ValueAddress) {}
}

/// The shape of a requested type: one product, an optional one, an array of all, or a map: a
/// dictionary of all by their names.
package struct TargetShape: Sendable {
  /// Writes the element at a position into memory, or throws.
  package typealias WriteElement = (Int, ValueAddress) throws -> Void
  /// Returns the name of the element at a position.
  package typealias ElementName = (Int) -> String

  /// The type for which factories are searched.
  package let element: Any.Type
  /// Whether nil is an answer.
  package fileprivate(set) var isOptional = false
  /// The type of the array or the map, if all products are requested.
  package fileprivate(set) var array: Any.Type?
  /// Whether all products are requested.
  package var isArray: Bool { array != nil }
  /// The number of bytes of an optional behind the value that it wraps.
  package fileprivate(set) var tagBytes = 0
  fileprivate var wrapper: (any WrapperType.Type)?
}

extension TargetShape {
  package init(_ type: Any.Type) {
    self = wrapperType(type)?.shape ?? TargetShape(element: type)
  }

  /// Writes nil into memory for the requested type, which is optional. Of nested optionals, the
  /// innermost one is nil.
  package func writeNil(at memory: ValueAddress) { wrapper?.writeNil(at: memory) }

  /// Writes an array or a map into memory for the requested type.
  ///
  /// - Parameters:
  ///   - count: The number of elements.
  ///   - name: The keys of a map.
  package func writeArray(
    of count: Int, at memory: ValueAddress, named name: ElementName, _ element: WriteElement
  ) throws {
    try wrapper?.writeArray(of: count, at: memory, named: name, element)
  }
}

/// Returns a type as a wrapper, if it is one. A cast that fails would search the conformances of
/// all images.
private func wrapperType(_ type: Any.Type) -> (any WrapperType.Type)? {
  TypeKind.isOptional(type) || TypeKind.isArray(type) || TypeKind.isMap(type)
    ? type as? any WrapperType.Type : nil
}

extension Optional: WrapperType {
  fileprivate static var shape: TargetShape {
    var shape = TargetShape(Wrapped.self)
    shape.isOptional = true
    shape.tagBytes += tagBytes
    shape.wrapper = self
    return shape
  }

  private static var tagBytes: Int { MemoryLayout<Self>.size - MemoryLayout<Wrapped>.size }

  fileprivate static func writeNil(at memory: ValueAddress) {
    guard TypeKind.isOptional(Wrapped.self) else {
      memory.initialize(to: Self.none)
      return
    }
    wrapperType(Wrapped.self)?.writeNil(at: memory)
    writeTag(behind: memory)
  }

  fileprivate static func writeArray(
    of count: Int, at memory: ValueAddress, named name: TargetShape.ElementName,
    _ element: TargetShape.WriteElement
  ) throws {
    try wrapperType(Wrapped.self)?.writeArray(of: count, at: memory, named: name, element)
    writeTag(behind: memory)
  }

  /// Writes the tag of an optional with a value: zero.
  private static func writeTag(behind memory: ValueAddress) {
    memory.clear(at: MemoryLayout<Wrapped>.size, byteCount: tagBytes)
  }
}

extension Array: WrapperType {
  fileprivate static var shape: TargetShape {
    TargetShape(element: Element.self, array: self, wrapper: self)
  }

  fileprivate static func writeArray(
    of count: Int, at memory: ValueAddress, named name: TargetShape.ElementName,
    _ element: TargetShape.WriteElement
  ) throws {
    // Without elements, the standard library writes the number 0 to the storage that all empty
    // arrays share, on every thread.
    guard count > 0 else {
      memory.initialize(to: Self())
      return
    }
    let array = try Self(unsafeUninitializedCapacity: count) { elements, written in
      while written < count {
        // The buffer has room for each element.
        let address = elements.baseAddress.unsafelyUnwrapped + written
        try element(written, ValueAddress(of: address))
        written += 1
      }
    }
    memory.initialize(to: array)
  }
}

extension Dictionary: WrapperType where Key == String {
  fileprivate static var shape: TargetShape {
    TargetShape(element: Value.self, array: self, wrapper: self)
  }

  fileprivate static func writeArray(
    of count: Int, at memory: ValueAddress, named name: TargetShape.ElementName,
    _ element: TargetShape.WriteElement
  ) throws {
    var map = Self(minimumCapacity: count)
    for number in 0..<count {
      try withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { value in
        let value = value.baseAddress.unsafelyUnwrapped
        try element(number, ValueAddress(of: value))
        map[name(number)] = value.move()
      }
    }
    memory.initialize(to: map)
  }
}
