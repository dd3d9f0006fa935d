import Alchemic

// What the factories of a program make.

protocol Part: AnyObject {
  func use(_ isDeep: Bool)
}

/// A singleton.
class One: Living, Part {
  deinit { dies() }
}

final class SubOne: One {
  let other = Leaf()
}

/// A nillable reference.
final class Two: Living, Part {
  deinit { dies() }
}

/// A nillable singleton.
final class Three: Living, Part {
  deinit { dies() }
}

/// A template.
final class Four: Living {
  deinit { dies() }
}

/// A singleton whose initializer has arguments.
final class Made: Living {
  let one: One
  let two: Two?
  let parts: [any Part]

  init(_ one: One, _ two: Two?, _ parts: [any Part]) {
    (self.one, self.two, self.parts) = (one, two, parts)
    super.init()
    one.check("is an argument")
    two?.check("is an argument")
  }

  deinit { dies() }
}

/// What products and hosts hold.
final class Leaf: Living, @unchecked Sendable {
  // Proof: constants, and a mark that is accessed atomically.

  deinit { dies() }
}

/// A singleton that is a value.
struct Pack {
  let first: Leaf
  let others: [Leaf]
  let text: String

  init() {
    first = Leaf()
    others = [Leaf(), Leaf()]
    text = "pack number \(first.number) of this run"
  }

  func use(_ isDeep: Bool) {
    first.use(isDeep)
    for other in others { other.use(isDeep) }
    guard text.hasPrefix("pack number ") else { fatalError("The text was overwritten") }
  }
}

/// An error that is an object.
final class Refusal: Living, @unchecked Sendable, Error {
  // Proof: constants, and a mark that is accessed atomically.

  deinit { dies() }
}

extension Array where Element == any Part {
  func use(_ isDeep: Bool) {
    for part in self { part.use(isDeep) }
  }
}
