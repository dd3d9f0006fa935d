import AlchemicRuntime

/// Decides which products fit a requested type. A class accepts itself and its subclasses, a
/// protocol accepts every conforming type, and any other type accepts only itself.
package struct TypeQuery: Sendable {
  private enum Shape: Sendable {
    case ofClass
    indirect case existential(ExistentialShape)
    case exact
  }
  let type: Any.Type
  private let shape: Shape

  @inline(never)
  package init(_ type: Any.Type) {
    self.type = type
    if let existential = ExistentialShape(type) {
      shape = .existential(existential)
    } else if TypeKind.isClass(type) {
      shape = .ofClass
    } else {
      shape = .exact
    }
  }

  /// Whether the type is neither a class nor an existential. A property of such a type may have a
  /// constant.
  var isValueType: Bool {
    if case .exact = shape { true } else { false }
  }

  /// Whether the type is a protocol or a composition, with or without type arguments.
  var isProtocol: Bool {
    if case .existential = shape { return true }
    return isConstrainedProtocol
  }

  /// The type as the programmer writes it before `.self`.
  var spelling: String {
    let name = typeName(type)
    if !isProtocol { return name }
    return name.hasPrefix("any ") ? "(\(name))" : "(any \(name))"
  }

  /// Whether the type is a protocol with arguments: `any P<Int>`.
  var isConstrainedProtocol: Bool { TypeKind.isConstrainedExistential(type) }

  /// Whether all values of the type are class instances, which can be stored weakly.
  var isOfObjects: Bool {
    switch shape {
    case .ofClass: true
    case .existential(let shape): shape.isClassBound || shape.superclass != nil
    case .exact: false
    }
  }

  /// Returns whether every value of the type `product` is a value of the requested type.
  @inline(never)
  package func accepts(_ product: Any.Type) -> Bool {
    if product == type { return true }
    switch shape {
    case .exact: return false
    case .ofClass: return Self.isSubclass(product, of: type)
    case .existential(let wanted):
      if let offered = ExistentialShape(product) { return Self.accepts(offered, wanted) }
      guard !wanted.isClassBound || TypeKind.isClass(product) else { return false }
      if let superclass = wanted.superclass, !Self.isSubclass(product, of: superclass) {
        return false
      }
      return wanted.protocols.allSatisfy { WitnessTable(of: product, for: $0) != nil }
    }
  }

  private static func accepts(_ offered: ExistentialShape, _ wanted: ExistentialShape) -> Bool {
    if wanted.isClassBound && !offered.isClassBound { return false }
    if let superclass = wanted.superclass {
      guard let offered = offered.superclass, isSubclass(offered, of: superclass) else {
        return false
      }
    }
    return wanted.protocols.allSatisfy { wanted in
      offered.protocols.contains { $0.refines(wanted) }
        || offered.superclass.map { WitnessTable(of: $0, for: wanted) != nil } ?? false
    }
  }

  private static func isSubclass(_ type: Any.Type, of superclass: Any.Type) -> Bool {
    func check<Superclass>(_: Superclass.Type) -> Bool {
      let offered = ExistentialShape(type)?.superclass ?? type
      return offered is Superclass.Type
    }
    return _openExistential(superclass, do: check)
  }
}
