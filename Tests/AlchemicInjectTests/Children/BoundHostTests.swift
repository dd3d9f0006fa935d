import AlchemicInject
import AlchemicTestSupport
import Testing

private protocol Store: AnyObject, Sendable { var name: String { get } }
private final class NamedStore: Store {
  let name: String
  init(_ name: String) { self.name = name }
}
private final class Session: Sendable {
  let user: String
  init(_ user: String) { self.user = user }
}
private struct Services: Sendable {
  @Injected var store: any Store
  @Transient var session: Session?
}
private final class Screen: @unchecked Sendable {
  @Injected var store: any Store
  @InjectedArray var stores: [any Store]
  @Weak var kept: (any Store)?
  @Transient var session: Session?
  @Injected(AcName("count")) var count: Int
  let services = Services()
  let text = "a screen"
}
private final class Follower: AlchemicAware, @unchecked Sendable {
  @Transient var session: Session?
  @Injected var store: any Store
  let users = Locked<[String]>([])

  func didInject(variable: String) {
    guard variable == "session" else { return }
    let user = session?.user ?? "nobody"
    users.withLock { $0.append(user) }
  }
  func didInjectDependencies() {}
}
private final class Rate: Sendable {}
private final class Board: @unchecked Sendable {
  // Its factory lets every property follow.
  @Injected var rate: Rate
  @Weak var weakRate: Rate?
}

private func declare(_ model: ModelBuilder, _ name: String) {
  model.register { NamedStore(name) as any Store }
  model.register(Session.self, AcReference(), AcNillable())
  model.register(AcFactoryName("count")) { name.count }
  model.register(.template) { Screen() }
  model.register(.template) { Follower() }
  model.register(.template) { Services() }
  model.register(AcTransient()) { Rate() }
  model.register(.template) { Board() }
}

/// A result of a function that runs outside every model of a task.
private func detached<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await Task.detached { body() }.value
}

@Suite("Hosts of child models")
struct BoundHostTests {
  @Test("C4: a host that a child made reads its properties from it, on whatever thread")
  func staysWithChild() async throws {
    try await withStartedModel({ declare($0, "parent") }) {
      try await Alchemic.withModel {
        $0.register { NamedStore("child") as any Store }
        $0.register(AcFactoryName("count")) { 5 }
      } operation: {
        let screen: Screen = try AcGet()
        let store: any Store = try AcGet()
        try AcSet(Session("eve"))
        let isOwn = await detached {
          screen.store === store && screen.stores.map(\.name) == ["child"]
            && screen.kept === store && screen.session?.user == "eve" && screen.count == 5
            && screen.services.store === store && screen.services.session?.user == "eve"
        }
        #expect(isOwn)
        try AcSet(Session("ann"))
        #expect(await detached { screen.session?.user } == "ann")
        #expect(await detached { screen.services.session?.user } == "ann")
      }
    }
  }

  @Test("C4: a structure that a child made stays with it")
  func structure() async throws {
    try await withStartedModel({ declare($0, "parent") }) {
      try await Alchemic.withModel {
        $0.register { NamedStore("child") as any Store }
      } operation: {
        let (first, second): (Services, Services) = (try AcGet(), try AcGet())
        try AcSet(Session("eve"))
        #expect(await detached { first.store.name + second.store.name } == "childchild")
        #expect(await detached { second.session?.user } == "eve")
      }
    }
  }

  @Test("C4: a property whose factory is transient follows the child's object")
  func followed() async throws {
    try await withStartedModel({ declare($0, "parent") }) {
      try await Alchemic.withModel { _ in
      } operation: {
        let board: Board = try AcGet()
        let first: Rate = try AcGet()
        let (old, oldWeak) = await detached { (board.rate, board.weakRate) }
        #expect(old === first)
        #expect(oldWeak === first)
        let next = Rate()
        try AcSet(next)
        let (new, newWeak) = await detached { (board.rate, board.weakRate) }
        #expect(new === next)
        #expect(newWeak === next)
      }
    }
  }

  @Test("C4: a host that is made by hand stays with the model in which it is read first")
  func byHand() async throws {
    try await withStartedModel({ declare($0, "parent") }) {
      let (early, late) = (Screen(), Screen())
      #expect(early.store.name == "parent")
      try await Alchemic.withModel {
        $0.register { NamedStore("child") as any Store }
        $0.register(AcFactoryName("count")) { 5 }
      } operation: {
        #expect(early.store.name == "parent")
        #expect(late.store.name == "child")
        // The first read has bound the others.
        #expect(await detached { late.count } == 5)
        #expect(await detached { late.services.store.name } == "child")
        #expect(await detached { late.stores.map(\.name) } == ["child"])
      }
    }
  }

