import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

private typealias Store = Storage.Store
private typealias Disk = Storage.Disk

private final class Report: Store {
  let path: String
  init(_ path: String) { self.path = path }
}

private func mistakes(_ configure: (ModelBuilder) -> Void) -> [Problem] {
  problems { try Alchemic.withModel({ configure($0) }, operation: {}) }
}

/// A class whose method creates a product, to be declared as a decorator.
private final class Maker: Store {
  let path = "maker"
  init(_ inner: any Store) {}
  func metrics() -> Storage.Metrics { Storage.Metrics() }
}

@Suite struct DecoratorMistakeTests {
  @Test("F1: a decorator of what nothing produces, but itself")
  func nothing() {
    let found = mistakes { Storage.cache($0) }
    #expect(found.map(\.id) == [.nothingDecorated])
    #expect(
      found.first?.description.hasPrefix(
        "[nothing-decorated] A decorator wraps 'Store', which nothing produces.") == true)
    #expect(
      mistakes {
        Storage.log($0)
        Storage.cache($0)
        $0.register((any Store).self, .reference)
      }.isEmpty)
    #expect(
      mistakes { $0.register(Storage.Logging.init, .decorates(Storage.Logging.self)) }.map(\.id)
        == [.wrongDecorator])
  }

  @Test("F1: a decorator that takes none of what it decorates, or is none")
  func wrongType() {
    let found = mistakes {
      $0.register { Disk("a") }
      $0.register(.decorates((any Store).self)) { Storage.Memory() }
      $0.register(.decorates((any Store).self)) { (_: any Store) in Storage.Metrics() }
    }
    #expect(found.map(\.id) == [.wrongDecorator, .wrongDecorator])
    #expect(found.map(\.subject) == ["Memory", "Metrics"])
  }

  @Test("F1: a decorator that takes a provider of what it decorates")
  func provider() {
    func check(_ decorator: @escaping (ModelBuilder) -> Void, _ fault: String) {
      let found = mistakes {
        $0.register { Disk("a") }
        decorator($0)
      }
      #expect(found.map(\.id) == [.wrongDecorator])
      #expect(found.first?.description.contains(fault) == true)
    }
    let takesProvider = "and takes a provider, which would provide the decorator."
    check(
      { $0.decorate((any Store).self) { (_, again: Provider<any Store>) in try again() } },
      takesProvider)
    check(
      { $0.decorate((any Store).self) { (inner, _: Provider<(any Store)?>) in inner } },
      takesProvider)
    check(
      {
        $0.register(.decorates((any Store).self)) { (_: Provider<any Store>) in Storage.Memory() }
      }, "but its initializer has no parameter of that type.")
    check(
      {
        $0.register(.decorates((any Store).self)) { (_: (any Store)?) in Storage.Memory() }
      }, "but its initializer has no parameter of that type.")
    #expect(
      mistakes {
        $0.register { Disk("a") }
        $0.register { Storage.Metrics() }
        $0.decorate((any Store).self) { (inner, _: Provider<Storage.Metrics>) in inner }
      }.isEmpty)
  }

  @Test("F1: a decorator that has to be awaited")
  func awaited() {
    let found = mistakes {
      $0.register { Disk("a") }
      $0.register(.decorates((any Store).self)) { (inner: any Store) async -> any Store in inner }
    }
    #expect(found.map(\.id) == [.wrongDecorator])
  }

  @Test("F1: what needs arguments of its caller is not decorated")
  func arguments() {
    let found = mistakes {
      $0.register { (path: Given<String>) in Report(path.value) }
      Storage.cache($0)
    }
    #expect(found.map(\.id) == [.wrongDecorator])
    #expect(found.first?.detail == "Report")
  }

  @Test(
    "F1: only AcOrder goes with AcDecorates",
    arguments: [
      .template, .primary, .lazy, .nillable, .weak, .transient, .live, .named("x"),
    ] as [FactoryOption])
  func options(_ option: FactoryOption) {
    let found = mistakes {
      $0.register { Disk("a") }
      $0.decorate((any Store).self, option) { Storage.Caching(inner: $0) }
    }
    #expect(found.map(\.id).contains(.optionConflict))
  }

  @Test("F1: a decorator's class has no methods that create products")
  func methods() {
    let found = mistakes {
      $0.register { Disk("a") }
      $0.declare(Maker.self) { of in
        AcInitializer(of, Maker.init)
        AcRegister(of, .decorates((any Store).self))
        AcMethod(of, Maker.metrics)
      }
    }
    #expect(found.map(\.id) == [.optionConflict])
  }

  @Test("F1: a decorator needs what nothing produces")
  func missing() {
    let found = mistakes {
      $0.register { Disk("a") }
      $0.decorate((any Store).self) { (inner, _: Storage.Metrics) in inner }
    }
    #expect(found.map(\.id) == [.noMatch])
  }

  @Test("F1: a decorator that needs what needs the decorated type is a cycle")
  func cycle() {
    let found = mistakes {
      $0.register { Disk("a") }
      $0.register { (store: any Store) in Report(store.path) as AnyObject }
      $0.decorate((any Store).self) { (inner, _: AnyObject) in inner }
    }
    #expect(!found.isEmpty)
  }

  @Test("F1: a scope's object is captured by a decorator of a singleton")
  func captive() {
    enum Request: AlchemicScope {}
    let found = mistakes {
      $0.register { Disk("a") }
      $0.register(AcScope(Request.self)) { Storage.Metrics() }
      $0.decorate((any Store).self) { (inner, metrics: Storage.Metrics) in
        Storage.Logging(inner, metrics)
      }
    }
    #expect(found.map(\.id) == [.captiveDependency])
  }
}
