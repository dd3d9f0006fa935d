import AlchemicMessages
import AlchemicTestSupport
import AlchemicTesting
import Testing

@testable import AlchemicCore
@testable import AlchemicInject

private protocol Store: AnyObject {}
private final class FileStore: Store {}
private final class CloudStore: Store {}
private final class Till {}

private final class Client { @Injected(AcClass(FileStore.self)) var store: any Store }
private final class Cashier { @Injected(AcObject(Till())) var till: Till }
private final class Wallet { @Injected(AcString("EUR")) var base: String }
private final class Drawer { @Injected var till: Till }
private final class Lister { @InjectedArray(AcName("fiel")) var stores: [any Store] }

@Suite struct WarningTests {
  private func stores(in model: ModelBuilder) {
    model.register(FileStore.init, AcFactoryName("file"))
    model.register(CloudStore.init)
  }

  @Test("V3: a property with several candidates is a warning, and in strict mode an error")
  func ambiguous() throws {
    let configure: (ModelBuilder) -> Void = { model in
      self.stores(in: model)
      model.register(AcTemplate()) { Client() }
    }
    let report = try makeModel(configure).report
    #expect(report.warnings.map(\.id) == [.mayBeAmbiguous])
    #expect(report.warnings[0].path.first?.subject == "Client.store")
    #expect(report.warnings[0].candidates.map(\.name) == ["file", "CloudStore"])
    #expect(report.propertiesLeft == 1 && report.properties == 0)
    #expect(
      report.description == """
        The model is sound: 3 factories, 1 property, 1 left to the first injection.
        Names in properties are checked with the first object of each host.
        """)
    let strict = problems { _ = try makeModel(.strict, configure) }
    #expect(strict.map(\.id) == [.mayBeAmbiguous])
    #expect(strict.allSatisfy { $0.isWarning })
  }

  @Test("V3: a warning ends with the first object, whose criteria are checked")
  func checked() throws {
    let model = try makeModel { model in
      stores(in: model)
      model.register(Client.init)
    }
    #expect(model.warnings.map(\.id) == [.mayBeAmbiguous])
    try model.createSingletons()
    #expect(model.warnings.isEmpty)
  }

  @Test("V7: a constant object in a host that a factory makes is legal, and a warning")
  func constants() throws {
    try Alchemic.withModel { model in
      model.register(Cashier.init)
      model.register(Wallet.init)
    } operation: {
      let cashier: Cashier = try AcGet()
      #expect(cashier.till === cashier.till)
      #expect(try AcGet(Wallet.self).base == "EUR")
    }
    let warnings = try makeModel { model in
      model.register(Cashier.init)
      model.register(Wallet.init)
    }.warnings
    #expect(warnings.map(\.id) == [.mayBeMissing, .mayBeMissing])
    #expect(warnings.map(\.subject) == ["Till", "String"])
  }

  @Test("V7: a class that nothing makes and no constant replaces fails with the first object")
  func missingClass() throws {
    let configure: (ModelBuilder) -> Void = { $0.register(Drawer.init) }
    #expect(try makeModel(configure).warnings.map(\.id) == [.mayBeMissing])
    let found = problems { try withStartedModel(configure) {} }
    #expect(found.map(\.id) == [.noMatch])
    #expect(problems { _ = try makeModel(.strict, configure) }.map(\.id) == [.mayBeMissing])
  }

  #if Suggestions
  @Test(
    "S4: an unknown name is a warning where nil or an empty array is legal, with the nearest name")
  func unknownNames() throws {
    let model = try makeModel { model in
      stores(in: model)
      model.register({ (store: (any Store)?) in store == nil }, AcName("fiel"))
    }
    #expect(model.warnings.map(\.id) == [.unknownName])
    #expect(
      model.warnings[0].headline
        == "[unknown-name] No factory matches .named(\"fiel\"), so the answer for 'Store?' is nil or empty."
    )
    #expect(model.warnings[0].candidates.map(\.name) == ["file", "CloudStore"])
    #expect(model.warnings[0].path.first?.subject == "Bool (argument 1)")
  }
  #endif

  @Test("S4: an unknown name of a request or a property is announced", .alchemicMain)
  func announced() throws {
    let log = Log<Problem>()
    Alchemic.observe { if case .warning(let warning) = $0 { log.add(warning) } }
    try Alchemic.start { model in
      stores(in: model)
      model.register(Lister.init)
    }
    #expect(try AcGet((any Store)?.self, AcName("cluod")) == nil)
    let unknown = log.entries.filter { $0.id == .unknownName }
    #expect(unknown.map { $0.path.first?.subject } == ["Lister.stores", "AcGet"])
    #expect(unknown.allSatisfy { $0.path.first?.location != nil })
  }

  @Test("V4: a validation returns the warnings, and a strict start creates nothing", .alchemicMain)
  func seen() throws {
    let made = Counter()
    let configure: (ModelBuilder) -> Void = { model in
      self.stores(in: model)
      model.register { () -> Client in
        made.increment()
        return Client()
      }
      model.register(Till.self, AcReference())
      model.register { (till: Till) in 1 }
    }
    let warnings = try Alchemic.validate(configure).warnings.map(\.id)
    #expect(warnings.contains(.mayBeAmbiguous) && warnings.contains(.waitsForReference))
    let found = problems { try Alchemic.start(.strict, configure) }
    #expect(found.map(\.id).contains(.mayBeAmbiguous))
    #expect(made.value == 0)
    try Alchemic.start(configure)
    #expect(made.value == 1)
    let left = try Alchemic.model.warnings.filter { $0.subject == "Int" || $0.subject == "Store" }
    #expect(left.map(\.id) == [.waitsForReference])
    try AcSet(Till())
    #expect(try AcGet(Int.self) == 1)
    #expect(try !Alchemic.model.warnings.contains { $0.subject == "Int" })
  }

  @Test("V4: a strict start or validation needs no registrations", .alchemicMain)
  func strictWithout() async throws {
    // Other tests' classes may have warnings, as those of one program.
    let found = problems { try Alchemic.validate(.strict) }
    let started = problems { try Alchemic.start(.strict) }
    #expect(started.map(\.id) == found.map(\.id))
    Alchemic.reset()
    let awaited = await problems { try await Alchemic.start(.strict) }
    #expect(awaited.map(\.id) == found.map(\.id))
    #expect(found.allSatisfy { $0.isWarning })
    #expect(problems { _ = try makeModel { $0.register(Shop.init) } }.allSatisfy { !$0.isWarning })
  }

  private final class Shop { init(_ store: any Store) {} }

  #if Suggestions
  @Test(
    "V6: an argument by a name of a type that nothing makes: correct it, or let the caller give it")
  func namedArgument() {
    struct Key {}
    let found = problems { $0.register({ (_: Key) in 1 }, AcName("key")) }
    #expect(
      found.first?.description.hasSuffix(
        """
        → register a factory for Key with .named("key"), correct the criteria, or, if the caller \
        gives it, mark it with .argument, in a closure with the type Given<Key>
        """) == true)
  }
  #endif

  @Test("V4: an asynchronous start has the strict mode, too", .alchemicMain)
  func strictlyAwaiting() async {
    let found = await problems {
      try await Alchemic.start(.strict) { model in
        self.stores(in: model)
        model.register(Client.init)
      }
    }
    #expect(found.map(\.id).contains(.mayBeAmbiguous))
  }
}

