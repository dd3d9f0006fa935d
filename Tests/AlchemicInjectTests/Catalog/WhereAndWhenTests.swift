#if Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

extension Catalog {
  @Suite(.alchemicMain) struct WhereAndWhenTests {
    @Test("E2: needs-await: the start does not wait")
    func startThatDoesNotWait() async throws {
      final class Feed: Sendable { init() async {} }
      try await example {
        // wrong: needs-await
        func run() throws {
          try Alchemic.start { $0.register(Feed.init) }
        }
        // end
        try run()
      } right: {
        // right: needs-await
        func run() async throws {
          try await Alchemic.start { $0.register(Feed.init) }
        }
        // end
        try await run()
        _ = try AcGet(Feed.self)
      }
    }

    @Test("E2: needs-await: a lazy singleton does not exist yet")
    func notThereYet() async throws {
      final class Feed: Sendable { init() async {} }
      try await example {
        // wrong: needs-await
        try Alchemic.start { $0.register(Feed.init, .lazy) }
        let feed: Feed = try AcGet()
        // end
        _ = feed
      } right: {
        Alchemic.reset()
        // right: needs-await
        try await Alchemic.start { $0.register(Feed.init, .lazy) }
        let feed: Feed = try await AcGetAsync()
        // end
        _ = feed
      }
    }

    @Test("E2: needs-main-actor: the start is elsewhere")
    func startElsewhere() async throws {
      @MainActor final class Screen { init() {} }
      try await example {
        // wrong: needs-main-actor
        func run() throws {
          try Alchemic.start { $0.register(Screen.init) }
        }
        // end
        try run()
      } right: {
        // right: needs-main-actor
        func run() async throws {
          try await Alchemic.start { $0.register(Screen.init) }
        }
        // end
        try await run()
        _ = try AcGet(Screen.self)
      }
    }

    @Test("E2: needs-main-actor: a template is requested elsewhere")
    func askedElsewhere() async throws {
      @MainActor final class Screen { init() {} }
      try await example {
        // wrong: needs-main-actor
        try Alchemic.start { $0.register(Screen.init, .template) }
        let screen: Screen = try AcGet()
        // end
        _ = screen
      } right: {
        Alchemic.reset()
        // right: needs-main-actor
        try await Alchemic.start { $0.register(Screen.init, .template) }
        let screen: Screen = try await AcGetAsync()
        // end
        _ = screen
      }
    }

    @Test("E2: cannot-wait: an initializer needs a template that has to be awaited")
    func argument() async throws {
      final class Connection: Sendable { init() async {} }
      final class Store: Sendable { init(connection: Connection) {} }
      try await example {
        // wrong: cannot-wait
        try Alchemic.start { model in
          model.register(Connection.init, .template)
          model.register(Store.init(connection:))
        }
        // end
      } right: {
        // right: cannot-wait
        try await Alchemic.start { model in
          model.register(Connection.init, .template)
          model.register { (connection: Connection) async in Store(connection: connection) }
        }
        // end
        _ = try AcGet(Store.self)
      }
    }
  }
}
#endif
