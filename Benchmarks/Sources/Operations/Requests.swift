import Alchemic
import CMeasure
import Measure

private enum Request: AlchemicScope {}

private final class User: Sendable {
  let number = 1
}

private final class Tenant: Sendable {
  let number = 2
}

private final class Session: Sendable {
  let number = 3
}

/// P16: a server's request, which has a scope with objects that the program stores in it.
public enum Requests {
  /// Starts a model with what a request needs.
  public static func start() throws {
    try Alchemic.start { model in
      model.register(AcScope(Request.self)) { Session() }
      model.register(User.self, AcReference(), AcScope(Request.self))
      model.register(Tenant.self, AcReference(), AcScope(Request.self))
    }
  }

  public static var operations: [Operation] {
    [
      Operation(
        "P16/empty", "a scope without objects, against a task-local container by hand", limit: 6,
        cost: openEmptyScopes, floor: openEmptyContainers),
      Operation(
        "P16/set", "set of an object in a scope, against a store in such a container", limit: 2.2,
        cost: setInScope, floor: storeInContainer),
      Operation(
        "P16/request", "a scope, two sets, three gets, against the same by hand", limit: 2.5,
        cost: openRequests, floor: openRequestsByHand),
      Operation(
        "P16/cold", "the same within 60 µs of work that empties the second-level cache",
        limit: 1.15, cost: openColdRequests, floor: openColdRequestsByHand),
    ]
  }
}

@inline(never) private func openEmptyScopes(_ count: Int) {
  inTask { for _ in 0..<count { try await Alchemic.withScope(Request.self) {} } }
}

@inline(never) private func openEmptyContainers(_ count: Int) {
  inTask {
    for _ in 0..<count {
      await TaskContainer.$current.withValue(TaskContainer()) { await nothing() }
    }
  }
}

@inline(never) private func nothing() async {}

@inline(never) private func setInScope(_ count: Int) {
  let user = User()
  inTask {
    try await Alchemic.withScope(Request.self) {
      for _ in 0..<count { try $0.set(user) }
    } operation: {
    }
  }
}

@inline(never) private func storeInContainer(_ count: Int) {
  let user = User()
  inTask {
    TaskContainer.$current.withValue(TaskContainer()) {
      for _ in 0..<count { TaskContainer.current?.store(user) }
    }
  }
}

@inline(never) private func openRequests(_ count: Int) {
  inTask {
    for _ in 0..<count { try await openRequest() }
  }
}

@inline(never) private func openRequestsByHand(_ count: Int) {
  inTask {
    for _ in 0..<count { await openRequestByHand() }
  }
}

@inline(never) private func openColdRequests(_ count: Int) {
  inTask {
    var work = OtherWork()
    for _ in 0..<count {
      work.run()
      try await openRequest()
    }
  }
}

@inline(never) private func openColdRequestsByHand(_ count: Int) {
  inTask {
    var work = OtherWork()
    for _ in 0..<count {
      work.run()
      await openRequestByHand()
    }
  }
}

/// The work of a request that does not concern its objects: it writes to each line of more memory
/// than a second-level cache has, so that the code and the tables of a scope are no longer there.
private struct OtherWork {
  private var memory = [UInt64](repeating: 1, count: (2 << 20) / 8)

  @inline(never)
  mutating func run() {
    memory.withUnsafeMutableBufferPointer { memory in
      for line in stride(from: 0, to: memory.count, by: 8) { memory[line] &+= 1 }
    }
  }
}

@inline(never) private func openRequest() async throws {
  let (user, tenant) = (User(), Tenant())
  try await Alchemic.withScope(Request.self) {
    try $0.set(user)
    try $0.set(tenant)
  } operation: {
    let (session, user, tenant): (Session, User, Tenant) = (
      try AcGet(), try AcGet(), try AcGet()
    )
    measure_use(session.number &+ user.number &+ tenant.number)
  }
}

@inline(never) private func openRequestByHand() async {
  let container = TaskContainer()
  container.store(User())
  container.store(Tenant())
  await TaskContainer.$current.withValue(container) { await useObjects() }
}

@inline(never) private func useObjects() async {
  guard let container = TaskContainer.current else { return }
  let session = container.object { Session() }
  let user: User = container.object { fatalError("no user") }
  let tenant: Tenant = container.object { fatalError("no tenant") }
  measure_use(session.number &+ user.number &+ tenant.number)
}
