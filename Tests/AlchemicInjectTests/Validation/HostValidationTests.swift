#if Scopes
import AlchemicMessages
import AlchemicTestSupport
import AlchemicTesting
import Testing

@testable import AlchemicCore
@testable import Alchemic

private protocol Store: AnyObject {}
private final class FileStore: Store {}
private final class CloudStore: Store {}
private enum MainStore: AcQualifier {}
private enum RequestScope: AlchemicScope {}
private struct User: Sendable {}

private struct Routes { @Injected var store: any Store }
private final class Page {
  let store = Injected<any Store>()
  @Weak var other: FileStore?
}
private struct Settings { @Qualified<MainStore>.Injected var store: any Store }
private struct View { let routes = Routes() }
private final class Handler { @Transient var user: User }
private final class PoliteHandler { @Transient var user: User? }
private final class Basket: Sendable {}
private final class Shopper { @Injected var basket: Basket }
private final class Greeter: AlchemicAware { @Injected var store: FileStore }
private final class LaterHandler { @Transient var user: Provider<User> }

/// The properties of types that no factory creates.
@Suite(.alchemicMain) struct HostValidationTests {
  private func problems(
    _ mode: ValidationMode = .standard, of host: Any.Type,
    _ configure: @escaping (ModelBuilder) -> Void = { _ in }
  ) -> [Problem] {
    AlchemicTestSupport.problems { () throws in _ = try report(mode, of: host, declaring: configure)
    }
  }

  /// As ``Alchemic/validate(_:profiles:hosts:_:configure:)``, without a scan of the tests' classes.
  private func report(
    _ mode: ValidationMode = .standard, of hosts: Any.Type...,
    declaring configure: (ModelBuilder) -> Void
  ) throws -> ValidationReport {
    let builder = ModelBuilder()
    configure(builder)
    builder.mode = mode
    return try builder.validate(hosts: hosts, injector: ModelHostInjector())
  }

  @Test("I15: a missing factory of a host that nobody registers is an error with its property")
  func missing() throws {
    let found = problems(of: Routes.self)
    #expect(found.map(\.id) == [.noMatch])
    #expect(found.first?.path.first?.subject == "Routes.store")
    #expect(problems(of: Page.self).map(\.id) == [.noMatch])
    let nested = problems(of: View.self)
    #expect(nested.first?.path.first?.subject == "View.routes.store")
    let qualified = problems(of: Settings.self) { $0.register { FileStore() as any Store } }
    #expect(qualified.map(\.id) == [.noMatch])
  }

  @Test("I15: the properties of hosts are counted, and no factory for the hosts is added")
  func counted() throws {
    let without = try makeModel { $0.register { FileStore() } }.report
    let with = try report(.strict, of: Routes.self, Page.self) { $0.register { FileStore() } }
    #expect(with.factories == without.factories)
    #expect(with.properties == without.properties + 3)
    #expect(with.propertiesLeft == without.propertiesLeft)
  }

  @Test("I15: several candidates are a warning, and in strict mode an error")
  func ambiguous() throws {
    func stores(_ model: ModelBuilder) {
      model.register(FileStore.init)
      model.register(CloudStore.init)
    }
    let report = try report(of: Routes.self, declaring: stores)
    #expect(report.warnings.map(\.id) == [.mayBeAmbiguous])
    #expect(report.propertiesLeft == 1)
    #expect(problems(.strict, of: Routes.self, stores).map(\.id) == [.mayBeAmbiguous])
  }

  @Test("I15: the problems of the model and of the hosts are one error")
  func together() throws {
    let found = problems(of: Routes.self) { $0.register(.template) { Page() } }
    #expect(Set(found.map(\.id)) == [.noMatch])
    let subjects = found.flatMap {
      $0.path.prefix(1).map(\.subject) + $0.alsoNeededBy.map(\.subject)
    }
    #expect(subjects.contains("Routes.store") && subjects.contains("Page.store"))
  }

  @Test("V13: a property of a singleton that only a scope can answer is a warning")
  func followers() throws {
    func warnings(_ declare: (ModelBuilder) -> Void) throws -> [Problem] {
      try makeModel { model in
        model.register(User.init, .scope(RequestScope.self))
        declare(model)
      }.warnings
    }
    let found = try warnings { $0.register { Handler() } }
    #expect(found.map(\.id) == [.noScope])
    #expect(found.first?.path.first?.subject == "Handler.user")
    #expect(found.filter(\.isWarning).count == found.count)
    #expect(try warnings { $0.register { PoliteHandler() } }.isEmpty)
    #expect(try warnings { $0.register { LaterHandler() } }.isEmpty)
    // A template, and an object of the scope, may be used within the scope only.
    #expect(try warnings { $0.register(.template) { Handler() } }.isEmpty)
    #expect(try warnings { $0.register(.scope(RequestScope.self)) { Handler() } }.isEmpty)
    let strict = problems(.strict, of: PoliteHandler.self) { model in
      model.register(User.init, .scope(RequestScope.self))
      model.register { Handler() }
    }
    #expect(strict.map(\.id) == [.noScope])
  }

  @Test("V13: criteria may choose a factory that no scope keeps")
  func criteria() throws {
    let warnings = try makeModel { model in
      model.register(User.init, .scope(RequestScope.self), .primary)
      model.register(.named("guest")) { User() }
      model.register { Handler() }
    }.warnings
    #expect(warnings.filter { $0.id == .noScope }.isEmpty)
  }

  @Test("V13: a property that follows because of the factory's option is a warning, too")
  func transientFactory() throws {
    let warnings = try makeModel { model in
      model.register(Basket.init, .scope(RequestScope.self), .transient)
      model.register { Shopper() }
    }.warnings
    #expect(warnings.map(\.id) == [.noScope])
  }

  @Test("I15: the property of a host with hooks is read later than its creation")
  func hooks() throws {
    let found = problems(.strict, of: Greeter.self) {
      $0.register(.lazy) { () async in FileStore() }
    }
    #expect(found.map(\.id) == [.needsAwait])
  }

  @Test("I15: a validation of the program checks hosts, too")
  func program() throws {
    let found = AlchemicTestSupport.problems { () throws in
      _ = try Alchemic.validate(hosts: Routes.self, Settings.self)
    }
    let subjects = found.flatMap { $0.path.prefix(1).map(\.subject) }
    #expect(subjects == ["Routes.store", "Settings.store"])
    let report = try Alchemic.validate(hosts: PoliteHandler.self) { model in
      model.register(User.init, .scope(RequestScope.self))
    }
    #expect(try report.properties == Alchemic.validate().properties + 1)
  }

  @Test("V13: what the warning proposes works: an optional is nil outside the scope")
  func optional() async throws {
    try await Alchemic.withModel { model in
      model.register(User.init, .scope(RequestScope.self))
      model.register { PoliteHandler() }
    } operation: {
      let handler: PoliteHandler = try AcGet()
      #expect(handler.user == nil)
      try await Alchemic.withScope(RequestScope.self) { #expect(handler.user != nil) }
      #expect(handler.user == nil)
    }
  }
}
#endif
