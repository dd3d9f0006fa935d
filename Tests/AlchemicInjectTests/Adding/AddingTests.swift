#if Adding
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private protocol Rule: Sendable { var text: String { get } }
private final class Length: Rule { var text: String { "length" } }
private final class Digits: Rule { var text: String { "digits" } }
private struct Pattern: Rule { let text: String }
private final class Plugin: Rule, @unchecked Sendable {
  @Injected var store: Length
  var text: String { "plugin of \(store.text)" }
}

private final class Form: @unchecked Sendable {
  @Transient var rules: [any Rule]
  @Injected var first: [any Rule]
}

/// Notes what its hooks are told.
private final class Listening: AlchemicAware, @unchecked Sendable {
  @Transient var rules: [any Rule]
  @Transient var others: [Digits]
  var told: [String] = []
  func didInject(variable: String) { told.append("\(variable) \(rules.count)") }
}

private func texts() throws -> [String] { try AcGet([any Rule].self).map(\.text) }

private func withRules(
  _ configure: (ModelBuilder) -> Void = { _ in }, _ body: () throws -> Void
) throws {
  try Alchemic.withModel {
    $0.register { Length() }
    configure($0)
  } operation: {
    try body()
  }
}

#if Waiting
private let endsOfModels = ["reset", "stop", "run", "child"]
#else
private let endsOfModels = ["reset", "child"]
#endif

