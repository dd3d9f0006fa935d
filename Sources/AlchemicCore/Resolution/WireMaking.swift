/// A type that wraps another one: how it is searched follows from the wrapped type.
private protocol WrappingTarget {
  static func source(in index: FactoryIndex, _ criteria: SearchCriteria) throws -> Any
  static var shape: TargetShape { get }
}

/// A type that wraps another one; nil for all others.
private func wrapping(_ type: Any.Type) -> (any WrappingTarget.Type)? {
  guard TypeKind.isOptional(type) || TypeKind.isArray(type) else { return nil }
  return type as? any WrappingTarget.Type
}

/// What a target type asks for.
package struct TargetShape: Sendable {
  /// The type whose factories are searched.
  package let element: Any.Type
  /// Whether nothing is an answer.
  package let isOptional: Bool
  /// The array type, if all are asked for.
  package let array: Any.Type?
  /// Whether all are asked for.
  package var isArray: Bool { array != nil }

  package init(_ type: Any.Type) {
    if let wrapping = wrapping(type) {
      self = wrapping.shape
    } else {
      self.init(element: type, isOptional: false, array: nil)
    }
  }

  fileprivate init(element: Any.Type, isOptional: Bool, array: Any.Type?) {
    self.element = element
    self.isOptional = isOptional
    self.array = array
  }
}

extension Optional: WrappingTarget {
  fileprivate static func source(
    in index: FactoryIndex, _ criteria: SearchCriteria
  ) throws -> Any {
    let shape = TargetShape(Wrapped.self)
    if !shape.isArray, !shape.isOptional,
      try index.candidates(for: SearchRequest(target: Wrapped.self, criteria: criteria))
        .isEmpty
    {
      return OptionalSource<Wrapped>(nil)
    }
    return OptionalSource<Wrapped>(try index.source(for: Wrapped.self, criteria))
  }

  fileprivate static var shape: TargetShape {
    let wrapped = TargetShape(Wrapped.self)
    return TargetShape(element: wrapped.element, isOptional: true, array: wrapped.array)
  }
}

extension Array: WrappingTarget {
  fileprivate static func source(
    in index: FactoryIndex, _ criteria: SearchCriteria
  ) throws -> Any {
    let (factories, isWhole) = try index.arrayCandidates(
      of: Self.self, elements: Element.self, matching: criteria)
    return isWhole ? SingleSource<Self>(factories[0]) : ArraySource<Element>(factories)
  }

  fileprivate static var shape: TargetShape {
    TargetShape(element: Element.self, isOptional: false, array: Self.self)
  }
}

extension FactoryIndex {
  /// How a type is answered: all of an array's element, perhaps nothing for an optional, exactly
  /// one factory otherwise.
  func source<Value>(for type: Value.Type, _ criteria: SearchCriteria) throws -> WireSource<Value> {
    if let wrapping = wrapping(type) {
      // The wrapping type makes a source of itself, and that is Value.
      return unsafeDowncast(
        try wrapping.source(in: self, criteria) as AnyObject, to: WireSource<Value>.self)
    }
    return SingleSource<Value>(
      try onlyFactory(for: SearchRequest(target: type, criteria: criteria)))
  }
}
