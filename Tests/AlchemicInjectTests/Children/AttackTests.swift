import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Store: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}
private struct Parts: Sendable {
  @Injected var store: Store
}
/// A host as the documents advise: its properties are in a structure.
private final class Service: Sendable {
  let parts = Parts()
}
private final class Screen: @unchecked Sendable {
  @Injected var store: Store
  @Weak var kept: Store?
}
private final class AwareScreen: AlchemicAware, @unchecked Sendable {
  @Injected var store: Store
  @Injected var screen: Screen
  func didInject(variable: String) {}
  func didInjectDependencies() {}
}
private final class Opener: Sendable {
  let open: Provider<Screen>
  init(_ open: Provider<Screen>) { self.open = open }
}
private final class Pool: Sendable {
  init() async { await Task.yield() }
}
private final class Office: Sendable {
  let pool: Pool
  init(_ pool: Pool) { self.pool = pool }
}
private final class PoolReader: AlchemicAware, @unchecked Sendable {
  @Injected var pool: Pool
  func didInject(variable: String) {}
  func didInjectDependencies() {}
}
@MainActor private final class Label {
  init() {}
}
private final class LabelReader: @unchecked Sendable {
  let label: Label
  init(_ label: Label) { self.label = label }
}
private final class LabelAware: AlchemicAware, @unchecked Sendable {
  @Injected var label: Label
  func didInject(variable: String) {}
  func didInjectDependencies() {}
}
private final class Extra: Sendable {}

private func replaceStore(_ model: ModelBuilder) { model.register { Store("child") } }

private func detached<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await Task.detached { body() }.value
}

@Suite("Hosts of a parent in the tasks of its children") struct AttackHostTests {
  @Test("a structure in a host of the parent")
  func structInHostOfParent() throws {
    try withStartedModel({
      $0.register { Store("parent") }; $0.register { Service() }
    }) {
      let service: Service = try AcGet()
      try Alchemic.withModel(replaceStore) { () throws in
        // The point of a structure has no host whose model it could find.
        withKnownIssue { #expect(service.parts.store.name == "parent") }
      }
    }
  }

  @Test("a template's product that a provider of the parent creates")
  func templateOfParentByProvider() throws {
    try withStartedModel({
      $0.register { Store("parent") }
      $0.register(.template) { Screen() }
      $0.register { Opener($0) }
    }) {
      let opener: Opener = try AcGet()
      try Alchemic.withModel(replaceStore) { () throws in
        // A template's product is in no slot, so it looks like a host that was made by hand.
        let screen = try opener.open()
        withKnownIssue { #expect(screen.store.name == "parent") }
      }
    }
  }

  @Test("a host of the parent that a child registers stays with the parent")
  func objectOfParentRegisteredInChild() throws {
    try withStartedModel({
      $0.register { Store("parent") }
      $0.register { Screen() }
    }) {
      let screen: Screen = try AcGet()
      try Alchemic.withModel({ model in
        replaceStore(model)
        model.register(object: screen)
      }) { () throws in
        #expect(try AcGet(Screen.self) === screen)
        #expect(screen.store.name == "parent")
      }
    }
  }

  @Test("so does one that a child sets")
  func objectOfParentSetInChild() throws {
    try withStartedModel({
      $0.register { Store("parent") }
      $0.register { Screen() }
    }) {
      let screen: Screen = try AcGet()
      try Alchemic.withModel(replaceStore) { () throws in
        try AcSet(screen)
        #expect(screen.store.name == "parent")
      }
    }
  }

  @Test("so does an object that both have")
  func objectRegisteredInParent() async {
    await #expect(processExitsWith: .success) {
      let screen = Screen()
      try withStartedModel({
        $0.register { Store("parent") }
        $0.register(object: screen)
      }) {
        try Alchemic.withModel(replaceStore) { () throws in
          #expect(try AcGet(Screen.self) === screen)
        }
        #expect(screen.store.name == "parent")
      }
    }
  }

  /// Two tests after each other that inherit one static host.
  @Test("one object in two children, one after the other")
  func objectInTwoChildren() async {
    await withKnownIssue {
      await #expect(processExitsWith: .success) {
        let screen = Screen()
        try withStartedModel({
          $0.register { Store("parent") }
          $0.register(.lazy, object: screen)
        }) {
          try Alchemic.withModel(replaceStore) { () throws in _ = try AcGet(Screen.self) }
          try Alchemic.withModel(replaceStore) { () throws in
            let screen: Screen = try AcGet()
            // It is bound to the first child, which has ended.
            #expect(screen.store.name == "child")
          }
        }
      }
    }
  }

