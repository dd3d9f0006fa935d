#if Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private protocol Rule: Sendable { var text: String { get } }

private final class Length: Rule { var text: String { "length" } }
private final class Digits: Rule { var text: String { "digits" } }
private struct Pattern: Rule { let text: String }

private final class Form: @unchecked Sendable {
  @Injected var rules: [String: any Rule]
}

private final class LiveForm: @unchecked Sendable {
  @Transient var rules: [String: any Rule]
}

private func declare(_ model: ModelBuilder) {
  model.register { Length() }
  model.register(.named("digits")) { Digits() }
  model.register(.named("pattern"), .template) { Pattern(text: "pattern") }
}

private func texts(_ rules: [String: any Rule]) -> [String: String] { rules.mapValues(\.text) }

private let everyRule = ["Length": "length", "digits": "digits", "pattern": "pattern"]

@Suite struct MapTests {
  @Test("F3: a map has all by their names: by request, property, argument and provider")
  func all() throws {
    final class Check: Sendable {
      let rules: [String: any Rule]
      init(_ rules: [String: any Rule]) { self.rules = rules }
    }
    try Alchemic.withModel {
      declare($0)
      $0.register(Check.init)
    } operation: { () throws in
      #expect(texts(try AcGet()) == everyRule)
      #expect(texts(try AcGet([String: any Rule]?.self) ?? [:]) == everyRule)
      #expect(texts(Form().rules) == everyRule)
      #expect(texts(try AcGet(Check.self).rules) == everyRule)
      #expect(texts(try AcGet(Provider<[String: any Rule]>.self)()) == everyRule)
      #expect(try AcGet([String: Length].self).keys.sorted() == ["Length"])
      #expect(try AcGet([String: Pattern].self)["pattern"]?.text == "pattern")
    }
  }

  @Test("F3: a map of templates alone has new objects each time")
  func templates() throws {
    try Alchemic.withModel {
      $0.register(.template) { Length() }
      $0.register(.template) { Digits() }
    } operation: { () throws in
      let (first, second) = (try AcGet([String: any Rule].self), try AcGet([String: any Rule].self))
      #expect(first.keys.sorted() == ["Digits", "Length"])
      #expect((first["Length"] as? Length) !== (second["Length"] as? Length))
    }
  }

  @Test("F3: primaries, criteria and decorators are those of arrays")
  func criteria() throws {
    enum Strict: AcQualifier {}
    try Alchemic.withModel {
      declare($0)
      $0.register(.qualifier(Strict.self)) { Pattern(text: "strict") }
      $0.decorate((any Rule).self) { Pattern(text: "not \($0.text)") }
    } operation: { () throws in
      let rules = try AcGet([String: any Rule].self, .qualified(Strict.self))
      #expect(texts(rules) == ["Pattern (Strict)": "not strict"])
    }
    try Alchemic.withModel {
      declare($0)
      $0.register(.primary) { Pattern(text: "primary") }
    } operation: { () throws in
      #expect(texts(try AcGet()) == ["Pattern": "primary"])
    }
  }

  @Test("F3: a map follows AcSet")
  func following() throws {
    try Alchemic.withModel {
      $0.register { Length() }
      $0.register(.named("digits")) { Digits() }
    } operation: { () throws in
      let (form, live) = (Form(), LiveForm())
      #expect(texts(form.rules) == texts(live.rules))
      let new = Length()
      try AcSet(new)
      #expect((live.rules["Length"] as? Length) === new)
      #expect((form.rules["Length"] as? Length) !== new)
      #expect((try AcGet([String: any Rule].self)["Length"] as? Length) === new)
    }
  }

  @Test("F3: nothing conforms: an empty map; of values: an error")
  func nothing() throws {
    try Alchemic.withModel {
      $0.register { 1 }
    } operation: { () throws in
      #expect(try AcGet([String: any Rule].self).isEmpty)
      #expect(problems { _ = try AcGet([String: Double].self) }.map(\.id) == [.noMatch])
    }
  }

  @Test("F3: a dictionary that a factory creates is that dictionary")
  func registered() throws {
    try Alchemic.withModel {
      $0.register { 1 }
      $0.register { ["one": 1, "two": 2] }
      $0.register { [1: "one"] }
    } operation: { () throws in
      #expect(try AcGet([String: Int].self) == ["one": 1, "two": 2])
      #expect(try AcGet([Int: String].self) == [1: "one"])
    }
  }

  @Test("F3: a child's own replace what it inherits, as in arrays")
  func children() throws {
    try Alchemic.withModel {
      declare($0)
    } operation: { () throws in
      try Alchemic.withModel {
        $0.register(.named("digits")) { Pattern(text: "fake") }
      } operation: { () throws in
        let arrays = try AcGet([any Rule].self).map(\.text)
        #expect(texts(try AcGet()).values.sorted() == arrays.sorted())
      }
    }
  }

  @Test("F3: a map is awaited with its elements")
  func awaited() async throws {
    try await Alchemic.withModel {
      declare($0)
      $0.register(.named("late")) { () async -> Pattern in Pattern(text: "late") }
    } operation: { () async throws in
      #expect(try await AcGetAsync([String: any Rule].self)["late"]?.text == "late")
    }
  }
}
#endif
