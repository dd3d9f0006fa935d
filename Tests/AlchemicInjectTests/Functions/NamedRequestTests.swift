import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Part: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

/// A repeated request by name is found by the machine words of its text.
@Suite(.alchemicMain) struct NamedRequestTests {
  private static let long = "a name that is longer than what a string holds in itself"

  private func configure(_ model: ModelBuilder) {
    model.register(AcFactoryName("short")) { Part(1) }
    model.register(AcFactoryName(Self.long)) { Part(2) }
    model.register(AcFactoryName("caf\u{e9}")) { Part(3) }
    model.register(AcFactoryName("number")) { 4 }
  }

  /// The same text in memory of its own.
  private func copy(of name: String) -> String { String(name.map { $0 }) }

  @Test("equal texts are the same name, wherever they are stored and however they are encoded")
  func sameText() throws {
    try Alchemic.start(configure)
    for _ in 0..<3 {
      #expect(try AcGet(Part.self, AcName("short")).number == 1)
      #expect(try AcGet(Part.self, AcName(copy(of: "short"))).number == 1)
      #expect(try AcGet(Part.self, AcName(Self.long)).number == 2)
      for _ in 0..<100 { #expect(try AcGet(Part.self, AcName(copy(of: Self.long))).number == 2) }
      #expect(try AcGet(Part.self, AcName("caf\u{e9}")).number == 3)
      #expect(try AcGet(Part.self, AcName("cafe\u{301}")).number == 3)
    }
  }

  @Test("each type has its own answer to a name, and a missing answer is an error each time")
  func types() throws {
    try Alchemic.start(configure)
    for _ in 0..<3 {
      #expect(try AcGet(Part?.self, AcName("short"))?.number == 1)
      #expect(try AcGet(Part.self, AcName("short")).number == 1)
      #expect(try AcGet(Int.self, AcName("number")) == 4)
      #expect(problems { _ = try AcGet(Int.self, AcName("short")) }.map(\.id) == [.wrongType])
      #expect(problems { _ = try AcGet(Part.self, AcName("shor")) }.map(\.id) == [.noMatch])
    }
  }

  @Test("a request by name gets the set object, and after another start the object of that start")
  func changes() throws {
    for number in 1...3 {
      try Alchemic.start { $0.register(AcFactoryName("short")) { Part(number) } }
      #expect(try AcGet(Part.self, AcName("short")).number == number)
      try AcSet(Part(10), AcName("short"))
      #expect(try AcGet(Part.self, AcName("short")).number == 10)
      Alchemic.reset()
      #expect(problems { _ = try AcGet(Part.self, AcName("short")) }.map(\.id) == [.notStarted])
    }
  }

  @Test("more names than the cache holds are all found")
  func manyForms() throws {
    let count = 5_000
    try Alchemic.start { model in
      for number in 0..<count {
        model.register(AcFactoryName("part number \(number) of so many")) { Part(number) }
      }
    }
    for _ in 0..<2 {
      for number in 0..<count {
        #expect(
          try AcGet(Part.self, AcName("part number \(number) of so many")).number == number)
      }
    }
  }
}
