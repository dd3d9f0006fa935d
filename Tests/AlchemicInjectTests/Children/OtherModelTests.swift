#if Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private typealias Store = Borrowing.Store

private final class Session: Sendable {
  let user: String
  init(_ user: String) { self.user = user }
}
/// Its own code asks for the store, which no declaration shows.
private final class Journal: Sendable {
  let store: Store
  init() throws { store = try AcGet() }
}
private final class Page: Sendable {
  let store: Store
  init() throws { store = try AcGet() }
}
private final class Screen: @unchecked Sendable {
  @Injected var store: Store
  @Weak var kept: Store?
  @Transient var session: Session?
  @InjectedArray var stores: [Store]
}
private final class Office: Sendable {
  let page: Provider<Page>
  let note: Provider<Note, Int>
  init(page: Provider<Page>, note: Provider<Note, Int>) { (self.page, self.note) = (page, note) }
}
private final class Note: Sendable {
  let store: Store
  let number: Int
  init(_ number: Int) throws { (store, self.number) = (try AcGet(), number) }
}
/// Its first read creates the journal.
private final class Lobby: @unchecked Sendable {
  @Injected var journal: Journal
  @Injected var page: Page
}
private final class Kiosk: @unchecked Sendable {
  @Injected var store: Store
}
private class Panel: @unchecked Sendable {}
private final class OwnPanel: Panel, AlchemicAware, @unchecked Sendable {
  @Injected var store: Store
  let injections = Locked(0)
  func didInject(variable: String) {}
  func didInjectDependencies() { injections.withLock { $0 += 1 } }
}
private final class PlainPanel: Panel, @unchecked Sendable {
  @Injected var store: Store
}

private func declare(_ model: ModelBuilder) {
  model.register { Store("parent") }
  model.register(Session.self, AcReference(), AcNillable())
  model.register(.lazy) { try Journal() }
  model.register(.template) { try Page() }
  model.register { Screen() }
  model.register({ (number: Int) in try Note(number) }, AcArgument())
  model.register { Office(page: $0, note: $1) }
  model.register(.lazy) { Lobby() }
  model.register(.lazy) { Panel() }
  model.register(.weak) { Kiosk() }
}

/// A child whose store is another one.

@Suite("The code of a model in the task of another one")
struct OtherModelTests {
  @Test("C2: what a shared object asks for by itself comes from the parent that creates it")
  func shared() throws {
    try withStartedModel(declare) {
      try Alchemic.withModel(sharing: .unaffected, Borrowing.replaceStore) { () throws in
        #expect(try AcGet(Journal.self).store.name == "parent")
        #expect(try AcGet(Store.self).name == "child")
      }
      #expect(try AcGet(Journal.self).store === AcGet(Store.self))
    }
  }

  @Test("C2: the same for an asynchronous factory, and for a child of a child")
  func sharedAwaited() async throws {
    try await withStartedModel({ model in
      model.register { Store("parent") }
      model.register(.lazy) { () async throws in try Journal() }
    }) {
      try await Alchemic.withModel(Borrowing.replaceStore) {
        try await Alchemic.withModel(
          sharing: .unaffected, { $0.register { Store("grandchild") } }
        ) {
          let journal: Journal = try await AcGetAsync()
          #expect(journal.store.name == "child")
          let store: Store = try AcGet()
          #expect(store.name == "grandchild")
        }
      }
      let journal: Journal = try await AcGetAsync()
      #expect(journal.store.name == "parent")
    }
  }

  @Test("C2, C5: an object that is set in place of a shared one is the child's own")
  func setInPlace() async throws {
    try await withStartedModel(declare) {
      let shared: Panel = try AcGet()
      try await Alchemic.withModel(sharing: .unaffected, Borrowing.replaceStore) {
        #expect(try AcGet(Panel.self) === shared)
        let own = OwnPanel()
        try AcSet(own as Panel)
        #expect(own.injections.withLock { $0 } == 1)
        #expect(own.store.name == "child")
        let plain = PlainPanel()
        try AcSet(plain as Panel)
        #expect(await Borrowing.detached { plain.store.name } == "child")
      }
      #expect(try AcGet(Panel.self) === shared)
    }
  }

  @Test("C4: a host of the parent reads its properties from the parent in a child's task")
  func hostOfParent() throws {
    try withStartedModel(declare) {
      try AcSet(Session("eve"))
      let (screen, store): (Screen, Store) = (try AcGet(), try AcGet())
      try Alchemic.withModel(Borrowing.replaceStore) { () throws in
        try AcSet(Session("ann"))
        let made = Screen()
        #expect(screen.store === store)
        #expect(screen.kept === store)
        #expect(screen.session?.user == "eve")
        #expect(screen.stores.map(\.name) == ["parent"])
        // A host that is created by hand belongs to no model yet.
        #expect(made.store.name == "child")
        #expect(made.session?.user == "ann")
      }
      #expect(screen.store === store)
      #expect(screen.session?.user == "eve")
    }
  }