  @Test("a lent host reads its properties from the parent, two levels down")
  func lentAndReadInChild() throws {
    try withStartedModel({
      $0.register { Store("parent") }
      $0.register { Screen() }
      $0.register { Extra() }
      $0.register { AwareScreen() }
    }) {
      try Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) { () throws in
        try Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) { () throws in
          let screen: Screen = try AcGet()
          #expect(screen.store.name == "parent")
          #expect(screen.kept?.name == "parent")
          let aware: AwareScreen = try AcGet()
          #expect(aware.screen === screen)
          #expect(aware.store === screen.store)
        }
      }
      let (screen, store): (Screen, Store) = (try AcGet(), try AcGet())
      #expect(screen.store === store)
    }
  }

  /// The host is read for the first time outside after it was lent in a nested child of a child.
  @Test("a child lends its host to its own child")
  func lentByChildOfChild() async throws {
    try await withStartedModel({
      $0.register { Store("parent") }
      $0.register { Screen() }
      $0.register { Extra() }
    }) {
      try await Alchemic.withModel(replaceStore) {
        let screen = try Alchemic.withModel(
          sharing: .unaffected, { $0.register { Extra() } }
        ) { try AcGet(Screen.self) }
        #expect(await detached { screen.store.name } == "child")
        #expect(try AcGet(Screen.self) === screen)
      }
    }
  }
}

@Suite("Objects that a child borrows") struct AttackLendingTests {
  @Test("a lent object whose argument has to be awaited")
  func needsAwaited() async throws {
    try await withStartedModel({
      $0.register(.lazy) { await Pool() }
      $0.register(.lazy) { Office($0) }
      $0.register(.lazy) { PoolReader() }
    }) {
      try await Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) {
        let office: Office = try await AcGetAsync()
        let reader: PoolReader = try await AcGetAsync()
        let pool: Pool = try await AcGetAsync()
        #expect(office.pool === pool)
        #expect(reader.pool === pool)
      }
      #expect(try AcGet(Office.self).pool === AcGet(Pool.self))
    }
  }

  @Test("a lent object whose property has to be awaited")
  func needsAwaitedReaderFirst() async throws {
    try await withStartedModel({
      $0.register(.lazy) { await Pool() }
      $0.register(.lazy) { PoolReader() }
    }) {
      try await Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) {
        let reader: PoolReader = try await AcGetAsync()
        let pool: Pool = try await AcGetAsync()
        #expect(reader.pool === pool)
      }
    }
  }

  @Test("a lent object whose argument is made on the main actor")
  func needsMainActor() async throws {
    try await withStartedModel({
      $0.register(.lazy) { @MainActor in Label() }
      $0.register(.lazy) { LabelReader($0) }
    }) {
      try await Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) {
        let reader: LabelReader = try await AcGetAsync()
        let label: Label = try await AcGetAsync()
        #expect(reader.label === label)
      }
    }
  }

  @Test("a lent object that is made on the main actor")
  func needsMainActorItself() async throws {
    try await withStartedModel({
      $0.register(.lazy) { @MainActor in Label() }
    }) {
      try await Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) {
        let label: Label = try await AcGetAsync()
        let again: Label = try AcGet()
        #expect(again === label)
      }
    }
  }

  @Test("a lent object whose property is made on the main actor")
  func needsMainActorByProperty() async throws {
    try await withStartedModel({
      $0.register(.lazy) { @MainActor in Label() }
      $0.register(.lazy) { LabelAware() }
    }) {
      try await Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) {
        let reader: LabelAware = try await AcGetAsync()
        let label: Label = try await AcGetAsync()
        #expect(reader.label === label)
      }
    }
  }

  @Test("the same two levels down")
  func needsAwaitedTwice() async throws {
    try await withStartedModel({
      $0.register(.lazy) { await Pool() }
      $0.register(.lazy) { Office($0) }
    }) {
      try await Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) {
        try await Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) {
          let office: Office = try await AcGetAsync()
          let pool: Pool = try await AcGetAsync()
          #expect(office.pool === pool)
        }
      }
      #expect(try AcGet(Office.self).pool === AcGet(Pool.self))
    }
  }

  @Test("an awaited object that the parent creates later")
  func awaitedLaterInParent() async throws {
    try await withStartedModel({ $0.register(.lazy) { await Pool() } }) {
      let parent = Alchemic.capture()
      try await Alchemic.withModel(sharing: .unaffected, { _ in }) {
        #expect(problems { _ = try AcGet(Pool.self) }.map(\.id) == [.needsAwait])
        let pool = try await parent.run { try await AcGetAsync(Pool.self) }
        // Whether a loan has to be awaited is decided when the child first sees the factory.
        withKnownIssue { _ = try AcGet(Pool.self) }
        #expect(try await AcGetAsync(Pool.self) === pool)
      }
    }
  }

  @Test("a weak awaited object that ended")
  func weakAwaited() async throws {
    try await withStartedModel({ $0.register(.weak) { await Pool() } }) {
      var pool: Pool? = try await AcGetAsync()
      try await Alchemic.withModel(sharing: .unaffected, { _ in }) {
        var lent: Pool? = try AcGet()
        #expect(lent === pool)
        pool = nil
        lent = nil
        let next: Pool = try await AcGetAsync()
        lent = try await AcGetAsync()
        #expect(lent === next)
      }
    }
  }
}

