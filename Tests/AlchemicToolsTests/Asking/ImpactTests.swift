import AlchemicInject
import AlchemicTestSupport
import AlchemicTools
import Testing

private final class Keeper { init(_ store: any Store) {} }
private final class Page {
  @Transient var store: (any Store)?
}
private final class Later {
  @Injected var store: Provider<any Store>
}
private final class Quote { init(_ store: any Store) {} }
private final class Window { init(_ keeper: Keeper) {} }

@Suite struct ImpactTests {
  private func effects(_ impact: Impact) -> [String: Impact.Effect] {
    Dictionary(
      impact.dependents.map {
        ($0.node.factory.origin == .decorator ? "layer" : $0.node.name, $0.effect)
      },
      uniquingKeysWith: { $1 })
  }

  @Test("W2: an impact names who depends, and whether each follows AcSet or keeps its object")
  func dependents() throws {
    let model = try makeModel { model in
      model.register(FileStore.init)
      model.register(Keeper.init)
      model.register(Page.init)
      model.register(Later.init)
      model.register(Quote.init, .template)
      model.register(Window.init)
    }
    let impacts = model.impact(of: (any Store).self)
    #expect(impacts.map(\.node.name) == ["FileStore"])
    #expect(
      effects(impacts[0]) == [
        "Keeper": .keeps, "Page": .follows, "Later": .asksAgain, "Quote": .newOnly,
        "Window": .indirect,
      ])
    let window = try #require(impacts[0].dependents.first { $0.node.name == "Window" })
    #expect(window.distance == 2 && window.needed.name == "Keeper")
    #expect(impacts[0].dependents.map(\.distance) == [1, 1, 1, 1, 2])
    #expect(impacts[0].description.hasPrefix("'FileStore' is needed by 5 factories\n"))
    #expect(impacts[0].description.contains("  Window.argument 1 through 'Keeper': keeps its"))
    #expect(model.impact(of: Window.self).map(\.description) == ["'Window': no factory needs it"])
  }

  @Test("W2, F1: a decorator wraps the new object, and who has the decorator keeps it")
  func decorated() throws {
    let model = try makeModel { model in
      model.register(AcFactoryName("files")) { FileStore() as any Store }
      model.register(Keeper.init)
      model.register(Page.init)
      model.decorate((any Store).self) { Counted($0) as any Store }
    }
    let impacts = model.impact(of: (any Store).self)
    #expect(impacts.map(\.node.name) == ["files"])
    #expect(effects(impacts[0]) == ["layer": .wrapsAgain, "Keeper": .keeps, "Page": .follows])
  }

  private final class Both {
    @Injected var later: Provider<any Store>
    @Injected var kept: any Store
  }
  private final class Offer { init(_ quote: Quote) {} }

  @Test("W2: an impact has every direct need of a factory, and follows templates")
  func needs() throws {
    let model = try makeModel { model in
      model.register(FileStore.init)
      model.register(Both.init)
      model.register(Quote.init, .template)
      model.register(Offer.init, .template)
    }
    let impact = model.impact(of: FileStore.self)[0]
    let lines = impact.dependents.map { "\($0.node.name) \($0.effect)" }
    #expect(lines == ["Both asksAgain", "Both keeps", "Quote newOnly", "Offer newOnly"])
    #expect(impact.description.hasPrefix("'FileStore' is needed by 3 factories\n"))
  }

  @Test("W2, F1: a decorator of a dependent wraps what that keeps")
  func decoratedDependent() throws {
    let model = try makeModel { model in
      model.register(Other.init)
      model.register { (_: Other) in FileStore() as any Store }
      model.decorate((any Store).self) { Counted($0) as any Store }
    }
    let impact = model.impact(of: Other.self)[0]
    #expect(impact.dependents.map(\.effect) == [.keeps, .indirect])
  }

  private final class Other {}

  @Test("W2: an impact ends in a circle of needs")
  func circle() throws {
    final class Left {
      @Injected var right: Right
    }
    final class Right {
      @Injected var left: Left
    }
    let model = try makeModel { model in
      model.register(Left.init)
      model.register(Right.init)
    }
    #expect(model.impact(of: Left.self)[0].dependents.map(\.node.name) == ["Right"])
  }
}
