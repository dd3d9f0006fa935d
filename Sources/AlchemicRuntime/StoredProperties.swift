@_spi(Reflection) import Swift

/// Returns the module of a class or a structure of the program whose stored properties, or those of
/// a superclass in the same module, are not described, because the module was compiled without
/// reflection metadata; nil for any other type.
package func moduleWithoutReflection(of type: Any.Type) -> String? {
  #if canImport(ObjectiveC)
  if TypeKind.isClass(type) {
    // The runtime then describes all properties of a class like this (not run here).
    let isUnknown = storedProperties(of: type).contains {
      $0.name == "unknown" && $0.type == Void.self
    }
    return isUnknown ? String(qualifiedTypeName(type).prefix { $0 != "." }) : nil
  }
  #endif
  guard var descriptor = ContextDescriptor(of: type), descriptor.isProgramType else { return nil }
  let module = descriptor.module
  var type = type
  while !descriptor.hidesFields {
    guard TypeKind.isClass(type), let superclass = Record(of: type).load(8, as: Any.Type?.self),
      let next = ContextDescriptor(of: superclass), next.module == module
    else { return nil }
    (type, descriptor) = (superclass, next)
  }
  return module
}

/// A stored property of a class or a structure, described without an object.
package struct StoredProperty {
  /// The declared name, with the underscore of a wrapper's storage.
  package let name: String
  package let type: Any.Type
  /// The offset from the address of the object or the structure.
  package let offset: Int
}

/// Returns the stored properties of a class, superclass first, or of a structure, in the order of
/// declaration; none for any other type.
package func storedProperties(of type: Any.Type) -> [StoredProperty] {
  var properties: [StoredProperty] = []
  // 1 is `.classType`, a global variable that Swift 6 mode does not allow to be read.
  let options = _EachFieldOptions(rawValue: TypeKind.isStruct(type) ? 0 : 1)
  _ = _forEachField(of: type, options: options) { name, offset, type, _ in
    // A module that was compiled without the names of its properties still has their order.
    let name = name.pointee == 0 ? "property \(properties.count + 1)" : String(cString: name)
    properties.append(StoredProperty(name: name, type: type, offset: offset))
    return true
  }
  return properties
}