private final class Holder: Sendable {
  let store: Store
  init(_ store: Store) { self.store = store }
}
private final class OfficeUser: Sendable {
  let office: Office
  init(_ office: Office) { self.office = office }
}
private final class LabelUser: @unchecked Sendable {
  let reader: LabelReader
  init(_ reader: LabelReader) { self.reader = reader }
}

private final class Journal: Sendable {
  let store: Store
  init(_ store: Store) { self.store = store }
}

private final class Shop: Sendable {
  let store: Store
  init(_ store: Store) { self.store = store }
  func journal() -> Journal { Journal(store) }
}

@Suite("Children of children that share") struct AttackNestedTests {
  @Test("a child of a child replaces what a lent object needs by argument")
  func replacedArgumentBelowLoan() throws {
    try withStartedModel({
      $0.register { Store("parent") }
      $0.register { Holder($0) }
      $0.register { Extra() }
    }) {
      try Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) { () throws in
        try Alchemic.withModel(sharing: .unaffected, replaceStore) { () throws in
          #expect(try AcGet(Holder.self).store.name == "child")
        }
      }
    }
  }

  @Test("a child without sharing borrows nothing, also from a child that does")
  func isolatedBelowLoan() throws {
    try withStartedModel({
      $0.register { Store("parent") }
      $0.register { Holder($0) }
      $0.register { Screen() }
      $0.register { Extra() }
    }) {
      let (holder, screen): (Holder, Screen) = (try AcGet(), try AcGet())
      try Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) { () throws in
        try Alchemic.withModel(replaceStore) { () throws in
          let (own, ownScreen): (Holder, Screen) = (try AcGet(), try AcGet())
          #expect(own !== holder)
          #expect(own.store.name == "child")
          #expect(ownScreen !== screen)
          #expect(ownScreen.store.name == "child")
        }
      }
      #expect(screen.store.name == "parent")
    }
  }

  @Test("a child's own object needs a lent one that has to be awaited")
  func ownNeedsLentThatAwaits() async throws {
    try await withStartedModel({
      $0.register(.lazy) { await Pool() }
      $0.register(.lazy) { Office($0) }
      $0.register(.lazy) { @MainActor in Label() }
      $0.register(.lazy) { LabelReader($0) }
    }) {
      try await Alchemic.withModel(
        sharing: .unaffected,
        {
          $0.register { OfficeUser($0) }
          $0.register { LabelUser($0) }
        }
      ) {
        let user: OfficeUser = try await AcGetAsync()
        let pool: Pool = try AcGet()
        #expect(user.office.pool === pool)
        let reader: LabelUser = try await AcGetAsync()
        let label: Label = try AcGet()
        #expect(reader.reader.label === label)
      }
    }
  }

  @Test("methods of classes whose objects are lent, replaced or isolated")
  func owners() throws {
    try withStartedModel({
      $0.register { Store("parent") }
      $0.declare(Shop.self) { of in
        AcInitializer(of, Shop.init)
        AcMethod(of, Shop.journal, options: .named("journal"))
      }
      $0.register { Extra() }
    }) {
      let page: Journal = try AcGet(.named("journal"))
      try Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) { () throws in
        #expect(try AcGet(Journal.self, .named("journal")) === page)
        try Alchemic.withModel(sharing: .unaffected, replaceStore) { () throws in
          #expect(try AcGet(Journal.self, .named("journal")).store.name == "child")
        }
        try Alchemic.withModel(replaceStore) { () throws in
          #expect(try AcGet(Journal.self, .named("journal")).store.name == "child")
        }
        #expect(try AcGet(Journal.self, .named("journal")) === page)
      }
    }
  }

  @Test("what a set object would have needed is not created")
  func setInsteadOfAwaited() async throws {
    let made = Counter()
    try await withStartedModel({
      $0.register(.lazy) { () async in
        made.increment()
        return await Pool()
      }
      $0.register(.lazy) { Office($0) }
    }) {
      try AcSet(Office(await Pool()))
      try await Alchemic.withModel(sharing: .unaffected, { _ in }) {
        let office: Office = try await AcGetAsync()
        withExtendedLifetime(office) {}
      }
      #expect(made.value == 0)
    }
  }

  @Test("a hundred models in each other")
  func deep() async throws {
    func nest(_ depth: Int, _ sharing: ModelSharing, _ body: @escaping () throws -> Void) throws {
      if depth == 0 { return try body() }
      try Alchemic.withModel(sharing: sharing, { $0.register { Extra() } }) { () throws in
        try nest(depth - 1, sharing, body)
      }
    }
    try withStartedModel({
      $0.register { Store("parent") }
      $0.register { Holder($0) }
      $0.register { AwareScreen() }
      $0.register { Screen() }
      $0.register { Extra() }
    }) {
      let holder: Holder = try AcGet()
      try nest(100, .unaffected) { () throws in
        #expect(try AcGet(Holder.self) === holder)
        #expect(try AcGet(AwareScreen.self).store === holder.store)
      }
      try nest(100, .none) { () throws in
        #expect(try AcGet(Holder.self) !== holder)
        #expect(try AcGet(AwareScreen.self).store !== holder.store)
      }
    }
  }

  @Test("a child in the initializer of a lent object")
  func childInInitializerOfLent() throws {
    try withStartedModel({ model in
      model.register { Store("parent") }
      model.register(.lazy) { (store: Store) -> Holder in
        let inner = try Alchemic.withModel(sharing: .unaffected, { $0.register { Store("inner") } })
        {
          try AcGet(Store.self)
        }
        #expect(inner.name == "inner")
        #expect(try AcGet(Store.self) === store)
        let here = Alchemic.capture()
        onThreads(1) { _ in
          let same = here.run { try? AcGet(Store.self) }
          #expect(same === store)
        }
        return Holder(store)
      }
      model.register { Extra() }
    }) {
      try Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) { () throws in
        #expect(try AcGet(Holder.self).store === AcGet(Store.self))
      }
    }
  }

  @Test("a circle through a child is an error")
  func circleThroughChild() throws {
    try withStartedModel({ model in
      model.register { Store("parent") }
      model.register(.lazy) { () throws -> Holder in
        try Alchemic.withModel(sharing: .unaffected, { _ in }) { try AcGet(Holder.self) }
      }
    }) {
      #expect(problems { _ = try AcGet(Holder.self) }.map(\.id) == [.cycle])
      try Alchemic.withModel(sharing: .unaffected, { _ in }) { () throws in
        #expect(problems { _ = try AcGet(Holder.self) }.map(\.id) == [.cycle])
      }
    }
  }
}

