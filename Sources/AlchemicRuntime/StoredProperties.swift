@_spi(Reflection) import Swift

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
    properties.append(StoredProperty(name: String(cString: name), type: type, offset: offset))
    return true
  }
  return properties
}