@Suite struct AddingTests {
  @Test("V6: an optional and a type are no elements, and the message says what to add")
  func noElements() throws {
    try Alchemic.withModel { _ in
    } operation: { () throws in
      let found =
        problems { try Alchemic.add(Length() as Length?) }
        + problems { try Alchemic.add(nil as Length?) } + problems { try Alchemic.add(Length.self) }
      #expect(found.map(\.id) == [.wrongType, .wrongType, .wrongType])
      #expect(found.map(\.subject) == ["Length?", "Length?", "Length.Type"])
      #expect(
        found.allSatisfy {
          $0.description.hasSuffix(
            "→ add an object: unwrap the optional, or create an object of the type")
        })
    }
  }

  @Test("F5: what is added is in arrays and maps until it is taken out")
  func all() throws {
    try withRules {
      #expect(try texts() == ["length"])
      let token = try Alchemic.add(Digits())
      #expect(token.name == "Digits")
      #expect(try texts() == ["length", "digits"])
      #expect(try AcGet([String: any Rule].self).keys.sorted() == ["Digits", "Length"])
      #expect(try AcGet([Digits].self).count == 1)
      #expect(try AcGet([any Rule]?.self)?.count == 2)
      #expect(try AcGet(Provider<[any Rule]>.self)().count == 2)
      token.remove()
      #expect(try texts() == ["length"])
      #expect(try AcGet([Digits].self).isEmpty)
      token.remove()
      #expect(try texts() == ["length"])
    }
  }

  @Test("F5: transient properties follow, and injected arrays stay")
  func properties() throws {
    try withRules {
      let form = Form()
      #expect(form.rules.count == 1)
      #expect(form.first.count == 1)
      let token = try Alchemic.add(Digits())
      #expect(form.rules.map(\.text) == ["length", "digits"])
      #expect(form.first.count == 1)
      #expect(Form().first.count == 2)
      token.remove()
      #expect(form.rules.map(\.text) == ["length"])
    }
  }

  @Test("F5: hosts with hooks are told of the arrays that have changed")
  func hooks() throws {
    try withRules {
      let host = Listening()
      AcInjectDependencies(host)
      host.told = []
      let token = try Alchemic.add(Pattern(text: "a"))
      #expect(host.told == ["rules 2"])
      token.remove()
      #expect(host.told == ["rules 2", "rules 1"])
      try Alchemic.add(Digits())
      #expect(host.told == ["rules 2", "rules 1", "rules 2", "others 2"])
      try Alchemic.add("no rule")
      #expect(host.told.count == 4)
    }
  }

  @Test("F5: an object that is added is injected")
  func injected() throws {
    final class Aware: Rule, AlchemicAware, @unchecked Sendable {
      @Injected var store: Length
      var isInjected = false
      var text: String { "aware" }
      func didInjectDependencies() { isInjected = true }
    }
    try withRules {
      try Alchemic.add(Plugin())
      let aware = Aware()
      try Alchemic.add(aware)
      #expect(aware.isInjected)
      #expect(try texts() == ["length", "plugin of length", "aware"])
    }
    let found = problems {
      try Alchemic.withModel { _ in
      } operation: {
        _ = try Alchemic.add(Plugin())
      }
    }
    #expect(found.map(\.id) == [.noMatch])
  }

  @Test("F5: it answers no request for one, and so makes none ambiguous")
  func single() throws {
    try withRules {
      try Alchemic.add(Digits())
      #expect(try AcGet((any Rule).self).text == "length")
      #expect(problems { _ = try AcGet(Digits.self) }.map(\.id) == [.noMatch])
      #expect(problems { try AcSet(Digits()) }.map(\.id) == [.notSettable])
    }
  }

  @Test("F5: names, numbers of names, positions and qualifiers")
  func details() throws {
    enum Strict: AcQualifier {}
    try withRules {
      let token = try Alchemic.add(Pattern(text: "b"), order: 2)
      try Alchemic.add(Pattern(text: "a"), named: "first", order: 1)
      #expect(try Alchemic.add(Pattern(text: "c"), qualifier: Strict.self).name == "Pattern 2")
      #expect(try texts() == ["a", "b", "length", "c"])
      #expect(try AcGet([any Rule].self, .qualified(Strict.self)).map(\.text) == ["c"])
      #expect(try AcGet([any Rule].self, .named("first")).map(\.text) == ["a"])
      #expect(try AcGet([any Rule].self, .conforming((any Rule).self)).count == 4)
      #expect(try AcGet([any Rule].self, .ofClass(Length.self)).count == 1)
      token.remove()
      #expect(try Alchemic.add(Pattern(text: "d")).name == "Pattern")
      #expect(try Alchemic.add(Length()).name == "Length 2")
    }
  }

  @Test("F5: an empty name is a mistake")
  func emptyName() throws {
    try Alchemic.withModel { _ in
    } operation: {
      let found = problems { try Alchemic.add(Digits(), named: "") }
      #expect(found.map(\.id) == [.optionConflict])
      #expect(found.first?.description.contains("a name has at least one character") == true)
    }
  }

  @Test("F5: a name that is taken is a mistake that names both")
  func taken() throws {
    try withRules {
      try Alchemic.add(Digits(), named: "digits")
      for name in ["digits", "Length"] {
        let found = problems { try Alchemic.add(Digits(), named: name) }
        #expect(found.map(\.id) == [.duplicateName])
        #expect(found.first?.candidates.count == 2)
        #expect(found.first?.description.contains("→ add it by another name") == true)
      }
      #expect(try texts() == ["length", "digits"])
    }
  }

  @Test("F5: an array of templates alone has it, behind new objects")
  func templates() throws {
    try Alchemic.withModel {
      $0.register(.template) { Length() }
    } operation: { () throws in
      #expect(try texts() == ["length"])
      #expect(try texts() == ["length"])
      let token = try Alchemic.add(Digits())
      #expect(try texts() == ["length", "digits"])
      #expect(try texts() == ["length", "digits"])
      token.remove()
      #expect(try texts() == ["length"])
    }
  }

  @Test("F5: primaries replace it, and an array that one factory produces is left as it is")
  func replaced() throws {
    try withRules {
      $0.register(.primary) { Pattern(text: "primary") }
    } _: { () throws in
      try Alchemic.add(Digits())
      #expect(try texts() == ["primary"])
    }
    try Alchemic.withModel {
      $0.register { [Length()] as [any Rule] }
    } operation: { () throws in
      try Alchemic.add(Digits())
      #expect(try texts() == ["length"])
    }
  }

  @Test("F5: objects that are created later have it as an argument")
  func arguments() throws {
    final class Check {
      let rules: [any Rule]
      init(_ rules: [any Rule]) { self.rules = rules }
    }
    try withRules {
      $0.register(Check.init, .lazy)
      $0.register(Check.init, .template, .named("new"))
    } _: { () throws in
      try Alchemic.add(Digits())
      #expect(try AcGet(Check.self, .named("Check")).rules.count == 2)
      try Alchemic.add(Plugin())
      #expect(try AcGet(Check.self, .named("Check")).rules.count == 2)
      #expect(try AcGet(Check.self, .named("new")).rules.count == 3)
    }
  }

  @Test("F5: the model retains it until it is taken out, and no longer")
  func lifetime() throws {
    weak var weakly: Digits?
    var token: AddedElement?
    try withRules {
      do {
        let digits = Digits()
        weakly = digits
        token = try Alchemic.add(digits)
        #expect(try texts().count == 2)
      }
      #expect(weakly != nil)
      token?.remove()
      #expect(weakly == nil)
      do {
        let digits = Digits()
        weakly = digits
        token = try Alchemic.add(digits)
      }
      #expect(weakly != nil)
    }
    #expect(weakly == nil)
    token?.remove()
  }

  @Test(
    "F5, H1: each end of a model releases what was added, and its deinit reads what still exists",
    .alchemicMain, arguments: endsOfModels)
  func ends(_ end: String) async throws {
    final class Guest: @unchecked Sendable {
      let log: Log<String>
      @Injected var rules: [any Rule]
      init(_ log: Log<String>) { self.log = log }
      deinit { log.add("\(rules.count) rules") }
    }
    let log = Log<String>()
    let configure: @Sendable (ModelBuilder) -> Void = { $0.register { Length() } }
    @Sendable func use() throws {
      try Alchemic.add(Guest(log))
      #expect(try (AcGet([Guest].self).count, AcGet([String: Guest].self).count) == (1, 1))
    }
    Alchemic.reset()
    var outliving: CapturedModel?
    switch end {
    #if Waiting
    case "run":
      try await Alchemic.run {
        configure($0)
      } operation: {
        try use()
      }
    case "stop":
      try await Alchemic.start { configure($0) }
      try use()
      try await Alchemic.stop()
    #endif
    case "child":
      outliving = try Alchemic.withModel {
        configure($0)
      } operation: {
        try use()
        return Alchemic.capture()
      }
    default:
      try await Alchemic.start { configure($0) }
      try use()
      Alchemic.reset()
    }
    #expect(log.entries == ["1 rules"])
    withExtendedLifetime(outliving) {}
  }

  @Test("F5: before the start there is nothing to add to", .alchemicMain)
  func notStarted() {
    #expect(problems { try Alchemic.add(Digits()) }.map(\.id) == [.notStarted])
  }

  @Test("F5: the deinit of one object may take out another")
  func deinits() throws {
    final class Last: Rule, @unchecked Sendable {
      var text: String { "last" }
      var next: AddedElement?
      deinit { next?.remove() }
    }
    try withRules {
      let other = try Alchemic.add(Digits())
      let token = try {
        let last = Last()
        last.next = other
        return try Alchemic.add(last)
      }()
      #expect(try texts() == ["length", "digits", "last"])
      token.remove()
      #expect(try texts() == ["length"])
    }
  }
}