@Suite("Ends of children") struct AttackRaceTests {
  @Test("a child ends while other threads create in it")
  func endWhileOthersCreate() async throws {
    try await withStartedModel({
      $0.register { Store("parent") }
      $0.register(.lazy) { Holder($0) }
      $0.register(.lazy) { AwareScreen() }
      $0.register(.lazy) { Screen() }
      $0.register(.lazy) { await Pool() }
      $0.register(.lazy) { Office($0) }
    }) {
      for round in 0..<100 {
        let done = Log<Task<Void, Never>>()
        let sharing = round % 2 == 0 ? ModelSharing.none : .unaffected
        try await Alchemic.withModel(
          sharing: sharing,
          { if round % 3 > 0 { replaceStore($0) } }
        ) {
          let here = Alchemic.capture()
          for number in 0..<4 {
            done.add(
              Task.detached {
                await here.run {
                  do {
                    switch number {
                    case 0:
                      let holder: Holder = try AcGet()
                      let expected = round % 3 > 0 ? "child" : "parent"
                      if holder.store.name != expected { Issue.record("\(holder.store.name)") }
                    case 1: _ = try AcGet(AwareScreen.self)
                    case 2:
                      let office: Office = try await AcGetAsync()
                      withExtendedLifetime(office) {}
                    default:
                      try Alchemic.withModel { _ in
                      } operation: { () throws in
                        _ = try AcGet(Holder.self)
                      }
                    }
                  } catch let error as AlchemicError {
                    let ids = error.problems.map(\.id)
                    if ids != [.modelGone] { Issue.record("\(round) \(number) \(error)") }
                  } catch { Issue.record(error) }
                }
              })
          }
          if round % 5 == 0 { pause(milliseconds: 1) }
          await Task.yield()
        }
        for task in done.entries { await task.value }
      }
    }
  }
}

