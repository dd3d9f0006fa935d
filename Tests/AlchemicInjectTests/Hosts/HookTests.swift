import AlchemicInject
import AlchemicTestSupport
import Testing

private final class Service { let name = "service" }
private final class Rates { let number: Int; init(_ number: Int) { self.number = number } }

private class Base: AlchemicAware {
  @Injected var first: Service
  let log = Log<String>()
  func didInject(variable: String) { log.add(variable) }
  func didInjectDependencies() { log.add("all") }
}

private final class Derived: Base {
  @Injected var second: Service
  var plain = 1
  @Transient var rates: Rates?
  @InjectedArray var all: [Service]
  @Weak var weakly: Service?
}

private final class Reader: AlchemicAware {
  @Injected var early: Service
  @Injected var late: Service
  let seen = Log<String>()
  func didInject(variable: String) { seen.add("\(variable): \(late.name)") }
}

private final class Unregistered: AlchemicAware {
  @Transient var rates: Rates?
  @Injected var service: Service
  let log = Log<String>()
  func didInject(variable: String) { log.add(variable) }
  func didInjectDependencies() { log.add("all") }
}

private final class Nothing: AlchemicAware {
  let log = Log<String>()
  func didInjectDependencies() { log.add("all") }
}

@MainActor private final class Screen: @MainActor AlchemicAware {
  @Injected var service: Service
  var log: [String] = []
  func didInject(variable: String) { log.append(variable) }
  func didInjectDependencies() { log.append("all") }
}

@Suite(.ownThreads) struct HookTests {
  private func withServices(_ body: () throws -> Void) throws {
    try Alchemic.withModel(
      { model in
        model.register(Service.init)
        model.register(Base.init, AcTemplate(), AcFactoryName("base"))
        model.register(Derived.init, AcTemplate(), AcFactoryName("derived"))
        model.register(Reader.init, AcTemplate())
        model.register(Nothing.init, AcTemplate())
        model.register(Rates.self, AcReference(), AcNillable())
      }, operation: body)
  }

  @Test("I7: all properties resolve when the host is made, superclass first, then one last call")
  func order() throws {
    try withServices {
      let host: Derived = try AcGet()
      #expect(
        host.log.entries == ["first", "second", "rates", "all", "weakly", "all"])
    }
  }

  @Test("I7: hosts without hooks stay lazy")
  func lazy() throws {
    final class Lazy { @Injected var service: Service }
    let made = Counter()
    try Alchemic.withModel { model in
      model.register(AcTemplate()) {
        made.increment()
        return Service()
      }
      model.register(Lazy.init, AcTemplate())
    } operation: { () throws in
      let host: Lazy = try AcGet()
      #expect(made.value == 0)
      _ = host.service
      #expect(made.value == 1)
    }
  }

  @Test("I8: every property can be read in a hook, also one that is injected later")
  func readsInHook() throws {
    try withServices {
      let host: Reader = try AcGet()
      #expect(host.seen.entries == ["early: service", "late: service"])
    }
  }

  @Test("I7: the first access of any property injects a host that no factory created")
  func firstAccess() throws {
    try withServices {
      let host = Unregistered()
      #expect(host.log.entries.isEmpty)
      _ = host.service
      #expect(host.log.entries == ["rates", "service", "all"])
      _ = host.rates
      #expect(host.log.entries.count == 3)
    }
  }

  @Test("I6: AcInjectDependencies injects an object that no factory created, once")
  func injectsOthers() throws {
    try withServices {
      let host = Unregistered()
      AcInjectDependencies(host)
      AcInjectDependencies(host)
      #expect(host.log.entries == ["rates", "service", "all"])
    }
  }

  @Test("I6: base and derived classes are injected, and a class without properties is no error")
  func injectsClasses() throws {
    try withServices {
      let base = Base()
      AcInjectDependencies(base)
      #expect(base.log.entries == ["first", "all"])
      let derived = Derived()
      AcInjectDependencies(derived)
      #expect(derived.log.entries.count == 6)
      let nothing = Nothing()
      AcInjectDependencies(nothing)
      #expect(nothing.log.entries == ["all"])
      AcInjectDependencies(Service())
    }
  }

  @Test("I7: didInjectDependencies is called for a new host without properties")
  func hostWithoutProperties() throws {
    try withServices { () throws in
      #expect(try (AcGet() as Nothing).log.entries == ["all"])
    }
  }

  @Test("I7: a wrapper that is itself a stored property is injected too")
  func storedWrapper() throws {
    final class Host: AlchemicAware {
      let service = Injected<Service>()
      let log = Log<String>()
      func didInject(variable: String) { log.add(variable) }
    }
    try withServices {
      let host = Host()
      AcInjectDependencies(host)
      #expect(host.log.entries == ["service"])
      #expect(host.service.wrappedValue.name == "service")
    }
  }

  @Test("I8: hooks of a main-actor host run at once on the main actor")
  @MainActor func mainActor() throws {
    try withServices {
      let screen = Screen()
      AcInjectDependencies(screen)
      #expect(screen.log == ["service", "all"])
    }
  }

  @Test("I8: hooks of a main-actor host that is injected elsewhere run on the main actor")
  @MainActor func mainActorFromElsewhere() async throws {
    let screen = Screen()
    let model = try makeModel { $0.register(Service.init) }
    nonisolated(unsafe) let host: AnyObject = screen
    await Task.detached {
      onThreads(1) { _ in CurrentModel.withModel(model) { AcInjectDependencies(host) } }
    }.value
    for _ in 0..<1000 where screen.log.count < 2 { await Task.yield() }
    #expect(screen.log == ["service", "all"])
  }

  @Test("I7: a host whose injection fails is not made, and the message names its property")
  func failingInjection() throws {
    final class Broken: AlchemicAware {
      @Injected(AcName("nowhere")) var service: Service
    }
    let model = try makeModel { model in
      model.register(Service.init)
      model.register(Broken.init, AcTemplate())
    }
    let found = problems { _ = try model.get(Broken.self) }
    #expect(found.map(\.id) == [.noMatch])
    #expect(found[0].path.map(\.subject) == ["Broken.service", "Broken"])
    #expect(found[0].path[0].location?.line == #line - 9)
  }
}
