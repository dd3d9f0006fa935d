/// How a type is called in messages and default names: without its module and what it is nested in.
package func typeName(_ type: Any.Type) -> String { _typeName(type, qualified: false) }

/// The name with its module, for sorting and for telling two types of one name apart: the same in
/// every run.
package func qualifiedTypeName(_ type: Any.Type) -> String {
  withoutPrivateContexts(_typeName(type, qualified: true))
}

/// The runtime puts "(unknown context at $7f12ab)." into the names of private and local types, an
/// address that is another one in every run.
private func withoutPrivateContexts(_ name: String) -> String {
  let opening = "(unknown context at $"
  guard name.contains("(unknown") else { return name }
  var result = ""
  var rest = Substring(name)
  while let next = rest.firstIndex(of: "(") {
    result += rest[..<next]
    rest = rest[next...]
    if rest.hasPrefix(opening), let end = rest.firstIndex(of: ")") {
      rest = rest[end...].dropFirst()
      if rest.first == "." { rest = rest.dropFirst() }
    } else {
      result += "("
      rest = rest.dropFirst()
    }
  }
  return result + rest
}
