import Alchemic
import Dispatch
import FuzzInput
import Synchronization

/// How often which operation ran, and how often it failed, in all rounds.
private let counts = Lock<[String: Int]>([:])

public var threadSummary: String {
  counts.withLock { counts in
    counts.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }
}

/// Runs a model that two to eight threads and tasks use at the same time.
public func runThreads(seed: UInt64) async {
  var random = Random(source: SplitMix(state: seed))
  let round = Round(seed: seed)
  Round.current.withLock { $0 = round }
  await useModel(round, &random)
  await requireRelease(round)
}

private func useModel(_ round: Round, _ random: inout Random) async {
  let isStoppedEarly = random.isOne(in: 2)
  let expires = random.isOne(in: 2)
  try! await Alchemic.startAsync { declareThreadZoo(in: $0, expiring: expires) }
  let screen = try! AcGet(Screen.self)
  await withTaskGroup(of: Void.self) { group in
    for number in 0..<(2 + random.below(7)) {
      let own = random.source.next()
      let worker = Worker(
        Random(source: SplitMix(state: own)), number, screen, adds: !isStoppedEarly)
      if number > 0, random.isOne(in: 2) {
        group.addTask { await worker.runOnThread() }
      } else {
        group.addTask { await worker.run() }
      }
    }
    if isStoppedEarly {
      let pause = random.below(400)
      group.addTask {
        try? await Task.sleep(for: .microseconds(pause))
        await stopModel(round)
      }
    }
    await group.waitForAll()
  }
  await stopModel(round)
}

private func stopModel(_ round: Round) async {
  do { try await Alchemic.stop() } catch { violation("stop: \(error)") }
  round.isOver.store(true, ordering: .sequentiallyConsistent)
}

/// Waits until every object is released: a task that has stopped one may retain it for a moment.
private func requireRelease(_ round: Round) async {
  let end = ContinuousClock.now + .seconds(2)
  while !round.living.withLock(\.isEmpty), ContinuousClock.now < end { await Task.yield() }
  let living = round.living.withLock(\.self)
  if !living.isEmpty { violation("\(living) outlive the model") }
}

/// The operations of one thread or task.
private final class Worker: @unchecked Sendable {
  // Proof: one thread or task uses it at a time.

  private var random: Random
  private let number: Int
  private let screen: Screen
  private let adds: Bool
  private var counted: [String: Int] = [:]
  private let round = Round.current.withLock(\.self)

  init(_ random: Random, _ number: Int, _ screen: Screen, adds: Bool) {
    (self.random, self.number, self.screen, self.adds) = (random, number, screen, adds)
  }

  func run() async {
    for _ in 0..<(20 + random.below(60)) {
      if number == 0, random.isOne(in: 4) {
        await changeSession()
      } else if random.isOne(in: 4) {
        await runScope()
      } else {
        operate(nil)
      }
    }
    report()
  }

