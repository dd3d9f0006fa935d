#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private enum Job: AlchemicScope {}

private final class Node: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

/// Where the objects of a web are kept.
private enum Keeping: CaseIterable, Sendable {
  case model, scope, request, mixed

  func option(of number: Int) -> FactoryOption {
    switch self {
    case .model: .lazy
    case .scope: .scope(Job.self)
    case .request: .perRequest
    // What the model keeps never needs what a scope keeps.
    case .mixed: number < 3 ? .scope(Job.self) : number % 2 == 0 ? .lazy : .perRequest
    }
  }
}

/// Asynchronous objects, each of which needs some with greater numbers, at once or one by one.
private struct CreatedWeb: Sendable {
  static let count = 7

  let needs: [[Int]]
  let isAtOnce: [Bool]
  let running = Counter()
  let ended = Counter()

  init(_ random: inout SplitMix) {
    needs = (0..<Self.count).map { node in
      (node + 1..<Self.count).filter { _ in random.next() % 3 == 0 }
    }
    isAtOnce = needs.map { _ in random.next() % 2 == 0 }
  }

  func declare(_ model: ModelBuilder, _ keeping: Keeping) {
    for number in 0..<Self.count {
      model.register(keeping.option(of: number), AcFactoryName("\(number)")) {
        () async throws -> Node in try await create(number)
      }
    }
  }

  private func create(_ number: Int) async throws -> Node {
    running.increment()
    defer { ended.increment() }
    try await Task.sleep(for: .microseconds(100 + number * 40))
    if isAtOnce[number] {
      try await withThrowingTaskGroup(of: Node.self) { group in
        for need in needs[number] { group.addTask { try await Self.get(need) } }
        try await group.waitForAll()
      }
    } else {
      for need in needs[number] { _ = try await Self.get(need) }
    }
    return Node(number)
  }

  static func get(_ number: Int) async throws -> Node {
    try await AcGetAsync(Node.self, .named("\(number)"))
  }
}

/// Tasks that request the objects of webs, while some of them are cancelled.
@Suite(.timeLimit(.minutes(10))) struct CancelledWebTests {
  private struct Round {
    /// The numbers of the requested objects, each with the time after which its task is cancelled.
    let requests: [(number: Int, cancelled: Duration?)]
    /// The number of an object that is set meanwhile; nil for none.
    let set: Int?

    init(_ random: inout SplitMix, setting: Bool) {
      requests = (0..<8).map { _ in
        let number = Int(random.next() % UInt64(CreatedWeb.count))
        let time = Duration.microseconds(Int(random.next() % 1_500))
        return (number, random.next() % 5 < 3 ? time : nil)
      }
      set = setting ? Int(random.next() % UInt64(CreatedWeb.count)) : nil
    }
  }

  @Test(
    "L1: whoever is cancelled, each other task gets its object, and no creation is left",
    arguments: Keeping.allCases, [false, true])
  private func random(_ keeping: Keeping, isSetting: Bool) async throws {
    var random = SplitMix(isSetting ? 5 : 4)
    for _ in 0..<Effort.of(1_000, atLeast: 60) {
      let web = CreatedWeb(&random)
      let round = Round(&random, setting: isSetting && keeping == .model)
      try await Alchemic.withModel {
        web.declare($0, keeping)
      } operation: { () async throws in
        try await Alchemic.withScope(Job.self, timeout: .seconds(600)) {
          try await run(round)
          // A creation whose object was set meanwhile, and whose callers have gone, may still run.
          if round.set == nil { #expect(web.running.value == web.ended.value) }
          for number in 0..<CreatedWeb.count {
            #expect(try await CreatedWeb.get(number).number == number)
          }
        }
        await waitUntil { web.running.value == web.ended.value }
      }
    }
  }

  private func run(_ round: Round) async throws {
    let tasks = round.requests.map { request in
      Task { try await CreatedWeb.get(request.number) }
    }
    let cancellations = zip(tasks, round.requests).map { task, request in
      Task {
        guard let time = request.cancelled else { return }
        try await Task.sleep(for: time)
        task.cancel()
      }
    }
    if let number = round.set {
      try await Task.sleep(for: .microseconds(300))
      try AcSet(Node(number), .named("\(number)"))
    }
    for (task, request) in zip(tasks, round.requests) {
      switch await task.result {
      case .success(let node): #expect(node.number == request.number)
      case .failure(let error):
        #expect(error is CancellationError && request.cancelled != nil, "\(error)")
      }
    }
    for cancellation in cancellations { try await cancellation.value }
  }
}
#endif