private final class ObservedScreen: @unchecked Sendable {
  @Injected var store: Store
}
private final class HolderMaker: Sendable {
  let make: Provider<Holder>
  init(_ make: Provider<Holder>) { self.make = make }
}
private final class Aspect: AlchemicAspect {
  static let names = Locked<[String]>([])
  @TaskLocal static var isOn = false
  static func modelDidExtend(_ model: Model, with factories: [FactoryFacts]) {
    guard isOn else { return }
    let name = (try? AcGet(Store.self).name) ?? "none"
    names.withLock { $0.append(name) }
  }
}

private func startMain(_ configure: (ModelBuilder) -> Void) throws {
  try Alchemic.start(configure)
}
private func discoverMain(_ configure: (ModelBuilder) -> Void) throws {
  _ = try Alchemic.discover(configure)
}

@Suite("The main model beside children", .alchemicMain) struct AttackMainTests {
  @Test("aspects of an awaited discovery run in the main model")
  func discoverAwaiting() async throws {
    try startMain { $0.register(.primary) { Store("main") } }
    Aspect.names.withLock { $0 = [] }
    try await Aspect.$isOn.withValue(true) {
      try await Alchemic.withModel(replaceStore) {
        _ = try await Alchemic.discover { $0.register(.named("one")) { Extra() } }
        try discoverMain { $0.register(.named("two")) { Extra() } }
      }
    }
    #expect(Aspect.names.withLock { $0 } == ["main", "main"])
  }

  @Test("a reset in the task of a child")
  func resetInChild() async throws {
    for round in 0..<20 {
      try startMain {
        $0.register(.primary) { Store("main") }
        $0.register(.lazy) { Holder($0) }
        $0.register { Opener($0) }
        $0.register(.template) { Screen() }
        $0.register { Service() }
      }
      let opener: Opener = try AcGet()
      try await Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) {
        if round % 2 == 0 { _ = try AcGet(Holder.self) }
        let child = Alchemic.capture()
        Alchemic.reset()
        if round % 2 == 1 {
          #expect(problems { _ = try AcGet(Holder.self) }.map(\.id) == [.modelGone])
        }
        withExtendedLifetime(opener) {}
        try startMain { $0.register(.primary) { Store("next") } }
        let outer = await detached { (try? AcGet(Store.self).name) ?? "" }
        #expect(outer == "next")
        let inner = await detached { child.run { (try? AcGet(Store.self).name) ?? "gone" } }
        #expect(inner == "gone")
      }
      #expect(try AcGet(Store.self).name == "next")
      Alchemic.reset()
    }
  }

  @Test("the main model's observers do not see the hosts of children")
  func observersDoNotSeeHostsOfChildren() async throws {
    let log = Log<String>()
    try startMain { $0.register(.primary) { Store("main") } }
    Alchemic.observe { event in
      if case .didInject(let host, let variable, _) = event, host.contains("ObservedScreen") {
        log.add(variable)
      }
    }
    try await Alchemic.withModel({
      replaceStore($0)
      $0.register { ObservedScreen() }
    }) {
      let screen: ObservedScreen = try AcGet()
      #expect(await detached { screen.store.name } == "child")
    }
    #expect(log.entries == [])
    let own = ObservedScreen()
    #expect(own.store.name == "main")
    #expect(log.entries == ["store"])
  }

  @Test("a lent structure is not bound to the borrower")
  func lentStructureWhileObserved() throws {
    try startMain {
      $0.register(.primary) { Store("main") }
      $0.register { Parts() }
    }
    let observation = Alchemic.observe { _ in }
    let parts = try Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) {
      try AcGet(Parts.self)
    }
    // It is not bound to the child, which has ended.
    #expect(parts.store.name == "main")
    withExtendedLifetime(observation) {}
  }

  @Test("a host of the main model in the task of a child that has ended")
  func hostOfParentInTaskOfEndedChild() async throws {
    try startMain {
      $0.register(.primary) { Store("main") }
      $0.register { Screen() }
      $0.register(.template) { Holder($0) }
      $0.register { HolderMaker($0) }
    }
    let (screen, maker): (Screen, HolderMaker) = (try AcGet(), try AcGet())
    let here = try Alchemic.withModel(replaceStore) { Alchemic.capture() }
    try here.run {
      #expect(screen.store.name == "main")
      let holder = try maker.make()
      #expect(holder.store.name == "main")
    }
  }

  @Test("children in many tasks while the main model starts and ends")
  func manyTasksWithStarts() async throws {
    for _ in 0..<5 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<4 {
          group.addTask {
            for _ in 0..<20 {
              try Alchemic.withModel {
                $0.register { Store("child \(number)") }
                $0.register { Screen() }
              } operation: { () throws in
                #expect(try AcGet(Store.self).name == "child \(number)")
                #expect(try AcGet(Screen.self).store.name == "child \(number)")
              }
            }
          }
        }
        group.addTask {
          for _ in 0..<10 {
            try? startMain { $0.register(.primary) { Store("main") } }
            let store: Store? = try? AcGet()
            if let store { #expect(store.name == "main") }
            try? discoverMain { $0.register(.named("x")) { Extra() } }
            Alchemic.reset()
          }
        }
        try await group.waitForAll()
      }
    }
  }
}

