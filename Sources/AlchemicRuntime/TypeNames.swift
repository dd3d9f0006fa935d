/// How a type is called in messages and default names: without its module and what it is nested in.
///
/// Not inlined: the optimiser has another answer for a private type that it knows.
@inline(never)
package func typeName(_ type: Any.Type) -> String { _typeName(type, qualified: false) }

/// The name with its module, for sorting and for telling two types of one name apart: the same in
/// every run.
package func qualifiedTypeName(_ type: Any.Type) -> String {
  withoutPrivateContexts(_typeName(type, qualified: true))
}

/// The runtime puts "(unknown context at $7f12ab)." into the names of private and local types, an
/// address that is another one in every run.
private func withoutPrivateContexts(_ name: String) -> String {
  guard name.utf8.contains(UInt8(ascii: "(")) else { return name }
  let opening = Array("(unknown context at $".utf8)
  var result: [UInt8] = []
  var rest = Array(name.utf8)[...]
  while let byte = rest.first {
    if rest.starts(with: opening), let end = rest.firstIndex(of: UInt8(ascii: ")")) {
      rest = rest[(end + 1)...]
      if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst() }
    } else {
      result.append(byte)
      rest = rest.dropFirst()
    }
  }
  return String(decoding: result, as: UTF8.self)
}