  @Test("C4: so does a host that was set in the parent")
  func hostSetInParent() throws {
    try withStartedModel(declare) {
      let screen = Screen()
      try AcSet(screen)
      try Alchemic.withModel(Borrowing.replaceStore) { () throws in
        #expect(screen.store.name == "parent")
      }
    }
  }

  @Test("C4: so does a host that the parent references weakly")
  func weakHost() throws {
    try withStartedModel(declare) {
      let kiosk: Kiosk = try AcGet()
      try Alchemic.withModel(Borrowing.replaceStore) { () throws in
        #expect(kiosk.store.name == "parent")
        #expect(Kiosk().store.name == "child")
      }
    }
  }

  @Test("C4: what a host of the parent creates in a child's task is the parent's")
  func createdForParent() throws {
    try withStartedModel(declare) {
      let lobby: Lobby = try AcGet()
      try Alchemic.withModel(Borrowing.replaceStore) { () throws in
        #expect(lobby.journal.store.name == "parent")
        #expect(lobby.page.store.name == "parent")
      }
      #expect(try AcGet(Journal.self) === lobby.journal)
    }
  }

  @Test("C4: a provider of the parent creates in the parent, in whatever task it is called")
  func providerOfParent() async throws {
    try await withStartedModel(declare) {
      let office: Office = try AcGet()
      try await Alchemic.withModel(Borrowing.replaceStore) {
        #expect(try office.page().store.name == "parent")
        #expect(try office.note(7).store.name == "parent")
        let (page, note) = (try await office.page.callAsync(), try await office.note.callAsync(8))
        #expect(page.store.name == "parent")
        #expect(note.store.name == "parent")
      }
    }
  }

  @Test("C4: what a host of a child creates on another thread is the child's")
  func createdForChild() async throws {
    try await withStartedModel(declare) {
      try await Alchemic.withModel(Borrowing.replaceStore) {
        let (lobby, office): (Lobby, Office) = (try AcGet(), try AcGet())
        #expect(
          await Borrowing.detached { lobby.page.store.name + lobby.journal.store.name }
            == "childchild")
        let made = await Borrowing.detached {
          [try? office.page().store.name, try? office.note(7).store.name]
        }
        #expect(made == ["child", "child"])
        let awaited = try await Task.detached {
          [
            try await office.page.callAsync().store.name,
            try await office.note.callAsync(8).store.name,
          ]
        }.value
        #expect(awaited == ["child", "child"])
      }
    }
  }

  @Test("C4: many tasks of children read one host of the parent for the first time at once")
  func race() async throws {
    try await withStartedModel(declare) {
      let (screen, lobby): (Screen, Lobby) = (try AcGet(), try AcGet())
      try await withThrowingTaskGroup(of: [String].self) { group in
        for number in 0..<20 {
          group.addTask {
            try Alchemic.withModel {
              $0.register { Store("child \(number)") }
            } operation: {
              [screen.store.name, lobby.journal.store.name, lobby.page.store.name]
            }
          }
        }
        for try await names in group { #expect(names == ["parent", "parent", "parent"]) }
      }
    }
  }

  @Test("C1: an asynchronous operation stays on the actor of its caller")
  @MainActor func staysOnActor() async throws {
    try await Alchemic.withModel { _ in
    } operation: {
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
      let here = Alchemic.capture()
      await here.run {
        MainActor.assertIsolated()
        await Task.yield()
        MainActor.assertIsolated()
      }
    }
  }
}

@Suite("A start in the task of a child", .alchemicMain)
struct StartInChildTests {
  private func declare(_ model: ModelBuilder) {
    model.register(.primary) { Store("main") }
    model.register { try Journal() }
  }

  @Test("C1: the objects of the main model do not see the child in whose task it starts")
  func start() throws {
    AcWhenReady { #expect((try? AcGet(Store.self))?.name == "main") }
    try Alchemic.withModel(Borrowing.replaceStore) { () throws in
      try Alchemic.start(declare)
      #expect(try AcGet(Store.self).name == "child")
      try Alchemic.discover { $0.register(.named("found")) { try Page() } }
    }
    #expect(try AcGet(Journal.self).store.name == "main")
    #expect(try AcGet(Page.self, .named("found")).store.name == "main")
  }

  @Test("C1: the same for an asynchronous start")
  func startAwaiting() async throws {
    try await Alchemic.withModel(Borrowing.replaceStore) {
      try await Alchemic.start {
        $0.register(.primary) { Store("main") }
        $0.register { () async throws in try Journal() }
        $0.register { @MainActor () throws in try Page() }
      }
      let store: Store = try AcGet()
      #expect(store.name == "child")
      _ = try await Alchemic.discover {
        $0.register(.named("found")) { () async throws in try Journal() }
      }
    }
    #expect(try AcGet(Journal.self, .named("found")).store.name == "main")
    #expect(try AcGet(Page.self).store.name == "main")
  }
}
#endif
