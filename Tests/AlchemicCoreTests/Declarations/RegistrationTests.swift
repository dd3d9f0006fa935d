import AlchemicInject
import AlchemicTestSupport
import Testing

private final class Plain {
  init() {}
}

private final class Parts {
  let number: Int
  let text: String
  let plain: Plain
  init(number: Int, text: String, plain: Plain) {
    (self.number, self.text, self.plain) = (number, text, plain)
  }
}

private struct Money: Equatable {
  var amount: Int
}

private enum Side { case left, right }

@Suite struct RegistrationTests {
  @Test("R1: a class that declares neither an initializer nor that it is a reference is reported")
  func notMakeable() throws {
    let line = #line + 1
    let found = problems { $0.declare(Plain.self) { _ in } }
    #expect(found.map(\.id) == [.notMakeable])
    #expect(
      found[0].description == """
        [not-makeable] Nothing declares how 'Plain' is created, or that it is a reference.
           • 'Plain' — AlchemicCoreTests/RegistrationTests.swift:\(line)
           → in the closure of model.declare call AcInitializer(of, Plain.init) or AcRegister(of, .reference)
        """)
  }

  @Test("R2: registering a class twice is reported with both locations")
  func registeredTwice() throws {
    let first: UInt = #line + 3
    let found = problems {
      $0.declare(Plain.self) { of in
        AcRegister(of, AcPrimary())
        AcRegister(of, AcFactoryName("plain"))
        AcInitializer(of, Plain.init)
      }
    }
    #expect(found.map(\.id) == [.registeredTwice])
    #expect(found[0].candidates.map(\.location?.line) == [Int(first), Int(first) + 1])
  }

  @Test("M7: a class that is declared twice has two factories of one name")
  func declaredTwice() throws {
    let found = problems {
      $0.declare(Plain.self) { of in AcInitializer(of, Plain.init) }
      $0.declare(Plain.self) { of in AcInitializer(of, Plain.init) }
    }
    #expect(found.map(\.id) == [.duplicateName])
  }

  @Test("R3: without sources every argument is found by its type")
  func autowires() throws {
    try Alchemic.withModel { model in
      model.register { 7 }
      model.register { "seven" }
      model.register(Plain.init)
      model.declare(Parts.self) { AcInitializer($0, Parts.init(number:text:plain:)) }
    } operation: { () throws in
      let parts: Parts = try AcGet()
      #expect(parts.number == 7)
      #expect(parts.text == "seven")
      #expect(try parts.plain === (AcGet() as Plain))
    }
  }

  @Test("R3: sources determine where each argument comes from")
  func usesSources() throws {
    try Alchemic.withModel { model in
      model.register(AcFactoryName("right")) { "right" }
      model.register(AcFactoryName("wrong")) { "wrong" }
      model.register(Plain.init)
      model.declare(Parts.self) {
        AcInitializer(
          $0, Parts.init(number:text:plain:), AcInt(3), AcName("right"), AcClass(Plain.self))
      }
    } operation: { () throws in
      let parts: Parts = try AcGet()
      #expect(parts.number == 3)
      #expect(parts.text == "right")
    }
  }

  @Test("R3: an argument may come from a factory whose product conforms to a protocol")
  func protocolSource() throws {
    try Alchemic.withModel { model in
      model.register(Plain.init)
      model.register(AcFactoryName("described")) { 7 }
      model.register(
        { (value: any CustomStringConvertible) in [value.description] },
        AcProtocol((any CustomStringConvertible & Numeric).self))
    } operation: { () throws in
      #expect(try AcGet([String].self) == ["7"])
    }
  }

  @Test("R3: an initializer of another class is reported")
  func wrongInitializer() throws {
    let found = problems { model in
      model.register(Plain.init)
      model.declare(Parts.self) { AcInitializer($0, Plain.init) }
    }
    #expect(found.map(\.id) == [.wrongInitializer])
    #expect(found[0].description.contains("The initializer given for 'Parts' creates 'Plain'."))
  }

  @Test("R5: structs, enums, closures and tuples are products")
  func valueTypes() throws {
    try Alchemic.withModel { model in
      model.register { Money(amount: 3) }
      model.register { Side.right }
      model.register { { (number: Int) in number * 2 } }
      model.register { (left: 1, right: "2") }
    } operation: { () throws in
      #expect(try AcGet() == Money(amount: 3))
      #expect(try AcGet() == Side.right)
      let double: (Int) -> Int = try AcGet()
      #expect(double(4) == 8)
      let pair: (left: Int, right: String) = try AcGet()
      #expect(pair.left == 1 && pair.right == "2")
    }
  }

  @Test("R5, M6: a function that may return nil is a factory of the wrapped type")
  func optionalProducts() throws {
    final class Fussy {
      init?(_ number: Int) { if number < 0 { return nil } }
    }
    try Alchemic.withModel { model in
      model.register { 5 }
      model.register(AcNillable()) { () -> Plain? in nil }
      model.declare(Fussy.self) { AcInitializer($0, Fussy.init(_:)) }
      model.register(AcTemplate(), AcFactoryName("twice")) { (number: Int) in Double(number) * 2 }
    } operation: { () throws in
      #expect(try (AcGet() as Plain?) == nil)
      _ = try AcGet() as Fussy
      #expect(try AcGet(AcName("twice")) == 10.0)
    }
  }

  @Test("R1: a type that is registered without a function is reported with the remedy for that")
  func typeWithoutMaker() throws {
    let found = problems { $0.register(Plain.self) }
    #expect(found.map(\.id) == [.notMakeable])
    #expect(
      found[0].description.hasSuffix(
        "→ register a function that creates it with model.register { … }, or add .reference"))
  }

  @Test("R7: a message that names a factory shows where it was registered")
  func showsPlaces() throws {
    let line = #line + 2
    let found = problems { model in
      model.register(AcFactoryName("twin")) { 1 }
      model.register(AcFactoryName("twin")) { "1" }
    }
    #expect(found.map(\.id) == [.duplicateName])
    let file = "AlchemicCoreTests/RegistrationTests.swift"
    #expect(
      found[0].description == """
        [duplicate-name] 2 factories are named 'twin'.
           • 'twin' (Int) — \(file):\(line)
           • 'twin' (String) — \(file):\(line + 1)
           → give each its own .named(…)
        """)
  }

  @Test("V12: a builder that is used after its model was built stops with a message")
  func builtAlready() async {
    let first = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var builder: ModelBuilder?
      _ = try Alchemic.validate { builder = $0 }
      builder?.register { "too late" }
    }
    let text = String(decoding: first?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("'String' was declared after its model was built, at AlchemicCoreTests/"))
    #expect(text.contains("→ declare it in the closure of Alchemic.start { … }"))
    await #expect(processExitsWith: .failure) {
      var builder: ModelBuilder?
      _ = try makeModel { builder = $0 }
      builder?.register(Int.self, AcReference())
    }
  }

  @Test("V12: a type that is added after the build of its model stops with a message")
  func addedTooLate() async {
    let aspect = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      final class Late: AlchemicAspect {}
      var builder: ModelBuilder?
      _ = try makeModel { builder = $0 }
      builder?.add(Late.self)
    }
    let text = String(decoding: aspect?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("'Late' was declared after its model was built"))
  }

  @Test("V12: a class that is declared after its function has returned stops with a message")
  func declaredTooLate() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var kept: ClassObjectFactory?
      _ = try makeModel {
        $0.declare(Plain.self) { of in
          AcInitializer(of, Plain.init)
          kept = of
        }
      }
      if let kept { AcRegister(kept, .template) }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("'Plain' was declared after its function had returned, at AlchemicCoreTests/"))
    #expect(
      text.contains("→ declare it in static func alchemic(_ of: ClassObjectFactory), before that"))
    await #expect(processExitsWith: .failure) {
      var kept: ClassObjectFactory?
      _ = try makeModel {
        $0.declare(Plain.self) { of in
          AcInitializer(of, Plain.init)
          kept = of
        }
      }
      if let kept { AcInitializer(kept, Plain.init) }
    }
  }

  /// Returns a declaration of a local class, as a private one in a file.
  private static func first() -> (ModelBuilder) -> Void {
    final class Namesake: Sendable {}
    final class Reader: Sendable { init(_ namesake: Namesake) {} }
    return {
      $0.register { Namesake() }
      $0.register(.named("first")) { (namesake: Namesake) in Reader(namesake) }
    }
  }

  private static func second() -> (ModelBuilder) -> Void {
    final class Namesake: Sendable {}
    return {
      $0.register { Namesake() }
      $0.register(.primary) { Namesake() }
    }
  }

  @Test("N3: local and private types of one name live side by side")
  func namesakes() throws {
    let model = try makeModel {
      Self.first()($0)
      Self.second()($0)
    }
    let names = model.factories.map(\.name)
    #expect(Set(names).count == 4)
    #expect(names.contains { $0.hasSuffix(".Namesake") })
    #expect(names.contains { $0.hasSuffix(".Namesake 2") })
    // The same type twice is a mistake as before.
    let twice = problems {
      let declare = Self.second()
      declare($0)
      declare($0)
      Self.first()($0)
    }
    #expect(Set(twice.map(\.id)) == [.duplicateName])
    // An image that arrives later has such a type, too.
    let extended = try makeModel { Self.first()($0) }
    #expect(try extend(extended) { Self.second()($0) }.count == 2)
  }

  #if Suggestions
  @Test("M7: a factory is named after its type, qualified only where two types share a name")
  func defaultNames() throws {
    enum First { struct Twin {} }
    enum Second { struct Twin {} }
    try Alchemic.withModel { model in
      model.register { Money(amount: 1) }
      model.register(AcFactoryName("own name")) { 1 }
    } operation: { () throws in
      #expect(try AcGet(AcName("Money")) == Money(amount: 1))
      #expect(try AcGet(AcName("own name")) == 1)
      #expect(problems { _ = try AcGet(Int.self, AcName("Int")) }.map(\.id) == [.noMatch])
    }
    try Alchemic.withModel { model in
      model.register { First.Twin() }
      model.register { Second.Twin() }
    } operation: { () throws in
      let prefix = "AlchemicCoreTests.RegistrationTests"
      let short = problems { _ = try AcGet(AcName("Twin")) as First.Twin }
      #expect(short.map { $0.candidates.map(\.name) } == [["\(prefix).First.Twin"]])
      _ = try AcGet(AcName("\(prefix).First.Twin")) as First.Twin
      _ = try AcGet(AcName("\(prefix).Second.Twin")) as Second.Twin
    }
  }
  #endif

  @Test("M7: two factories of one type without names are reported, with the remedy")
  func defaultNameClash() throws {
    let found = problems { model in
      model.register { 1 }
      model.register { 2 }
    }
    #expect(found.map(\.id) == [.duplicateName])
    #expect(found[0].description.contains("→ remove one, give each its own .named(…)"))
  }

  @Test("M7: a given name that equals the default name of another factory is a duplicate")
  func givenNameClash() throws {
    enum First { struct Twin {} }
    enum Second { struct Twin {} }
    func names(_ problems: [Problem]) -> [[String]] {
      problems.map { [$0.id.rawValue, $0.subject] }
    }
    #expect(
      names(
        problems { model in
          model.register { Money(amount: 1) }
          model.register(AcFactoryName("Money")) { 1 }
        }) == [["duplicate-name", "Money"]])
    // The names are equal only if a second twin makes the default name longer.
    let long = "AlchemicCoreTests.RegistrationTests.First.Twin"
    let one = problems { model in
      model.register { First.Twin() }
      model.register(AcFactoryName(long)) { 1 }
    }
    #expect(names(one) == [])
    let both = problems { model in
      model.register { First.Twin() }
      model.register { Second.Twin() }
      model.register(AcFactoryName(long)) { 1 }
    }
    #expect(names(both) == [["duplicate-name", long]])
    // Two names are equal whether or not their accents are composed.
    let composed = problems { model in
      model.register(AcFactoryName("caf\u{E9}")) { 1 }
      model.register(AcFactoryName("cafe\u{301}")) { 2 }
    }
    #expect(composed.map(\.id) == [.duplicateName])
  }

  @Test("M4, M7: a primary without a name may replace a factory of its own type")
  func primaryOfTheSameType() throws {
    try Alchemic.withModel { model in
      model.register { 1 }
      model.register(AcPrimary()) { 2 }
    } operation: { () throws in
      #expect(try AcGet() == 2)
      #expect(try AcGet(AcName("Int")) == 1)
      #expect(try AcGet(AcName("Int (primary)")) == 2)
    }
  }
}
