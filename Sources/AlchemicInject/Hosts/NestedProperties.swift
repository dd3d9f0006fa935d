import AlchemicRuntime
import AlchemicCore

/// The injected properties in structures that a host stores, at any depth.
///
/// These properties are resolved when they are read, never together with the host.
final class NestedProperties: PathSubject {
  let properties: [HostPlan.Property]
  var isEmpty: Bool { properties.isEmpty }
  private let host: Any.Type

  /// Returns the injected properties of a structure and of the structures that it stores.
  static func of(_ type: Any.Type) -> NestedProperties {
    let key = ObjectIdentifier(type)
    if let known = structures[key] { return known.object }
    let stored = storedProperties(of: type)
    let all = stored.compactMap { HostPlan.Property($0) } + properties(in: stored)
    return structures.insert(NestedProperties(all, type), for: key)
  }

  /// The properties of a structure depend on its type alone, and are never released.
  private static let structures = PointerTable<NestedProperties>()

  /// - Parameters:
  ///   - stored: The stored properties of a class.
  ///   - type: The class.
  convenience init(in stored: [StoredProperty], of type: Any.Type) {
    self.init(Self.properties(in: stored), type)
  }

  private init(_ properties: [HostPlan.Property], _ host: Any.Type) {
    self.properties = properties
    self.host = host
  }

  private static func properties(
    in stored: [StoredProperty], path: String = "", from start: Int = 0
  ) -> [HostPlan.Property] {
    stored.flatMap { outer -> [HostPlan.Property] in
      guard TypeKind.isStruct(outer.type), !(outer.type is any InjectionWrapper.Type) else {
        return []
      }
      // If the program defines a property wrapper, it reads the wrapped value by the name of the
      // property. So `wrappedValue` is not part of the path.
      let isWrapped = outer.declaredName == "wrappedValue" && !path.isEmpty
      let path = isWrapped ? path : path + outer.declaredName + "."
      let start = start + outer.offset
      let inner = storedProperties(of: outer.type)
      return inner.compactMap { HostPlan.Property($0, in: path, from: start) }
        + properties(in: inner, path: path, from: start)
    }
  }

  func step(ofProperty index: Int, at location: CodeLocation) -> Problem.Step {
    Problem.Step("\(typeName(host)).\(properties[index].name)", location)
  }
}

extension StoredProperty {
  /// The name of the property in the source. The stored name of a wrapper begins with an
  /// underscore.
  @inline(never)
  var declaredName: Substring { name.hasPrefix("_") ? name.dropFirst() : name[...] }
}