@Suite struct AddingChildTests {
  @Test("F5: the elements of a child replace those of a parent that declares nothing, too")
  func replacedWithoutFactories() throws {
    try withStartedModel({ _ in }) {
      try Alchemic.add(Digits())
      try Alchemic.withModel({ $0.register { Length() as any Rule } }) { () throws in
        #expect(try texts() == ["length"])
      }
    }
  }

  @Test("F5: a child begins with what its parent has, and then both are apart")
  func children() throws {
    try withRules {
      let token = try Alchemic.add(Digits())
      try Alchemic.withModel { _ in
      } operation: { () throws in
        #expect(try texts() == ["length", "digits"])
        try Alchemic.add(Pattern(text: "child's"))
        #expect(try texts() == ["length", "digits", "child's"])
        token.remove()
        #expect(try texts() == ["length", "digits", "child's"])
      }
      #expect(try texts() == ["length"])
    }
  }

  @Test("F5: the elements that a child declares replace those it has from its parent")
  func replaced() throws {
    try withRules {
      try Alchemic.add(Digits())
      try Alchemic.withModel {
        $0.register { Pattern(text: "fake") }
      } operation: { () throws in
        #expect(try texts() == ["fake"])
        try Alchemic.add(Pattern(text: "more"))
        #expect(try texts() == ["fake", "more"])
      }
    }
  }
}

@Suite struct AddingRaceTests {
  @Test("F5: threads add, remove and ask at the same time; in the end all is as it was")
  func races() async throws {
    try await Alchemic.withModel {
      $0.register { Length() }
      $0.register(.template) { Pattern(text: "new") }
    } operation: { () async throws in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            for round in 0..<200 {
              let token = try Alchemic.add(Pattern(text: "\(number).\(round)"))
              let all = try texts()
              #expect(all.contains("\(number).\(round)"))
              #expect(Set(try AcGet([String: any Rule].self).keys).contains(token.name))
              token.remove()
              #expect(!(try texts()).contains("\(number).\(round)"))
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try texts() == ["length", "new"])
    }
  }
}
#endif
