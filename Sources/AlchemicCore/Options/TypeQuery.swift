import AlchemicRuntime

/// Decides which products fit a requested type. A class accepts itself and its subclasses, a
/// protocol accepts every conforming type, and any other type accepts only itself.
package struct TypeQuery: Sendable {
  let type: Any.Type
  /// The requirements of the type if it is a protocol without arguments, or a composition.
  private let existential: ExistentialShape?

  @inline(never)
  package init(_ type: Any.Type) {
    self.type = type
    existential = ExistentialShape(type)
  }

  /// Whether the type is neither a class nor an existential. A property of such a type may have a
  /// constant.
  package var isValueType: Bool { existential == nil && !TypeKind.isClass(type) }

  /// Whether the type is a protocol or a composition, with or without type arguments.
  package var isProtocol: Bool { existential != nil || isConstrainedProtocol }

  /// The type as the programmer writes it before `.self`.
  var spelling: String {
    let name = typeName(type)
    if !isProtocol { return name }
    return name.hasPrefix("any ") ? "(\(name))" : "(any \(name))"
  }

  /// Whether the type is a protocol with arguments: `any P<Int>`.
  package var isConstrainedProtocol: Bool { TypeKind.isConstrainedExistential(type) }

  /// Whether all values of the type are class instances, which can be stored weakly.
  var isOfObjects: Bool {
    existential.map { $0.isClassBound || $0.superclass != nil } ?? TypeKind.isClass(type)
  }

  /// Returns whether every value of the type `product` is a value of the requested type.
  @inline(never)
  package func accepts(_ product: Any.Type) -> Bool {
    if product == type { return true }
    guard let wanted = existential else {
      return TypeKind.isClass(type) && Self.isSubclass(product, of: type)
    }
    if let offered = ExistentialShape(product) { return Self.accepts(offered, wanted) }
    guard !wanted.isClassBound || TypeKind.isClass(product) else { return false }
    if let superclass = wanted.superclass, !Self.isSubclass(product, of: superclass) {
      return false
    }
    return wanted.protocols.allSatisfy { WitnessTable(of: product, for: $0) != nil }
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
