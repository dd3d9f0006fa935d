#if Suggestions
import AlchemicInject
import AlchemicTestSupport
import Foundation
import Testing

private protocol Store: AnyObject {}
private final class FileStore: Store, AlchemicCreatable {
  init() {}
}
private final class LoggingStore: Store {
  let inner: any Store
  init(inner: any Store) { self.inner = inner }
}
private class Account: AlchemicManaged {
  init() {}
  class func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Account.init) }
}
private final class Savings: Account {}
private final class Generic<Item>: AlchemicManaged {
  init() {}
  static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Generic.init) }
}
private protocol Unregistered: AnyObject {}
private final class OnlyDeclared: Unregistered {}
private final class Needy { init(_ unregistered: any Unregistered) {} }

private enum Here { final class Depot {} }
private enum There { final class Depot {} }

/// Each test puts what the message proposes into the code, and the problem is gone.
@Suite struct RemedyTests {
  private func remedy(of problem: Problem?) -> String {
    problem?.description.components(after: "→ ") ?? ""
  }

  @Test("V6: a misspelt name of a managed class: correct the name, not the class")
  func misspelt() throws {
    let configure: (ModelBuilder) -> Void = {
      $0.declare(FileStore.self) { AcInitializer($0, FileStore.init) }
    }
    let found = problems {
      try withStartedModel(configure) { _ = try AcGet(FileStore.self, AcName("FileStroe")) }
    }
    #expect(found.map(\.id) == [.noMatch] && found[0].candidates.map(\.name) == ["FileStore"])
    #expect(remedy(of: found[0]).hasPrefix("correct the criteria"))
    try withStartedModel(configure) { _ = try AcGet(FileStore.self, AcName("FileStore")) }
  }

  @Test("V6: a class that inherits AlchemicManaged: add AlchemicSubclass, and only there")
  func inherited() throws {
    let account: (ModelBuilder) -> Void = { $0.declare(Account.self) { Account.alchemic($0) } }
    let found = problems { try Alchemic.withModel(account) { _ = try AcGet(Savings.self) } }
    #expect(remedy(of: found.first).hasPrefix("add AlchemicSubclass to Savings"))
    final class Current: Account, AlchemicSubclass {
      static func alchemicSubclass(_ of: ClassObjectFactory) { AcInitializer(of, Current.init) }
    }
    try Alchemic.withModel { model in
      account(model)
      model.declare(Current.self) { AcInitializer($0, Current.init) }
    } operation: { () throws in
      _ = try AcGet(Current.self)
    }
  }

  @Test("V6: a template that returned nil: return an object, since it cannot be nillable")
  func nilTemplate() throws {
    try Alchemic.withModel { model in
      model.register(.template) { nil as FileStore? }
      model.register(.named("shared"), .lazy) { nil as FileStore? }
    } operation: { () throws in
      let template = problems { _ = try AcGet(FileStore?.self, AcName("FileStore")) }
      #expect(remedy(of: template.first) == "return an object: a template cannot be nillable")
      let shared = problems { _ = try AcGet(FileStore?.self, AcName("shared")) }
      #expect(remedy(of: shared.first).hasPrefix("add .nillable to its registration"))
    }
  }