// A random web of services.
private protocol Thing: AnyObject, Sendable { var text: String { get } }
private protocol Odd: Thing {}
private protocol Even: Thing {}
private enum Special: AcQualifier {}
private class Node: Thing, @unchecked Sendable {
  let text: String
  required init(_ text: String) { self.text = text }
}
private final class N0: Node, Even, @unchecked Sendable {}
private final class N1: Node, Odd, @unchecked Sendable {}
private final class N2: Node, Even, @unchecked Sendable {}
private final class N3: Node, Odd, @unchecked Sendable {}
private final class N4: Node, Even, @unchecked Sendable {}

/// A random factory.
private struct Declaration {
  let kind: Int
  var name: String
  let id: Int
  let isTemplate: Bool
  let isSpecial: Bool
  /// The kind of its argument.
  let way: Int

  init(_ id: Int, _ name: String, using random: inout some RandomNumberGenerator) {
    (self.id, self.name) = (id, name)
    kind = .random(in: 0..<5, using: &random)
    isTemplate = Int.random(in: 0..<4, using: &random) == 0
    isSpecial = Int.random(in: 0..<3, using: &random) == 0
    way = .random(in: 0..<8, using: &random)
  }

  func declare(in model: ModelBuilder, isPrimary: Bool) {
    switch kind {
    case 0: declare(N0.self, N3.self, in: model, isPrimary)
    case 1: declare(N1.self, N0.self, in: model, isPrimary)
    case 2: declare(N2.self, N1.self, in: model, isPrimary)
    case 3: declare(N3.self, N2.self, in: model, isPrimary)
    default: declare(N4.self, N3.self, in: model, isPrimary)
    }
  }

  private func declare<Own: Node, Other: Node>(
    _: Own.Type, _: Other.Type, in model: ModelBuilder, _ isPrimary: Bool
  ) {
    let id = id
    func add<each Argument>(_ make: sending @escaping (repeat each Argument) -> Own) {
      let first: FactoryOption = isTemplate ? .template : .lazy
      let second: FactoryOption = isSpecial ? .qualifier(Special.self) : .order(100 - id)
      if isPrimary {
        model.register(.named(name), first, second, .primary, make: make)
      } else {
        model.register(.named(name), first, second, make: make)
      }
    }
    switch way {
    case 0: add { (other: any Even) in Own("\(id)(\(other.text))") }
    case 1: add { (others: [any Odd]) in Own("\(id)\(others.map(\.text))") }
    case 2: add { (other: Other) in Own("\(id)(\(other.text))") }
    case 3: add { (other: (any Odd)?) in Own("\(id)?(\(other?.text ?? ""))") }
    case 4: add { (other: Other?) in Own("\(id)?(\(other?.text ?? ""))") }
    default: add { Own("\(id)") }
    }
  }
}

private func answer<Value>(_ request: () throws -> Value) -> String {
  do {
    let value = try request()
    if let things = value as? [any Thing] { return "\(things.map(\.text))" }
    return (value as? any Thing)?.text ?? "nil"
  } catch {
    return (error as? AlchemicError).map { "\($0.problems.map(\.id))" } ?? "\(error)"
  }
}

