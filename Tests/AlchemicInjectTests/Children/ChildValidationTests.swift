import AlchemicInject
import AlchemicTestSupport
import Testing

private protocol Store: AnyObject, Sendable {}
private final class RealStore: Store {}
private final class FakeStore: Store {}
private final class OtherFake: Store {}
private final class Till: Sendable { init(_: any Store) {} }
private final class Spy: Store { init(_: Till) {} }
private final class Recorder: Store { init(_: RealStore) {} }
private final class Missing: Sendable {}
private final class Host {
  @Injected var store: any Store
  @Weak var kept: (any Store)?
  @InjectedArray var all: [any Store]
}
private final class Aware: AlchemicAware {
  @Transient var store: any Store
  func didInject(variable: String) {}
  func didInjectDependencies() {}
}
private final class Page: Sendable {
  init(_: Int) {}
}
private final class Book: Sendable {
  init(_ pages: Provider<Page, Int>) {}
}

private func declareParent(_ model: ModelBuilder) {
  model.register(RealStore.init)
  model.register(Till.init)
  model.register { (_: Till) in Host() }
  model.register(Aware.init)
  model.register(Page.init, .argument)
  model.register { (pages: Provider<Page, Int>) in Book(pages) }
}

/// The problems of a child.
private func problemsOfChild(
  of parent: Model, _ configure: (ModelBuilder) -> Void
) -> [String] {
  problems {
    let builder = ModelBuilder(inheriting: parent.inheritanceForChild())
    configure(builder)
    _ = try builder.buildChild(
      named: "the child", sharing: .none, injector: ModelHostInjector())
  }.map(\.headline)
}

@Suite("Validation of child models")
struct ChildValidationTests {
  @Test("C7: all problems of a child are reported at once, and nothing is made")
  func allAtOnce() throws {
    let made = Locked(0)
    func note() { made.withLock { $0 += 1 } }
    let problems = problems {
      try Alchemic.withModel { model in
        model.register { (_: Missing) in
          note()
          return Till(FakeStore())
        }
        model.register(AcTemplate(), AcWeak()) { FakeStore() }
        model.register(AcFactoryName("twice")) { OtherFake() }
        model.register(AcFactoryName("twice")) { OtherFake() }
      } operation: {
        note()
      }
    }
    #expect(Set(problems.map(\.id)) == [.noMatch, .optionConflict, .duplicateName])
    #expect(made.withLock { $0 } == 0)
  }

  @Test("C7: what a child declares is checked against all that takes it")
  func takers() throws {
    let parent = try makeModel(declareParent)
    #expect(problemsOfChild(of: parent) { $0.register { FakeStore() as any Store } } == [])
    #expect(problemsOfChild(of: parent) { $0.register(Recorder.init) } == [])
    // Two for one argument.
    let several = problemsOfChild(of: parent) { model in
      model.register { FakeStore() as any Store }
      model.register { OtherFake() as any Store }
    }
    #expect(several.contains("[several-matches] Expected 1 factory for 'Store', found 2."))
    // It needs what needs it.
    let cycle = problemsOfChild(of: parent) { $0.register(Spy.init) }
    #expect(cycle.count == 1 && cycle[0].hasPrefix("[cycle]"))
    // Arguments of the caller.
    let arguments = problemsOfChild(of: parent) {
      $0.register({ (_: Int, _: Int) in Page(1) }, .argument, .argument)
    }
    #expect(arguments.count == 1 && arguments[0].hasPrefix("[wrong-arguments]"))
    // It may be nil, which is a warning.
    let nillable = problemsOfChild(of: parent) {
      $0.register(AcNillable()) { FakeStore() as any Store }
    }
    #expect(nillable == [])
  }

  @Test("C7: a name that a child gives to another type is a problem of those that ask for it")
  func names() throws {
    let parent = try makeModel { model in
      model.register(AcFactoryName("main")) { RealStore() as any Store }
      model.register(Till.init, .named("main"))
    }
    #expect(
      problemsOfChild(of: parent) {
        $0.register(AcFactoryName("main")) { FakeStore() as any Store }
      }
        == [])
    let wrong = problemsOfChild(of: parent) { $0.register(AcFactoryName("main")) { 5 } }
    #expect(wrong.count == 1 && wrong[0].hasPrefix("[wrong-type]"))
  }

  @Test("C7: what a child finds is what a model of all declarations finds")
  func sameAsWhole() throws {
    // Each of a few declarations, alone and in pairs: in a child, and as primaries of one model.
    let declarations: [(name: String, declare: (ModelBuilder) -> Void)] = [
      ("fake", { $0.register(.primary) { FakeStore() as any Store } }),
      ("other", { $0.register(.primary) { OtherFake() as any Store } }),
      ("spy", { $0.register(Spy.init, AcPrimary()) }),
      ("recorder", { $0.register(Recorder.init, AcPrimary()) }),
      ("template", { $0.register(.template, .primary) { FakeStore() as any Store } }),
      ("till", { $0.register(.primary) { (_: RealStore) in Till(FakeStore()) } }),
      ("missing", { $0.register(.primary) { (_: Missing) in Till(FakeStore()) } }),
      ("real", { $0.register(.primary) { (_: Till) in RealStore() } }),
      ("page", { $0.register({ (_: String) in Page(1) }, .argument, options: .primary) }),
      ("constant page", { $0.register(.primary) { Page(1) } }),
      ("weak", { $0.register(.primary, .weak) { FakeStore() as any Store } }),
      ("awaited", { $0.register(.primary) { () async in FakeStore() as any Store } }),
      (
        "awaited template",
        {
          $0.register(.primary, .template) { () async in FakeStore() as any Store }
        }
      ),
      ("aware", { $0.register(.primary) { (_: any Store) in Aware() } }),
      ("nillable", { $0.register(.primary, .nillable) { FakeStore() as any Store } }),
    ]
    let parent = try makeModel(declareParent)
    for (number, first) in declarations.enumerated() {
      for second in declarations[number...] {
        func declare(_ model: ModelBuilder) {
          first.declare(model)
          if second.name != first.name { second.declare(model) }
        }
        // Only names differ: one that a child declares hides the inherited one.
        func texts(_ headlines: [String]) -> Set<String> {
          Set(
            headlines.map {
              $0.replacing(" (primary)", with: "").replacing(
                ", which is the name of their type", with: "")
            })
        }
        let child = problemsOfChild(of: parent, declare)
        let whole = problems { model in
          declareParent(model)
          declare(model)
        }.map(\.headline)
        #expect(texts(child) == texts(whole), "\(first.name) and \(second.name)")
      }
    }
  }
}