  @Test("V6: a composite that takes all of its own protocol: a qualifier for its parts")
  func composite() throws {
    enum Part: AcQualifier {}
    final class All: Store {
      let stores: [any Store]
      init(_ stores: [any Store]) { self.stores = stores }
    }
    let found = problems { model in
      model.register(All.init, AcPrimary())
      model.register(FileStore.init)
    }
    #expect(found.map(\.id) == [.cycle])
    #expect(
      found.first?.headline.contains("argument 1 is '[Store]', with what it produces") == true)
    #expect(remedy(of: found.first).hasPrefix("give the parts a qualifier, and take those"))
    try Alchemic.withModel { model in
      model.register(All.init, AcQualified(Part.self), options: AcPrimary())
      model.register(FileStore.init, AcFactoryQualifier(Part.self))
      model.register(AcFactoryQualifier(Part.self)) { LoggingStore(inner: FileStore()) }
    } operation: { () throws in
      let store: any Store = try AcGet()
      #expect((store as? All)?.stores.count == 2)
    }
  }

  @Test("V6, M7: setting a value that only its name finds: say the name")
  func settingByName() throws {
    try withStartedModel {
      $0.register(String.self, AcReference(), AcFactoryName("currency"))
    } _: {
      let found = problems { try AcSet("EUR") }
      #expect(
        remedy(of: found.first) == #"select the factory: only .named("currency") finds it"#)
      try AcSet("EUR", AcName("currency"))
      #expect(try AcGet(AcName("currency")) == "EUR")
    }
  }

  @Test("V6: several with a qualifier: a criterion that only one meets, not a name")
  func severalQualified() throws {
    enum Part: AcQualifier {}
    let found = problems { model in
      model.register(FileStore.init, AcFactoryQualifier(Part.self))
      model.register(AcFactoryQualifier(Part.self)) { LoggingStore(inner: FileStore()) }
      model.register({ (_: any Store) in 1 }, AcQualified(Part.self))
    }
    #expect(remedy(of: found.first).contains("use criteria that only one meets"))
    try Alchemic.withModel { model in
      model.register(FileStore.init, AcFactoryQualifier(Part.self))
      model.register(AcFactoryQualifier(Part.self)) { LoggingStore(inner: FileStore()) }
      model.register(
        { (_: any Store) in 1 }, AcMatching(AcQualified(Part.self), AcClass(FileStore.self)))
    } operation: {
    }
  }

  @Test("V6: an unknown qualifier of an optional: register a factory with it")
  func unknownQualifier() throws {
    enum Part: AcQualifier {}
    let model = try makeModel {
      $0.register({ (_: (any Store)?) in 1 }, AcQualified(Part.self))
    }
    #expect(remedy(of: model.warnings.first).hasSuffix(".qualifier(Part.self)"))
  }

  @Test("V6: types of the system that conform are not proposed")
  func systemTypes() {
    let errors = problems { $0.register { (_: any Error) in 1 } }
    #expect(!remedy(of: errors.first).contains("_RegexParser"))
    let encoders = problems { $0.register { (_: any Encoder) in 1 } }
    #expect(!remedy(of: encoders.first).contains("Foundation"))
  }

  @Test("V8: a property is shown with the class of its host, whatever the factory's name")
  func namedHost() {
    final class Shop { @Injected var store: any Store }
    let found = problems { $0.register(.named("shop.main")) { Shop() } }
    #expect(found.first?.path.first?.subject == "Shop.store")
    #expect(found.first?.path.last?.subject == "shop.main")
  }

  @Test("V6: a generic class: register it")
  func generic() throws {
    let found = problems {
      try Alchemic.withModel { _ in
      } operation: {
        _ = try AcGet(Generic<Int>.self)
      }
    }
    #expect(remedy(of: found.first).contains("model.register(Generic<Int>.init)"))
    try Alchemic.withModel {
      $0.register(Generic<Int>.init)
    } operation: { () throws in
      _ = try AcGet(Generic<Int>.self)
    }
  }

  @Test("V6: a managed class that this model has not: register it")
  func managedElsewhere() throws {
    let found = problems {
      try withStartedModel { _ in
      } _: {
        _ = try AcGet(Account.self)
      }
    }
    #expect(remedy(of: found.first).contains("register a factory for Account"))
    try withStartedModel {
      $0.register(Account.init)
    } _: { () throws in
      _ = try AcGet(Account.self)
    }
  }

  @Test("V6: a type of the same name in another scope: both names have their scope")
  func sameName() throws {
    let configure: (ModelBuilder) -> Void = { $0.register(Here.Depot.init) }
    let found = problems { try Alchemic.withModel(configure) { _ = try AcGet(There.Depot.self) } }
    #expect(found.first?.headline.contains("There") == true)
    #expect(found.first?.candidates.map(\.product) == [found[0].candidates[0].product])
    #expect(found.first?.candidates.first?.product.contains("Here") == true)
    try Alchemic.withModel(configure) { () throws in _ = try AcGet(Here.Depot.self) }
  }

  @Test("V6: a decorator that takes the protocol it provides: name the inner one")
  func decorator() throws {
    let found = problems { model in
      model.register(FileStore.init)
      model.register(LoggingStore.init, AcPrimary())
    }
    #expect(found.map(\.id) == [.cycle])
    #expect(
      remedy(of: found.first).hasPrefix(
        #"request the wrapped object by its name: .named("FileStore"); or"#))
    try Alchemic.withModel { model in
      model.register(FileStore.init)
      model.register(LoggingStore.init, AcName("FileStore"), options: AcPrimary())
    } operation: {
      let store = try AcGet((any Store).self) as? LoggingStore
      #expect(store?.inner is FileStore)
    }
  }

  @Test("V6: a decorator without an inner one: register it under a name")
  func lonelyDecorator() {
    let found = problems { $0.register(LoggingStore.init) }
    #expect(remedy(of: found.first).hasSuffix("register it with .named(…)"))
  }

  @Test("V6: a conforming class that nobody registered is named")
  func unregistered() throws {
    let found = problems { $0.register(Needy.init) }
    #expect(
      remedy(of: found.first).hasPrefix(
        "register AlchemicInjectTests.OnlyDeclared, which conforms to Unregistered; or let it"))
    try Alchemic.withModel { model in
      model.register(Needy.init)
      model.register(OnlyDeclared.init)
    } operation: {
    }
  }

  @Test("V6: a criterion that does not hold: correct it")
  func criterion() throws {
    let configure: (ModelBuilder) -> Void = { model in
      model.declare(FileStore.self) { AcInitializer($0, FileStore.init) }
      model.register(OnlyDeclared.init)
    }
    let found = problems {
      try Alchemic.withModel(configure) {
        _ = try AcGet(FileStore.self, AcProtocol((any Unregistered).self))
      }
    }
    #expect(found.map(\.id) == [.wrongType])
    #expect(remedy(of: found.first) == "use a type that fits, or correct the criteria")
    try Alchemic.withModel(configure) {
      _ = try AcGet(FileStore.self, AcProtocol((any Store).self))
    }
  }
}

extension String {
  fileprivate func components(after mark: String) -> String {
    range(of: mark).map { String(self[$0.upperBound...]) } ?? ""
  }
}
#endif
