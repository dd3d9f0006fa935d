@_spi(Reflection) import Swift

/// A stored property of a class, known without an object.
package struct StoredProperty {
  /// As it is declared, with the underscore of a wrapper's storage.
  package let name: String
  package let type: Any.Type
  /// From the object's address.
  package let offset: Int
}

/// The stored properties of a class, superclass first, in the order of declaration.
package func storedProperties(of type: Any.Type) -> [StoredProperty] {
  var properties: [StoredProperty] = []
  // 1 is `.classType`, which is a global variable that Swift 6 mode does not let one read.
  _ = _forEachField(of: type, options: _EachFieldOptions(rawValue: 1)) { name, offset, type, _ in
    properties.append(StoredProperty(name: String(cString: name), type: type, offset: offset))
    return true
  }
  return properties
}
