/// How a type is called in messages and default names: without its module, with the type it is
/// nested in.
package func typeName(_ type: Any.Type) -> String {
  let qualified = _typeName(type, qualified: true)
  return isNominal(qualified) ? withoutModule(qualified) : String(describing: type)
}

/// The name with its module, for sorting and for telling two types of one name apart.
package func qualifiedTypeName(_ type: Any.Type) -> String {
  _typeName(type, qualified: true)
}

/// The names of functions, tuples, existentials and generic types mention several modules.
private func isNominal(_ name: String) -> Bool {
  !name.utf8.contains { byte in
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: " "), UInt8(ascii: "&"): true
    default: false
    }
  }
}

private func withoutModule(_ name: String) -> String {
  guard let dot = name.firstIndex(of: ".") else { return name }
  return String(name[name.index(after: dot)...])
}
