import Alchemic
import CMeasure
import Dispatch
import Measure

private enum Request: AlchemicScope {}

private protocol Job: Sendable {
  var number: Int { get }
}

private final class Errand: Job {
  let number = 1
}

private final class Named: Sendable {
  let number = 1
}

private final class Coded: Sendable {
  let number: Int
  init(number: Int) { self.number = number }
}

private final class Panel {
  @Injected var errand: Errand
  @Injected var job: any Job
}

private final class Session: Sendable {
  let number: Int
  init(_ user: User, _ tenant: Tenant) { number = user.number &+ tenant.number }
}

private final class User: Sendable {
  let number = 1
}

private final class Tenant: Sendable {
  let number = 1
}

private final class Screen {
  private let coded: Provider<Coded, Int>
  init() { coded = get(Provider<Coded, Int>.self) }
  @inline(never) func make(_ number: Int) -> Coded {
    do { return try coded(number) } catch { fatalError("\(error)") }
  }
}

/// What two threads do at once, each with objects of its own.
public enum TwoThreads {
  /// An operation that a thread repeats.
  public struct Repeated: Sendable {
    public let id: String
    public let description: String
    /// How many times longer than one thread two threads may take, as a multiple of what a
    /// task-local container by hand takes longer.
    public let limit: Double
    /// Prepares a thread. Returns a function that does the operation so many times, and never
    /// waits.
    public let prepare: @Sendable () -> (_ count: Int) async -> Void

    /// Does the operation so many times, on this thread.
    public func run(_ count: Int) { inTask { await prepare()(count) } }
  }

  private static func repeated(
    _ id: String, _ description: String, limit: Double = 1.11,
    _ run: @escaping @Sendable (_ count: Int) async -> Void
  ) -> Repeated {
    Repeated(id: id, description: description, limit: limit) { run }
  }

  /// Starts a model with what the operations request.
  public static func start() throws {
    try Alchemic.start { model in
      model.register { FastService() as any Service }
      model.register(.template) { Errand() }
      model.register(.template, .named("named")) { Named() }
      model.register(Coded.init(number:), AcArgument())
      model.register(.template) { Panel() }
      model.register(Session.init, AcScope(Request.self))
      model.register(User.self, AcReference(), AcScope(Request.self))
      model.register(Tenant.self, AcReference(), AcScope(Request.self))
    }
  }

  public static let all: [Repeated] = [
    repeated("template", "AcGet of a template") { count in
      for _ in 0..<count { measure_use(get(Errand.self).number) }
    },
    repeated("protocol", "AcGet of a template by a protocol") { count in
      for _ in 0..<count { measure_use(get((any Job).self).number) }
    },
    repeated("optional", "AcGet of a template as an optional") { count in
      for _ in 0..<count { measure_use(get((any Job)?.self)?.number ?? 0) }
    },
    repeated("named", "AcGet of a template by its name") { count in
      do {
        for _ in 0..<count { measure_use(try AcGet(Named.self, .named("named")).number) }
      } catch { fatalError("\(error)") }
    },
    Repeated(id: "provider", description: "a call of a provider", limit: 1.11) {
      let screen = Screen()
      return { count in
        for number in 0..<count { measure_use(screen.make(number).number) }
      }
    },
    repeated("host", "AcGet of a template with two properties, read") { count in
      for _ in 0..<count {
        let host = get(Panel.self)
        measure_use(host.errand.number &+ host.job.number)
      }
    },
    repeated("empty-scope", "open and close a scope") { count in
      do {
        for _ in 0..<count { try await Alchemic.withScope(Request.self) {} }
      } catch { fatalError("\(error)") }
    },
    repeated("scope", "open a scope, AcGet of a template, close") { count in
      do {
        for _ in 0..<count {
          try await Alchemic.withScope(Request.self) { measure_use(get(Errand.self).number) }
        }
      } catch { fatalError("\(error)") }
    },
    repeated("request", "open a scope with two given objects, get three, close") { count in
      do {
        for _ in 0..<count {
          let (user, tenant) = (User(), Tenant())
          try await Alchemic.withScope(Request.self) {
            try $0.set(user)
            try $0.set(tenant)
          } operation: {
            measure_use(
              get(Session.self).number &+ get(User.self).number &+ get(Tenant.self).number)
          }
        }
      } catch { fatalError("\(error)") }
    },
    // 1.6 times as much on two threads, where the others do 1.8 times as much.
    repeated("child", "a child model with a declaration, AcGet, its end", limit: 1.25) { count in
      do {
        for _ in 0..<count {
          try Alchemic.withModel {
            $0.register { FastService() as any Service }
          } operation: {
            measure_use(get((any Service).self).value())
          }
        }
      } catch { fatalError("\(error)") }
    },
  ]

  /// What threads share nothing of but the machine: a new object in a new task-local container.
  public static let byHand = repeated("by-hand", "a task-local container by hand") { count in
    for _ in 0..<count {
      TaskContainer.$current.withValue(TaskContainer()) {
        measure_use(TaskContainer.current?.object { Errand() }.number ?? 0)
      }
    }
  }

  /// Two threads that request one object, and so both write its count.
  public static let shared = repeated("shared", "AcGet of one singleton") { count in
    for _ in 0..<count { measure_use(get((any Service).self).value()) }
  }

  /// The same by a function that returns the object.
  public static let sharedByHand = repeated("shared-by-hand", "one object by a function") { count in
    let service = get((any Service).self)
    for _ in 0..<count { measure_use(retained(service).value()) }
  }

  /// Lets two threads do each operation in turns, and marks the turns in the trace.
  public static func trace() throws {
    try start()
    let turns = (0..<3).map { _ in DispatchSemaphore(value: 0) }
    @Sendable func wait(for turn: Int) { turns[turn].wait() }
    for (number, operation) in (all + [shared]).enumerated() {
      print("operation \(number) \(operation.id)")
      // So what the model creates at first use is allocated by neither thread.
      operation.run(20)
      let threads = [0, 1].map { thread in
        Thread {
          wait(for: thread)
          measure_keep_memory()
          defer { measure_return_memory() }
          // The runtime counts all tasks of the process, so none is begun within a turn.
          inTask {
            let run = operation.prepare()
            await run(20)
            turns[2].signal()
            wait(for: thread)
            measure_begin_turn(Int32(thread))
            await run(64)
            measure_end_turn()
          }
          turns[2].signal()
          wait(for: thread)
        }
      }
      for _ in 0..<2 {
        for thread in 0..<2 {
          turns[thread].signal()
          wait(for: 2)
        }
      }
      for thread in 0..<2 { turns[thread].signal() }
      for thread in threads { thread.join() }
    }
  }
}

@inline(never) private func retained(_ service: any Service) -> any Service { service }

@inline(never) private func get<Value>(_ type: Value.Type) -> Value {
  do { return try AcGet(type) } catch { fatalError("\(error)") }
}
