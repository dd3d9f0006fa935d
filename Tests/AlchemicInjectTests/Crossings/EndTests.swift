#if Scopes
import Alchemic
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
  case reset, stop, run, failedStart, failedAwaitingStart, child, scope, session
  case scopeOfAll, sessionOfAll

  func run(_ log: Log<String>) async throws {
    let isOfAll = self == .scopeOfAll || self == .sessionOfAll
    let isScoped = isOfAll || self == .scope || self == .session
    let configure: @Sendable (ModelBuilder) -> Void = { model in
      if isOfAll {
        model.register(.scope(WebShop.Job.self)) { Diary(log) }
      } else {
        model.register { Diary(log) }
      }
      if isScoped {
        model.register(.scope(WebShop.Job.self)) { Cache() }
        model.register(.scope(WebShop.Job.self)) { Pool() }
      } else {
        model.register { Cache() }
        model.register { Pool() }
      }
      if self == .failedStart || self == .failedAwaitingStart {
        model.register(.order(100)) { () throws -> Int in throw Broken() }
      }
    }
    func start() throws { try Alchemic.start { configure($0) } }
    func use() throws { _ = (try AcGet(Diary.self), try AcGet(Cache.self), try AcGet(Pool.self)) }
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
    case .failedAwaitingStart:
      do { try await Alchemic.startAsync { configure($0) } } catch is AlchemicError {
        log.add("failed")
      }
    case .child:
      try Alchemic.withModel {
        configure($0)
      } operation: {
        try use()
      }
    case .scope, .scopeOfAll:
      try await Alchemic.withModel {
        configure($0)
      } operation: {
        try await Alchemic.withScope(WebShop.Job.self) { try use() }
      }
    case .session, .sessionOfAll:
      try await Alchemic.withModel {
        configure($0)
      } operation: {
        try Alchemic.open(WebShop.Job.self)
        try use()
        try await Alchemic.close(WebShop.Job.self)
      }
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
#endif
