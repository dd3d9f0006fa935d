#if Suggestions
import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

extension Catalog {
  @Suite(.alchemicMain) struct StartingTests {
    @Test("E2: not-started: a request comes before the start")
    func beforeStart() throws {
      final class Ledger {}
      try example {
        // wrong: not-started
        let ledger: Ledger = try AcGet()
        try Alchemic.start { $0.register(Ledger.init) }
        // end
        _ = ledger
      } right: {
        // right: not-started
        try Alchemic.start { $0.register(Ledger.init) }
        let ledger: Ledger = try AcGet()
        // end
        _ = ledger
      }
    }

    @Test("E2: not-started: the start failed, and its error was ignored")
    func failedStart() throws {
      final class Till {}
      final class Shop { init(_ till: Till) {} }
      try example {
        // wrong: not-started
        try? Alchemic.start { model in
          model.register { (till: Till) in Shop(till) }
        }
        let shop: Shop = try AcGet()
        // end
        _ = shop
      } right: {
        // right: not-started
        try Alchemic.start { model in
          model.register(Till.init)
          model.register { (till: Till) in Shop(till) }
        }
        let shop: Shop = try AcGet()
        // end
        _ = shop
      }
    }

    @Test("E2: started-twice: the main model is started again")
    func startedTwice() throws {
      final class Ledger {}
      try example {
        // wrong: started-twice
        try Alchemic.start()
        try Alchemic.start { $0.register(Ledger.init) }
        // end
      } right: {
        Alchemic.reset()
        // right: started-twice
        try Alchemic.start { $0.register(Ledger.init) }
        Alchemic.reset()  // at the end of a test
        // end
      }
    }

    @Test("E2: start-interrupted: a reset while the start runs")
    func startInterrupted() throws {
      try example {
        // wrong: start-interrupted
        AcWhenReady { Alchemic.reset() }
        try Alchemic.start()
        // end
      } right: {
        // right: start-interrupted
        try Alchemic.start()
        Alchemic.reset()
        // end
      }
    }

    @Test("E2: model-gone: a host is set in another model than the one that began to inject it")
    func modelGone() throws {
      try example {
        // wrong: model-gone
        final class Session {}
        final class Screen: AlchemicAware {
          @Transient var session: Session?
          @Injected(.named("title")) var title: String
        }
        let screen = Screen()

        try Alchemic.start { model in
          model.register(Session.self, .reference, .nillable)
          model.register(Screen.self, .reference, .named("screen"))
        }
        try? AcSet(screen)  // fails: there is no title

        Alchemic.reset()
        try Alchemic.start { model in
          model.register(Session.self, .reference, .nillable)
          model.register(Screen.self, .reference, .named("screen"))
          model.register(.named("title")) { "Sales" }
        }
        try AcSet(screen)
        // end
      } right: {
        Alchemic.reset()
        final class Session {}
        final class Screen: AlchemicAware {
          @Transient var session: Session?
          @Injected(.named("title")) var title: String
        }
        try Alchemic.start { model in
          model.register(Session.self, .reference, .nillable)
          model.register(Screen.self, .reference, .named("screen"))
          model.register(.named("title")) { "Sales" }
        }
        // right: model-gone
        try AcSet(Screen())
        // end
      }
    }

    @Test("E2: model-gone: something that a child model has started outlives it")
    func childGone() throws {
      final class Clock {}
      try example {
        // wrong: model-gone
        var later: () throws -> Clock = { Clock() }
        try Alchemic.withModel(named: "the checkout") {
          $0.register(Clock.init)
        } operation: {
          let here = Alchemic.capture()
          later = { try here.run { try AcGet() } }
        }
        _ = try later()
        // end
      } right: {
        var later: () throws -> Clock = { Clock() }  // hidden
        // right: model-gone
        try Alchemic.withModel(named: "the checkout") {
          $0.register(Clock.init)
        } operation: { () throws in
          let here = Alchemic.capture()
          later = { try here.run { try AcGet() } }
          _ = try later()
        }
        // end
      }
    }
  }
}
#endif
