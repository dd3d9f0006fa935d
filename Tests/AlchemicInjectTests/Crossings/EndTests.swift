import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Diary: Sendable {
  let log: Log<String>
  init(_ log: Log<String>) { self.log = log }
}

/// Reads a property for the first time when it is released.
private final class Cache: @unchecked Sendable {
  @Injected var diary: Diary
  deinit { diary.log.add("emptied") }
}

/// Retains nothing of the model, and asks for it when it is released.
private final class Pool: @unchecked Sendable {
  @Injected var diary: Diary
  @Injected var all: [Diary]
  deinit { diary.log.add("\(all.count) \(all[0] === diary)") }
}

private struct Broken: Error {}

/// Each end of the objects of a model or of a scope.
private enum End: String, CaseIterable, Codable {
  case reset, stop, run, failedStart, failedBackgroundStart, child, scope, session, mainTrait

  func run(_ log: Log<String>) async throws {
    let isScoped = self == .scope || self == .session
    let scope = [FactoryOption.scope(WebShop.Job.self)]
    let configure: @Sendable (ModelBuilder) -> Void = { model in
      model.register { Diary(log) }
      if isScoped {
        model.register(scope[0]) { Cache() }
        model.register(scope[0]) { Pool() }
      } else {
        model.register { Cache() }
        model.register { Pool() }
      }
      if self == .failedStart || self == .failedBackgroundStart {
        model.register(.order(100)) { () throws -> Int in throw Broken() }
      }
    }
    func start() throws { try Alchemic.start { configure($0) } }
    func use() throws { _ = (try AcGet(Cache.self), try AcGet(Pool.self)) }
    switch self {
    case .reset:
      try start()
      Alchemic.reset()
    case .stop:
      try start()
      try await Alchemic.stop()
    case .run:
      try await Alchemic.run {
        configure($0)
      } operation: {
      }
    case .failedStart:
      do { try start() } catch is AlchemicError { log.add("failed") }
    case .failedBackgroundStart:
      do { try await Alchemic.startAsync { configure($0) } } catch is AlchemicError {
        log.add("failed")
      }
    case .child:
      try Alchemic.withModel {
        configure($0)
      } operation: {
        try use()
      }
    case .scope:
      try await Alchemic.withModel {
        configure($0)
      } operation: {
        try await Alchemic.withScope(WebShop.Job.self) { try use() }
      }
    case .session:
      try await Alchemic.withModel {
        configure($0)
      } operation: {
        try Alchemic.open(WebShop.Job.self)
        try use()
        try await Alchemic.close(WebShop.Job.self)
      }
    case .mainTrait:
      try start()
      Alchemic.reset()
    }
  }
}

@Suite struct EndTests {
  @Test("H1: at every end, a deinit reads what still exists", arguments: End.allCases)
  fileprivate func deinits(_ end: End) async {
    await #expect(processExitsWith: .success) { [end] in
      let log = Log<String>()
      do { try await end.run(log) } catch { fatalError("\(error)") }
      let entries = Set(log.entries)
      let expected: Set = ["emptied", "1 true"]
      precondition(entries.subtracting(["failed"]) == expected, "\(log.entries)")
    }
  }

  @Test("H6: Alchemic.run in a task that has a child stops the main model, and not the child")
  func runInChild() async {
    await #expect(processExitsWith: .success) {
      let log = Log<String>()
      let register: @Sendable (ModelBuilder) -> Void = { $0.register { Diary(log) } }
      func start() throws { try Alchemic.start { register($0) } }
      try! await Alchemic.withModel {
        register($0)
      } operation: {
        let diary = try AcGet(Diary.self)
        try await Alchemic.run {
          register($0)
        } operation: {
          let ofMain = try AcGet(Diary.self)
          precondition(ofMain !== diary)
        }
        let present = try AcGet(Diary.self)
        precondition(present === diary)
        // The main model has ended, so that it can start again.
        try start()
      }
    }
  }
}
