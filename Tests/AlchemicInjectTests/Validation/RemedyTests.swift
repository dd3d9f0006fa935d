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
      try withModel(configure) { _ = try AcGet(FileStore.self, AcName("FileStroe")) }
    }
    #expect(found.map(\.id) == [.noMatch] && found[0].candidates.map(\.name) == ["FileStore"])
    #expect(remedy(of: found[0]).hasPrefix("correct the criteria"))
    try withModel(configure) { _ = try AcGet(FileStore.self, AcName("FileStore")) }
  }

  @Test("V6: a class that inherits AlchemicManaged: add AlchemicSubclass, and only there")
  func inherited() throws {
    let account: (ModelBuilder) -> Void = { $0.declare(Account.self) { Account.alchemic($0) } }
    let found = problems { try withModel(account) { _ = try AcGet(Savings.self) } }
    #expect(remedy(of: found.first).hasPrefix("add AlchemicSubclass to Savings"))
    final class Current: Account, AlchemicSubclass {
      static func alchemicSubclass(_ of: ClassObjectFactory) { AcInitializer(of, Current.init) }
    }
    try withModel { model in
      account(model)
      model.declare(Current.self) { AcInitializer($0, Current.init) }
    } _: { () throws in
      _ = try AcGet(Current.self)
    }
  }

  @Test("V6: a generic class: register it")
  func generic() throws {
    let found = problems {
      try withModel { _ in
      } _: {
        _ = try AcGet(Generic<Int>.self)
      }
    }
    #expect(remedy(of: found.first).contains("model.register(Generic<Int>.init)"))
    try withModel {
      $0.register(Generic<Int>.init)
    } _: { () throws in
      _ = try AcGet(Generic<Int>.self)
    }
  }

  @Test("V6: a managed class that this model has not: register it")
  func managedElsewhere() throws {
    let found = problems {
      try withModel { _ in
      } _: {
        _ = try AcGet(Account.self)
      }
    }
    #expect(remedy(of: found.first).contains("register a factory for Account"))
    try withModel {
      $0.register(Account.init)
    } _: { () throws in
      _ = try AcGet(Account.self)
    }
  }

  @Test("V6: a type of the same name in another scope: both names have their scope")
  func sameName() throws {
    let configure: (ModelBuilder) -> Void = { $0.register(Here.Depot.init) }
    let found = problems { try withModel(configure) { _ = try AcGet(There.Depot.self) } }
    #expect(found.first?.headline.contains("There") == true)
    #expect(found.first?.candidates.map(\.product) == [found[0].candidates[0].product])
    #expect(found.first?.candidates.first?.product.contains("Here") == true)
    try withModel(configure) { () throws in _ = try AcGet(Here.Depot.self) }
  }

  @Test("V6: a decorator that takes the protocol it provides: name the inner one")
  func decorator() throws {
    let found = problems { model in
      model.register(FileStore.init)
      model.register(LoggingStore.init, AcPrimary())
    }
    #expect(found.map(\.id) == [.cycle])
    #expect(remedy(of: found.first) == #"ask for the inner one by its name: AcName("FileStore")"#)
    try withModel { model in
      model.register(FileStore.init)
      model.register(LoggingStore.init, AcName("FileStore"), options: AcPrimary())
    } _: {
      let store = try AcGet((any Store).self) as? LoggingStore
      #expect(store?.inner is FileStore)
    }
  }

  @Test("V6: a decorator without an inner one: register it under a name")
  func lonelyDecorator() {
    let found = problems { $0.register(LoggingStore.init) }
    #expect(remedy(of: found.first).hasSuffix("register it with AcFactoryName(…)"))
  }

  @Test("V6: a conforming class that nobody registered is named")
  func unregistered() throws {
    let found = problems { $0.register(Needy.init) }
    #expect(
      remedy(of: found.first).hasPrefix("register AlchemicInjectTests.OnlyDeclared: it conforms"))
    try withModel { model in
      model.register(Needy.init)
      model.register(OnlyDeclared.init)
    } _: {
    }
  }

  @Test("V6: a criterion that does not hold: correct it")
  func criterion() throws {
    let configure: (ModelBuilder) -> Void = { model in
      model.declare(FileStore.self) { AcInitializer($0, FileStore.init) }
      model.register(OnlyDeclared.init)
    }
    let found = problems {
      try withModel(configure) {
        _ = try AcGet(FileStore.self, AcProtocol((any Unregistered).self))
      }
    }
    #expect(found.map(\.id) == [.wrongType])
    #expect(remedy(of: found.first) == "use a type that fits, or correct the criteria")
    try withModel(configure) {
      _ = try AcGet(FileStore.self, AcProtocol((any Store).self))
    }
  }
}

extension String {
  fileprivate func components(after mark: String) -> String {
    range(of: mark).map { String(self[$0.upperBound...]) } ?? ""
  }
}
