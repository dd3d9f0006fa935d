/// How a type is called in messages and default names: without its module and what it is nested in.
///
/// Not inlined: the optimiser has another answer for a private type that it knows.
@inline(never)
package func typeName(_ type: Any.Type) -> String { _typeName(type, qualified: false) }

/// The name with its module, for sorting and for telling two types of one name apart: the same in
/// every run.
package func qualifiedTypeName(_ type: Any.Type) -> String {
  // The runtime puts "(unknown context at $7f12ab)." into the names of private and local types, an
  // address that is another one in every run.
  let parts = _typeName(type, qualified: true).split(
    separator: "(", omittingEmptySubsequences: false)
  return parts.dropFirst().reduce(into: String(parts[0])) { name, part in
    if part.hasPrefix("unknown context at $"), let end = part.firstIndex(of: ")") {
      let rest = part[end...].dropFirst()
      name += rest.first == "." ? rest.dropFirst() : rest
    } else {
      name += "(" + part
    }
  }
}
