import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private protocol Store: AnyObject, Sendable { var number: Int { get } }
private final class Numbered: Store {
  let number: Int
  init(_ number: Int) { self.number = number }
}
/// Found by itself, as a class of a program is.
private final class TraitStore: Store, AlchemicCreatable {
  let number = -1
  init() {}
}
private final class TraitTill: AlchemicManaged {
  let store: any Store
  init(store: any Store) { self.store = store }
  static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, TraitTill.init(store:))
    AcRegister(of, .template)
  }
}
private final class Pool: Sendable {
  let number: Int
  init(_ store: any Store) async {
    await Task.yield()
    number = store.number
  }
}
@MainActor private final class Label {
  let number: Int
  init(_ store: any Store) { number = store.number }
}

/// The shorthand of a user, for many suites.
extension Trait where Self == ChildModelTrait {
  fileprivate static func store(_ number: Int) -> Self {
    .alchemic { $0.register { Numbered(number) as any Store } }
  }
}

@Suite(.store(1)) struct ChildModelTraitTests {
  @Test("X1: a test has the model of its suite") func suite() throws {
    #expect(try AcGet(TraitTill.self).store.number == 1)
  }

  @Test("X1: the trait of a test wins over that of its suite", .store(2)) func ofTest() throws {
    #expect(try AcGet(TraitTill.self).store.number == 2)
  }

  @Test("X1: several traits of one test: the last one wins", .store(2), .store(3))
  func several() throws {
    #expect(try AcGet(TraitTill.self).store.number == 3)
  }

  @Suite(.alchemic { $0.register { "inner" } }) struct Inner {
    @Test("X1: suites nest, and a test has what all of them declare") func both() throws {
      #expect(try AcGet(TraitTill.self).store.number == 1)
      #expect(try AcGet(String.self) == "inner")
    }

    @Test("X1: the trait of a test wins over those of all suites", .store(4)) func all() throws {
      #expect(try AcGet(TraitTill.self).store.number == 4)
      #expect(try AcGet(String.self) == "inner")
    }
  }

  private static let cases = Locked<Set<ObjectIdentifier>>([])

  @Test("X1: each case of a test has objects of its own", arguments: 0..<20)
  func cases(_ number: Int) throws {
    let store: any Store = try AcGet()
    #expect(try AcGet((any Store).self) === store)
    // Kept, so that no other has its address.
    Self.kept.withLock { $0.append(store) }
    #expect(Self.cases.withLock { $0.insert(ObjectIdentifier(store)).inserted })
  }
  private static let kept = Locked<[any Store]>([])

  @Test("X1: task groups and child tasks of a test have its model", .store(5))
  func tasks() async throws {
    async let one = AcGet((any Store).self).number
    #expect(try await one == 5)
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 { group.addTask { try AcGet(TraitTill.self).store.number } }
      return try await group.reduce(0, +)
    }
    #expect(sum == 500)
  }

  @Test("X1: a detached task has the test's model if it was captured", .store(6))
  func detached() async throws {
    let here = Alchemic.capture()
    let number = Task.detached { try here.run { try AcGet((any Store).self).number } }
    #expect(try await number.value == 6)
    let other = await Task.detached { try? AcGet((any Store).self).number }.value
    #expect(other != 6)
  }

  @Test(
    "X1: asynchronous factories and those of the main actor work in a test",
    .alchemic { model in
      model.register { (store: any Store) in await Pool(store) }
      model.register { @MainActor (store: any Store) in Label(store) }
    }, .store(7))
  func awaited() async throws {
    let pool: Pool = try await AcGetAsync()
    #expect(pool.number == 7)
    let label: Label = try await AcGetAsync()
    #expect(label.number == 7)
  }

  @Test("X1: a test on the main actor has its model", .store(8)) @MainActor
  func onMainActor() async throws {
    #expect(try AcGet((any Store).self).number == 8)
    await Task.yield()
    #expect(try AcGet((any Store).self).number == 8)
  }

  @Test("X1: AcSet in a test is for that test", .store(9)) func setting() throws {
    try AcSet(Numbered(10) as any Store)
    #expect(try AcGet((any Store).self).number == 10)
  }
}

@Suite struct ManyModels {
  @Test("X1: a thousand tests with as many fakes do not see each other", arguments: 0..<1_000)
  func thousand(_ number: Int) async throws {
    try await withChild(number) {
      for _ in 0..<3 {
        let till: TraitTill = try AcGet()
        #expect(till.store.number == number)
        await Task.yield()
      }
      async let store = AcGet((any Store).self).number
      let later = try await store
      #expect(later == number)
    }
  }

  /// As the trait does, whose closure cannot have the argument of a case.
  private func withChild(
    _ number: Int, _ body: nonisolated(nonsending) () async throws -> Void
  ) async throws {
    try await Alchemic.withModel {
      $0.register { Numbered(number) as any Store }
    } operation: {
      try await body()
    }
  }
}

@Suite struct ProblemsOfTraits {
  @Test("X1: the model of a test is gone after it, with its name") func afterwards() async throws {
    let left = Locked<CapturedModel?>(nil)
    try await run(ChildModelTrait.store(1)) { left.withLock { $0 = Alchemic.capture() } }
    let here = try #require(left.withLock { $0 })
    let headlines = problems { try here.run { _ = try AcGet(TraitTill.self) } }.map(\.headline)
    #expect(headlines.count == 1)
    #expect(
      headlines.first?.contains("after the model of the test 'afterwards()' had ended") == true)
  }

  @Test("X1: a mistake of a trait is one issue at its line, and the test does not run")
  func mistake() async throws {
    let trait: ChildModelTrait = .alchemic { model in
      model.register { (_: Pool) in Numbered(1) as any Store }
      model.register(AcTemplate(), AcWeak()) { "" }
    }
    let line = #line - 4
    let hasRun = Locked(false)
    let issues = Locked<[Issue]>([])
    try await withKnownIssue {
      try await run(trait) { hasRun.withLock { $0 = true } }
    } matching: { issue in
      issues.withLock { $0.append(issue) }
      return true
    }
    #expect(!hasRun.withLock { $0 })
    let issue = try #require(issues.withLock { $0.count == 1 ? $0[0] : nil })
    #expect(issue.sourceLocation?.line == line)
    #expect((issue.error as? AlchemicError)?.problems.count == 3)
  }

  @Test("X1: .alchemic and .alchemicMain on one test: an issue says which to keep")
  func both() async throws {
    let hasRun = Locked(false)
    for isMainFirst in [false, true] {
      try await withKnownIssue {
        let (child, main): (ChildModelTrait, MainModelTrait) = (.alchemic, .alchemicMain)
        if isMainFirst {
          try await run(main) { try await run(child) { hasRun.withLock { $0 = true } } }
        } else {
          try await run(child) { try await run(main) { hasRun.withLock { $0 = true } } }
        }
      } matching: { issue in
        issue.comments.contains { $0.rawValue.contains("keep .alchemic for a test with a model") }
      }
    }
    #expect(!hasRun.withLock { $0 })
  }
}

/// Runs a function as a test with a trait.
func run(_ trait: some TestScoping, _ body: @Sendable () async throws -> Void) async throws {
  let test = try #require(Test.current)
  try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
}