  /// The same without scopes, on a thread of its own.
  func runOnThread() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        for _ in 0..<(20 + self.random.below(60)) { self.operate(nil) }
        self.report()
        continuation.resume()
      }
    }
  }

  private func report() {
    let counted = counted
    counts.withLock { $0.merge(counted, uniquingKeysWith: +) }
  }

  /// Performs an operation that may fail with one of some problems.
  private func attempt(
    _ what: String, _ ids: Set<String>, _ body: () throws -> Void
  ) {
    counted[what, default: 0] += 1
    do { try body() } catch { check(error, what, ids) }
  }

  private func check(_ error: any Error, _ what: String, _ ids: Set<String>) {
    if error is Refusal { return }
    guard let error = error as? AlchemicError else { violation("\(what): \(error)") }
    for problem in error.problems {
      let id = problem.id.rawValue
      // The model may end at any time.
      let isEnd =
        !adds && ["not-started", "is-stopping", "model-gone", "start-interrupted"].contains(id)
      if !isEnd, !ids.contains(id) { violation("\(what): \(error)") }
      counted["\(what): \(id)", default: 0] += 1
    }
  }

  // MARK: Scopes

  /// Only the first worker opens, renews and closes the session.
  private func changeSession() async {
    let choice = random.below(3)
    counted["session", default: 0] += 1
    do {
      if choice == 0 { return try Alchemic.open(Session.self) }
      round.begunEnds.add(1, ordering: .sequentiallyConsistent)
      if choice == 1 {
        try await Alchemic.renew(Session.self)
      } else {
        try await Alchemic.close(Session.self)
      }
    } catch { return check(error, "session", ["scope-open", "no-scope"]) }
    // An end that failed has begun, too: it ends nothing, so the numbers still fit.
    let begun = round.begunEnds.load(ordering: .sequentiallyConsistent)
    if choice > 0 { round.endedEnds.store(begun, ordering: .sequentiallyConsistent) }
  }

  private func runScope() async {
    let mark = Mark()
    let (tasks, steps) = (random.below(3), 1 + random.below(6))
    counted["scope", default: 0] += 1
    do {
      try await Alchemic.withScope(Order.self) {
        try $0.set(mark)
      } operation: {
        for _ in 0..<steps { operate(mark) }
        let workers = (0..<tasks).map { _ in
          Worker(Random(source: SplitMix(state: random.source.next())), 9, screen, adds: adds)
        }
        await withTaskGroup(of: Void.self) { group in
          for worker in workers {
            group.addTask {
              for _ in 0..<4 { worker.operate(mark) }
              worker.report()
            }
          }
        }
        // A child model has scopes of its own.
        if steps == 1 { operateInChild(mark) }
      }
    } catch { check(error, "scope", ["no-scope"]) }
    mark.isEnded.store(true, ordering: .relaxed)
  }

  // MARK: Operations

  /// - Parameter mark: That of the scope that the task carries; nil for none.
  private func operate(_ mark: Mark?) {
    switch random.below(12) {
    case 0, 1:
      attempt("item", mark == nil ? ["no-scope"] : []) {
        check(try AcGet((any Entry).self), mark)
        check(try AcGet([any Entry].self)[0], mark)
      }
    case 2:
      attempt("optional item", []) {
        let item = try AcGet((any Entry)?.self)
        if (item == nil) != (mark == nil), adds {
          violation("an item without a scope, or none in it")
        }
        if let item { check(item, mark) }
      }
    case 3:
      attempt("page", []) {
        let page: Page = try AcGet()
        page.tool.use()
        let item = try page.item()
        if let item { check(item, mark) }
      }
    case 4:
      attempt("tool", []) {
        let (first, second) = (try AcGet(Tool.self), try AcGet(Tool.self))
        if first !== second, adds { violation("two tools") }
        first.use()
        let engine: Engine = try AcGet()
        if engine.tool !== first, adds { violation("an engine with another tool") }
        engine.use()
      }
    case 5:
      let ended = round.endedEnds.load(ordering: .sequentiallyConsistent)
      attempt("account", ["no-scope", "is-stopping"]) { try AcGet(Account.self).use(after: ended) }
    case 6:
      attempt("weak", []) {
        let (first, second) = (try AcGet(Weakling.self), try AcGet(Weakling.self))
        if first !== second, adds { violation("two weak objects") }
        withExtendedLifetime((first, second)) {}
      }
    case 7: if number == 0 { set() } else { readTheme() }
    case 8: if adds { readScreen(mark) }
    case 9: if adds { addAndRemove() }
    case 10: operateInChild(mark)
    default: attempt("brief", ["no-match"]) { try AcGet(Brief.self).use() }
    }
  }

  private func check(_ item: any Entry, _ mark: Mark?) {
    guard let mark else { violation("an item outside of a scope") }
    if item.mark !== mark { violation("an item of another scope") }
    if mark.isEnded.load(ordering: .relaxed) { violation("an item of an ended scope") }
    guard let wrap = item as? Wrap, wrap.inner is Item else {
      violation("an item without its decorator")
    }
    wrap.use()
  }

  private func set() {
    attempt("set", []) {
      let number = round.lastSet.load(ordering: .sequentiallyConsistent) + 1
      // Before a start, the call would be queued.
      guard (try? Alchemic.model) != nil, adds else { return }
      try AcSet(Theme(number))
      round.lastSet.store(number, ordering: .sequentiallyConsistent)
    }
  }

  private func readTheme() {
    let least = round.lastSet.load(ordering: .sequentiallyConsistent)
    attempt("theme", []) {
      let number = try AcGet(Theme?.self)?.number ?? 0
      if number < least, adds { violation("theme \(number) after \(least)") }
    }
  }

  /// Reads properties that follow.
  private func readScreen(_ mark: Mark?) {
    counted["properties", default: 0] += 1
    let least = round.lastSet.load(ordering: .sequentiallyConsistent)
    let ended = round.endedEnds.load(ordering: .sequentiallyConsistent)
    if let theme = screen.theme, theme.number < least { violation("an old theme is followed") }
    screen.account?.use(after: ended)
    let item = screen.item
    if (item == nil) != (mark == nil) { violation("an item without a scope, or none in it") }
    if let item { check(item, mark) }
  }

  private func addAndRemove() {
    attempt("add", []) {
      let extra = Extra()
      let token = try Alchemic.add(extra)
      if try !AcGet([Extra].self).contains(where: { $0 === extra }) { violation("not added") }
      token.remove()
      if try AcGet([Extra].self).contains(where: { $0 === extra }) { violation("not removed") }
    }
  }

  /// Uses a child that replaces nothing, or the tool.
  private func operateInChild(_ mark: Mark?) {
    let (shares, replaces) = (random.isOne(in: 2), random.isOne(in: 3))
    // Without a main model, the parent is a model without these factories.
    attempt("child", adds ? [] : ["no-match", "not-settable"]) {
      let outer = try AcGet(Tool.self)
      try Alchemic.withModel(sharing: shares ? .unaffected : .none) { model in
        if replaces { model.register { Tool() } }
      } operation: {
        let tool = try AcGet(Tool.self)
        if (tool === outer) != (shares && !replaces), adds { violation("another tool in a child") }
        if try AcGet((any Entry)?.self) != nil { violation("a child has a scope of its parent") }
        try AcSet(Theme(-1))
        if try AcGet(Theme?.self)?.number != -1 { violation("a child has another theme") }
      }
    }
  }
}