private func answers(names: [String]) -> [String] {
  [
    answer { try AcGet(N0.self) }, answer { try AcGet(N1.self) }, answer { try AcGet(N2.self) },
    answer { try AcGet(N3.self) }, answer { try AcGet(N4.self) }, answer { try AcGet(Node.self) },
    answer { try AcGet((any Even).self) }, answer { try AcGet((any Odd).self) },
    answer { try AcGet((any Thing).self) }, answer { try AcGet((any Odd)?.self) },
    answer { try AcGet([any Even].self) }, answer { try AcGet([any Odd].self) },
    answer { try AcGet([Node].self) }, answer { try AcGet([N2].self) },
    answer { try AcGet((any Thing).self, .qualified(Special.self)) },
    answer { try AcGet([any Even].self, .qualified(Special.self)) },
    answer { try AcGet((any Thing).self, .ofClass(N1.self)) },
    answer { try AcGet((any Thing).self, .conforming((any Even).self)) },
  ] + names.map { name in answer { try AcGet((any Thing).self, .named(name)) } }
}

@Suite("Random webs of factories in children") struct AttackWebTests {
  @Test("a child answers as one model of all declarations", arguments: 0..<20)
  func sameAsWhole(_ seed: Int) throws {
    var random = SplitMix(UInt64(seed) &* 7919 &+ 13)
    for round in 0..<30 {
      let count = Int.random(in: 2..<8, using: &random)
      let outer = (0..<count).map { Declaration($0, "name \($0)", using: &random) }
      let own = (0..<Int.random(in: 0..<3, using: &random)).map { number in
        // Some replace a name.
        let position = Int.random(in: 0..<count + 2, using: &random)
        let name = position < count && number == 0 ? "name \(position)" : "own \(number)"
        return Declaration(50 + number, name, using: &random)
      }
      let hidden = Set(own.map(\.name))
      let names = outer.map(\.name) + own.map(\.name)
      func declareParent(_ model: ModelBuilder) {
        outer.forEach { $0.declare(in: model, isPrimary: false) }
      }
      func declareWhole(_ model: ModelBuilder) {
        for var one in outer {
          // A name hides an inherited one, whose factory is still found by its type.
          if hidden.contains(one.name) { one.name += " (hidden)" }
          one.declare(in: model, isPrimary: false)
        }
        own.forEach { $0.declare(in: model, isPrimary: true) }
      }
      guard let parent = try? makeModel(declareParent) else { continue }
      let whole = try? makeModel(declareWhole)
      let expected = whole.map { CurrentModel.withModel($0) { answers(names: names) } }
      for way in 0..<5 {
        let found = CurrentModel.withModel(parent) { () -> [String]? in
          if way > 2 { _ = answers(names: names) }
          func child(_ sharing: ModelSharing) -> [String]? {
            try? Alchemic.withModel(
              sharing: sharing, { model in own.forEach { $0.declare(in: model, isPrimary: false) } }
            ) { answers(names: names) }
          }
          switch way {
          case 0: return child(.none)
          case 1, 3: return child(.unaffected)
          default:
            return try? Alchemic.withModel(
              sharing: .unaffected, { $0.register(.named("extra")) { Extra() } }
            ) { child(way == 2 ? .none : .unaffected) }
          }
        }
        #expect(
          found == expected,
          "seed \(seed) round \(round) way \(way)\n\(outer)\n\(own)")
        if found != expected { return }
      }
    }
  }
}

private struct SplitMix: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }
}

private final class Left: AlchemicAware, @unchecked Sendable {
  @Injected var right: Right
  @Injected var store: Store
  func didInject(variable: String) {}
  func didInjectDependencies() {}
}
private final class Right: AlchemicAware, @unchecked Sendable {
  @Injected var left: Left
  @Weak var screen: Screen?
  func didInject(variable: String) {}
  func didInjectDependencies() {}
}
private final class Follower: AlchemicAware, @unchecked Sendable {
  @Transient var session: Session?
  let users = Log<String>()
  func didInject(variable: String) { users.add(session?.user ?? "nobody") }
  func didInjectDependencies() {}
}
private final class Session: Sendable {
  let user: String
  init(_ user: String) { self.user = user }
}

