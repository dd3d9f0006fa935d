@_spi(Reflection) import Swift

/// A stored property of a class, known without an object.
package struct StoredProperty {
  /// As it is declared, with the underscore of a wrapper's storage.
  package let name: String
  package let type: Any.Type
  /// From the object's address.
  package let offset: Int
}

/// The stored properties of a class, superclass first, or of a structure, in the order of
/// declaration; none of any other type.
package func storedProperties(of type: Any.Type) -> [StoredProperty] {
  var properties: [StoredProperty] = []
  // 1 is `.classType`, which is a global variable that Swift 6 mode does not let one read.
  let options = _EachFieldOptions(rawValue: TypeKind.isStruct(type) ? 0 : 1)
  _ = _forEachField(of: type, options: options) { name, offset, type, _ in
    properties.append(StoredProperty(name: String(cString: name), type: type, offset: offset))
    return true
  }
  return properties
}
