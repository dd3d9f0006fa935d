import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

extension Borrowing {
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

  @Suite("The main model beside children", .alchemicMain) struct MainTests {
    // In an asynchronous function Swift chooses the asynchronous forms.
    private func startAtOnce(_ configure: (ModelBuilder) -> Void) throws {
      try Alchemic.start(configure)
    }

    private func discoverAtOnce(_ configure: (ModelBuilder) -> Void) throws {
      _ = try Alchemic.discover(configure)
    }

    @Test("aspects of an awaited discovery run in the main model")
    func discoverAwaiting() async throws {
      try startAtOnce { $0.register(.primary) { Store("main") } }
      Aspect.names.withLock { $0 = [] }
      try await Aspect.$isOn.withValue(true) {
        try await Alchemic.withModel(replaceStore) {
          _ = try await Alchemic.discover { $0.register(.named("one")) { Extra() } }
          try discoverAtOnce { $0.register(.named("two")) { Extra() } }
        }
      }
      #expect(Aspect.names.withLock { $0 } == ["main", "main"])
    }

    @Test("a reset in the task of a child")
    func resetInChild() async throws {
      for round in 0..<20 {
        try startAtOnce {
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
          try startAtOnce { $0.register(.primary) { Store("next") } }
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
      try startAtOnce { $0.register(.primary) { Store("main") } }
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
      try startAtOnce {
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
      try startAtOnce {
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
              try? startAtOnce { $0.register(.primary) { Store("main") } }
              let store: Store? = try? AcGet()
              if let store { #expect(store.name == "main") }
              try? discoverAtOnce { $0.register(.named("x")) { Extra() } }
              Alchemic.reset()
            }
          }
          try await group.waitForAll()
        }
      }
    }
  }
}
