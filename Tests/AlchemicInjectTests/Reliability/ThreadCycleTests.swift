import AlchemicInject
import AlchemicTestSupport
import Testing

/// An argument or property in front of another one. Its creation signals that it has begun, and may
/// have to wait.
private final class Gate<Number>: Sendable {}
private enum First {}
private enum Second {}

private final class Till: Sendable {
  let safe: Safe
  init(gate: Gate<First>, safe: Safe) { self.safe = safe }
}

private final class Safe: Sendable {
  let guardian: Guardian
  init(guardian: Guardian) { self.guardian = guardian }
}

private final class Guardian: AlchemicAware, @unchecked Sendable {
  @Injected var gate: Gate<Second>
  @Injected var till: Till
  private(set) var isReady = false
  init() {}
  func didInjectDependencies() { isReady = true }
}

private final class Ring<Number>: Sendable {}
private enum Third {}

/// Refers by a property to a ring that another thread creates.
private final class Watcher: AlchemicAware, @unchecked Sendable {
  @Injected var ring: Ring<First>
  init() {}
}

private final class Reader { @Injected var ring: Ring<First> }

/// "A cycle across threads is an error": only the initializers show that they wait for each other.
@Suite(.ownThreads) struct ThreadCycleTests {
  /// Runs each of `asks` on a thread of its own, and returns the errors.
  private func errors(
    in model: Model, _ asks: [@Sendable () throws -> Void]
  ) -> [AlchemicError] {
    let errors = Log<AlchemicError>()
    inTime {
      onThreads(asks.count) { thread in
        CurrentModel.withModel(model) {
          if let error = alchemicError(in: asks[thread]) { errors.add(error) }
        }
      }
    }
    return errors.entries
  }

  @Test(
    "three initializers on three threads that need each other: an error with its path, no deadlock")
  func three() throws {
    let begun = Counter()
    func meet() {
      begun.increment()
      waitUntil(seconds: 10) { begun.value >= 3 }
    }
    let model = try makeModel { model in
      model.register {
        meet()
        _ = try AcGet() as Ring<Second>
        return Ring<First>()
      }
      model.register {
        meet()
        _ = try AcGet() as Ring<Third>
        return Ring<Second>()
      }
      model.register {
        meet()
        _ = try AcGet() as Ring<First>
        return Ring<Third>()
      }
    }
    let found = errors(
      in: model,
      [
        { _ = try AcGet() as Ring<First> }, { _ = try AcGet() as Ring<Second> },
        { _ = try AcGet() as Ring<Third> },
      ])
    #expect(!found.isEmpty)
    for error in found {
      #expect(error.problems.map(\.id) == [.cycle])
      // From the request that closed the circle out to the first request.
      #expect(error.problems[0].path.filter { $0.subject == "AcGet" }.count >= 2)
    }
  }

  /// Two rings. The creation of each begins before either needs the other.
  private static func meetingRings(
    _ model: ModelBuilder, second: @escaping @Sendable () throws -> Void
  ) {
    let begun = Counter()
    func meet() {
      begun.increment()
      waitUntil(seconds: 10) { begun.value >= 2 }
    }
    model.register {
      meet()
      _ = try AcGet() as Ring<Second>
      return Ring<First>()
    }
    model.register {
      meet()
      try second()
      return Ring<Second>()
    }
    model.register(Watcher.init, AcTemplate())
  }

  @Test("if one thread waits for a property of a new host, that property can wait: no error")
  func throughProperty() throws {
    for _ in 0..<100 {
      let watchers = Log<Watcher>()
      let model = try makeModel { model in
        Self.meetingRings(model) { watchers.add(try AcGet()) }
      }
      let found = errors(
        in: model, [{ _ = try AcGet() as Ring<First> }, { _ = try AcGet() as Ring<Second> }])
      #expect(found.map(\.description) == [])
      let ring = try model.get(Ring<First>.self)
      #expect(!watchers.entries.isEmpty && watchers.entries.allSatisfy { $0.ring === ring })
    }
  }

  @Test(
    "a property that is read at once cannot wait: the program stops with the path"
  )
  func throughPropertyRead() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let model = try makeModel { model in
        Self.meetingRings(model) { _ = Reader().ring }
      }
      onThreads(2) { thread in
        CurrentModel.withModel(model) {
          if thread == 0 { _ = try? AcGet(Ring<First>.self) }
          if thread == 1 { _ = try? AcGet(Ring<Second>.self) }
        }
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("[cycle]") && text.contains("Reader.ring"))
  }

  @Test(
    "a legal loop that two threads enter from opposite ends is no cycle, whoever comes first",
    arguments: [0, 1, 2])
  func legalLoop(_ later: Int) throws {
    for _ in 0..<(later == 2 ? 200 : 20) {
      let begun = Counter()
      let model = try makeModel { model in
        model.register(Till.init(gate:safe:))
        model.register(Safe.init(guardian:))
        model.register(Guardian.init)
        model.register(AcTemplate()) { () -> Gate<First> in
          begun.increment()
          pause(milliseconds: later == 2 ? 0 : 1)
          return Gate()
        }
        model.register(AcTemplate()) { () -> Gate<Second> in
          begun.increment()
          pause(milliseconds: later == 2 ? 0 : 1)
          return Gate()
        }
      }
      @Sendable func wait(_ thread: Int) {
        waitUntil { thread != later || begun.value > 0 }
      }
      let found = errors(
        in: model,
        [
          {
            wait(0)
            _ = try AcGet() as Till
          },
          {
            wait(1)
            _ = try AcGet() as Safe
          },
        ])
      #expect(found.map(\.description) == [])
      let (till, safe) = (try model.get(Till.self), try model.get(Safe.self))
      #expect(till.safe === safe && safe.guardian.till === till && safe.guardian.isReady)
    }
  }
}
