/// Returns the name of a type in messages and default names: without module and enclosing types.
///
/// Not inlined: the optimiser computes another name for a private type that it has analysed.
@inline(never)
package func typeName(_ type: Any.Type) -> String { _typeName(type, qualified: false) }

/// Returns the name with its module, by which types of one name are sorted and distinguished. It is
/// the same in every run.
package func qualifiedTypeName(_ type: Any.Type) -> String {
  // In the names of private and local types the runtime writes "(unknown context at $7f12ab).", an
  // address that differs in every run.
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