private protocol Absent: AnyObject {}

@Suite struct MergingTests {
  private struct Needy<Number> { let absent: any Absent }
  private final class First { init(_ second: Second) {} }
  private final class Second { init(_ first: First) {} }

  @Test(
    "V5: a type that a thousand dependents need is one problem, and the cycle beside it is printed")
  func flood() throws {
    let error = try #require(
      alchemicError {
        _ = try makeModel { model in
          for number in 0..<1000 {
            model.register(AcFactoryName("\(number)")) { (absent: any Absent) in
              Needy<Int>(absent: absent)
            }
          }
          model.register(First.init)
          model.register(Second.init)
        }
      })
    #expect(error.problems.map(\.id) == [.noMatch, .cycle])
    #expect(error.problems[0].alsoNeededBy.count == 999)
    let text = error.problems[0].description
    #expect(text.contains("needed by   0 (argument 1)"))
    #expect(text.contains("and by      5 (argument 1)") && !text.contains("6 (argument 1)"))
    #expect(text.contains("… and by 994 more"))
  }

  @Test("V5: one missing type of two kinds of requests is two problems")
  func different() {
    let found = problems { model in
      model.register { (absent: any Absent) in 1 }
      model.register({ (absent: any Absent) in "" }, AcName("x"))
    }
    #expect(found.map(\.id) == [.noMatch, .noMatch])
  }
}

/// Counts how often it makes suggestions.
private final class CountingSuggestions: Suggestions {
  let count = Counter()
  func complete(_ problem: Problem) -> Problem {
    count.increment()
    return problem
  }
}

extension MergingTests {
  @Test("V10: suggestions are made when a message is read, not when a problem is found")
  func lazily() {
    let suggestions = CountingSuggestions()
    let problem = Problem(.noMatch(criteria: []), "Till", completing: suggestions)
    let error = AlchemicError(Array(repeating: problem, count: 1_000))
      .requested(by: Problem.Step("Basket.till", nil))
    #expect(error.problems.merged.count == 1 && suggestions.count.value == 0)
    _ = error.problems.merged[0].description
    #expect(suggestions.count.value > 0)
  }
}
