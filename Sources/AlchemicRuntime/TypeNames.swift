/// Returns the name of a type in messages and default names: without module and enclosing types,
/// and otherwise as a program spells it.
///
/// Not inlined: the optimiser computes another name for a private type that it has analysed.
@inline(never)
package func typeName(_ type: Any.Type) -> String {
  let name = _typeName(type, qualified: false)
  guard mayHaveOwnSpelling(name) else { return name }
  var rest = name[...]
  return spelling(from: &rest)
}

/// Returns false only if a name contains neither an optional, an array or a dictionary, nor a
/// protocol with arguments, nor a pack of arguments. Most generic types have none of them.
private func mayHaveOwnSpelling(_ name: String) -> Bool {
  var last: UInt8 = 0
  for byte in name.utf8 {
    // `Optional<`, `Array<`, `Dictionary<`, `P<Self.`, `Pack{`
    switch (last, byte) {
    case (UInt8(ascii: "l"), UInt8(ascii: "<")), (UInt8(ascii: "y"), UInt8(ascii: "<")),
      (UInt8(ascii: "<"), UInt8(ascii: "S")), (UInt8(ascii: "k"), UInt8(ascii: "{")):
      return true
    default: last = byte
    }
  }
  return false
}

/// Returns the beginning of a name, up to a comma or the bracket that ends it, with `T?` for
/// `Optional<T>`, `[T]` for `Array<T>`, and `any P<T>` for `any P<Self.P.Item == T>`.
private func spelling(from rest: inout Substring, until end: Character = ">") -> String {
  var text = ""
  var depth = 0
  while let next = rest.first {
    if depth == 0, next == "," || next == end && text.last != "-" { break }
    rest.removeFirst()
    guard next == "<" else {
      depth += next == "(" ? 1 : next == ")" ? -1 : 0
      text.append(next)
      continue
    }
    let arguments = argumentList(from: &rest)
    let start = text.lastIndex { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
    let base = text[(start.map(text.index(after:)) ?? text.startIndex)...]
    let before = text.dropLast(base.count)
    switch (base, arguments.count) {
    case ("Optional", 1):
      text = before + (hasSeveralWords(arguments[0]) ? "(\(arguments[0]))?" : arguments[0] + "?")
    case ("Array", 1): text = before + "[\(arguments[0])]"
    case ("Dictionary", 2): text = before + "[\(arguments[0]): \(arguments[1])]"
    default: text += "<\(arguments.map(primaryArgument).joined(separator: ", "))>"
    }
  }
  return text
}

/// Returns the spellings of arguments up to the bracket that ends them. Those of a pack are in
/// braces: `Pack{A, B}`.
private func argumentList(from rest: inout Substring, until end: Character = ">") -> [String] {
  var arguments: [String] = []
  while let next = rest.first, next != end {
    if next == "," { rest = rest.dropFirst(2) }
    if rest.hasPrefix("Pack{") {
      rest = rest.dropFirst(5)
      arguments += argumentList(from: &rest, until: "}")
    } else {
      arguments.append(spelling(from: &rest, until: end))
    }
  }
  rest = rest.dropFirst()
  return arguments
}

/// Returns whether a spelling has a space outside of brackets: `any P`, `(A) -> B`.
private func hasSeveralWords(_ text: String) -> Bool {
  var depth = 0
  for letter in text {
    if "<([".contains(letter) { depth += 1 }
    if ">)]".contains(letter) { depth -= 1 }
    if letter == " ", depth == 0 { return true }
  }
  return false
}

/// Returns `T` for a requirement of a protocol's argument, `Self.P.Item == T`.
private func primaryArgument(_ text: String) -> String {
  guard text.hasPrefix("Self."), let sign = text.firstIndex(of: "=") else { return text }
  return String(text[sign...].dropFirst(3))
}

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