  @Test("C4: a host with hooks that is made by hand is injected by the child that reads it")
  func awareByHand() async throws {
    try await withStartedModel({ declare($0, "parent") }) {
      try await Alchemic.withModel {
        $0.register { NamedStore("child") as any Store }
      } operation: {
        let follower = Follower()
        #expect(follower.store.name == "child")
        try AcSet(Session("eve"))
        #expect(await detached { follower.session?.user } == "eve")
        #expect(follower.users.withLock { $0 } == ["nobody", "eve"])
      }
    }
  }

  @Test("C4: AcInjectDependencies binds a host to the child")
  func injectedByHand() async throws {
    try await withStartedModel({ declare($0, "parent") }) {
      try await Alchemic.withModel {
        $0.register { NamedStore("child") as any Store }
      } operation: {
        let screen = Screen()
        AcInjectDependencies(screen)
        #expect(await detached { screen.store.name } == "child")
      }
    }
  }

  @Test("C4: many threads read the properties of bound hosts for the first time at once")
  func race() async throws {
    try await withStartedModel({ declare($0, "parent") }) {
      try await Alchemic.withModel {
        $0.register { NamedStore("child") as any Store }
      } operation: {
        for _ in 0..<200 {
          let screen: Screen = try AcGet()
          let board: Board = try AcGet()
          let rate: Rate = try AcGet()
          await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
              group.addTask {
                await detached {
                  screen.store.name == "child" && screen.kept?.name == "child"
                    && screen.session == nil && board.rate === rate && board.weakRate === rate
                }
              }
            }
            for await isOwn in group { #expect(isOwn) }
          }
        }
      }
    }
  }

  @Test("C4: a host that outlives its child keeps what it has read")
  func outlives() throws {
    try withStartedModel({ declare($0, "parent") }) {
      var screen: Screen?
      try Alchemic.withModel {
        $0.register { NamedStore("child") as any Store }
      } operation: {
        screen = try AcGet()
        #expect(screen?.store.name == "child")
      }
      #expect(screen?.store.name == "child")
    }
  }

  @Test("C4, C6: a first read after the end of the child stops with its name")
  func readAfterEnd() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try withStartedModel({ declare($0, "parent") }) {
        let screen: Screen = try Alchemic.withModel(named: "the checkout") {
          $0.register { NamedStore("child") as any Store }
        } operation: {
          try AcGet()
        }
        _ = screen.store
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("[model-gone]"))
    #expect(text.contains("after the model of 'the checkout' had ended"))
    #expect(text.contains("Screen.store"))
  }

  @Test("C4, C6: a transient property does not fall back to another model")
  func followsAfterEnd() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try withStartedModel({ declare($0, "parent") }) {
        let screen: Screen = try Alchemic.withModel(named: "the checkout") { _ in
        } operation: {
          try AcGet()
        }
        _ = screen.session
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("[model-gone]"))
    #expect(text.contains("the checkout"))
  }

  @Test("C5: AcSet in a child does not touch the parent, and followers follow their own model")
  func setting() throws {
    try withStartedModel({ declare($0, "parent") }) {
      let outer: Follower = try AcGet()
      try AcSet(Session("parent"))
      try Alchemic.withModel { _ in
      } operation: {
        let inner: Follower = try AcGet()
        #expect(inner.session == nil)
        try AcSet(Session("child"))
        #expect(inner.session?.user == "child")
        #expect(outer.session?.user == "parent")
        #expect(inner.users.withLock { $0 } == ["nobody", "child"])
      }
      #expect(outer.users.withLock { $0 } == ["nobody", "parent"])
    }
  }

  @Test("C5: AcSet in parent and child at once")
  func settingAtOnce() async throws {
    try await withStartedModel({ declare($0, "parent") }) {
      let here = Alchemic.capture()
      let outer: Follower = try AcGet()
      try await Alchemic.withModel { _ in
      } operation: {
        let inner: Follower = try AcGet()
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 0..<100 {
            group.addTask { try AcSet(Session("child \(number)")) }
            group.addTask { try here.run { try AcSet(Session("parent \(number)")) } }
          }
          try await group.waitForAll()
        }
        #expect(inner.session?.user.hasPrefix("child") == true)
        #expect(outer.session?.user.hasPrefix("parent") == true)
        #expect(inner.users.withLock { $0.allSatisfy { !$0.hasPrefix("parent") } })
        #expect(outer.users.withLock { $0.allSatisfy { !$0.hasPrefix("child") } })
      }
    }
  }
}
