import AlchemicCore
@_spi(Reflection) import Swift

/// A stored property of a class, known without an object.
package struct StoredProperty {
  /// As it is declared, with the underscore of a wrapper's storage.
  package let name: String
  package let type: Any.Type
  /// From the object's address.
  package let offset: Int
}

/// The stored properties of a class, superclass first, or of a structure, in the order of declaration; none of any other
/// type.
package func storedProperties(of type: Any.Type) -> [StoredProperty] {
  var properties: [StoredProperty] = []
  // 1 is `.classType`, which is a global variable that Swift 6 mode does not let one read.
  let options = _EachFieldOptions(rawValue: isStructure(type) ? 0 : 1)
  _ = _forEachField(of: type, options: options) { name, offset, type, _ in
    properties.append(StoredProperty(name: String(cString: name), type: type, offset: offset))
    return true
  }
  return properties
}

/// What the injected properties of structures hold that a class stores, at any depth.
func injectedTargetsInStructures(of type: Any.Type) -> [Any.Type] {
  storedProperties(of: type).flatMap { property -> [Any.Type] in
    if let wrapper = property.type as? any InjectionWrapper.Type {
      return type is AnyObject.Type ? [] : [wrapper.target]
    }
    return isStructure(property.type) ? injectedTargetsInStructures(of: property.type) : []
  }
}