@Suite("Circles and followers that a child borrows") struct AttackCircleTests {
  @Test("lent circles close on many threads of three models")
  func lentCircles() throws {
    for round in 0..<60 {
      try withStartedModel({
        $0.register { Store("parent") }
        $0.register(.lazy) { Left() }
        $0.register(.lazy) { Right() }
        $0.register(.lazy) { Screen() }
      }) {
        let parent = Alchemic.capture()
        try Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) { () throws in
          let middle = Alchemic.capture()
          try Alchemic.withModel(sharing: .unaffected, { $0.register { Session("x") } }) {
            () throws in
            let inner = Alchemic.capture()
            let models = [parent, middle, inner]
            let found = Log<ObjectIdentifier>()
            onThreads(6) { number in
              do {
                try models[(number + round) % 3].run {
                  if number % 2 == 0 {
                    let left: Left = try AcGet()
                    #expect(left.right.left === left)
                    found.add(ObjectIdentifier(left))
                  } else {
                    let right: Right = try AcGet()
                    #expect(right.left.right === right)
                    #expect(right.screen != nil)
                    found.add(ObjectIdentifier(right.left))
                  }
                }
              } catch { Issue.record(error) }
            }
            #expect(Set(found.entries).count == 1)
          }
        }
      }
    }
  }

  @Test("lent followers follow the parent only")
  func followersOfLentHosts() throws {
    try withStartedModel({
      $0.register(Session.self, .reference, .nillable)
      $0.register { Follower() }
      $0.register { Extra() }
    }) {
      let parent = Alchemic.capture()
      let follower: Follower = try AcGet()
      try Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) { () throws in
        #expect(try AcGet(Follower.self) === follower)
        try AcSet(Session("child"))
        #expect(follower.session == nil)
        try parent.run { try AcSet(Session("parent")) }
        #expect(follower.session?.user == "parent")
        #expect(try AcGet(Session.self).user == "child")
        try AcSet(nil as Session?)
        let none: Session? = try AcGet()
        #expect(none == nil)
        #expect(follower.session?.user == "parent")
      }
      try AcSet(nil as Session?)
      #expect(follower.session == nil)
      #expect(follower.users.entries == ["nobody", "parent", "nobody"])
    }
  }

  @Test("a task that borrows is cancelled while others wait")
  func cancelledBorrower() async throws {
    for _ in 0..<20 {
      let (isIn, goOn) = (Signal(), Signal())
      try await withStartedModel({
        $0.register(.lazy) { () async throws -> Pool in
          isIn.raise()
          while !goOn.isSet { try await Task.sleep(for: .milliseconds(1)) }
          return await Pool()
        }
        $0.register(.lazy) { Office($0) }
      }) {
        let parent = Alchemic.capture()
        try await Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) {
          let here = Alchemic.capture()
          let first = Task { try await here.run { try await AcGetAsync(Office.self) } }
          while !isIn.isSet { await Task.yield() }
          let second = Task { try await here.run { try await AcGetAsync(Office.self) } }
          let third = Task { try await parent.run { try await AcGetAsync(Office.self) } }
          try await Task.sleep(for: .milliseconds(2))
          first.cancel()
          try await Task.sleep(for: .milliseconds(2))
          goOn.raise()
          let (office, other) = (try await second.value, try await third.value)
          #expect(office === other)
          do { _ = try await first.value } catch { #expect(error is CancellationError) }
        }
      }
    }
  }
}

@Suite("Children within tests with traits", .alchemic { $0.register(.live) { Store("live") } })
struct AttackTraitTests {
  @Test("a strict test uses a live factory in a child", .alchemic(.strict))
  func strictInChild() throws {
    withKnownIssue {
      try Alchemic.withModel({ $0.register { Extra() } }) { () throws in
        #expect(try AcGet(Store.self).name == "live")
      }
    }
  }

  @Test("the same in a child of a child that shares", .alchemic(.strict))
  func strictInSharingChild() throws {
    withKnownIssue {
      try Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) { () throws in
        try Alchemic.withModel({ $0.register { Extra() } }) { () throws in
          #expect(try AcGet(Store.self).name == "live")
        }
      }
    }
  }

  @Test("a child replaces what is live", .alchemic(.strict))
  func strictReplacedInChild() throws {
    try Alchemic.withModel(sharing: .unaffected, replaceStore) { () throws in
      #expect(try AcGet(Store.self).name == "child")
    }
  }

  @Suite(.alchemic { $0.register { Store("inner") } }) struct Inner {
    @Test(arguments: [1, 2, 3]) func each(_ number: Int) throws {
      #expect(try AcGet(Store.self).name == "inner")
      try AcSet(Store("\(number)"))
      #expect(try AcGet(Store.self).name == "\(number)")
    }
    @Test(.alchemic { $0.register(.named("extra")) { Extra() } }, arguments: [1, 2])
    func more(_ number: Int) async throws {
      let (store, _): (Store, Extra) = (try AcGet(), try AcGet(.named("extra")))
      #expect(store.name == "inner")
    }
  }
}
