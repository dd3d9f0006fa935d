import Alchemic
import Synchronization

// The classes of programs with several threads. Every object checks by itself what has to hold.

/// A fault stops the process.
func violation(_ text: String) -> Never {
  fatalError("Seed \(Round.current.withLock(\.seed)): \(text)")
}

/// What all threads of a round share.
final class Round: Sendable {
  static let current = Lock(Round(seed: 0))

  let seed: UInt64
  /// By class: the living objects.
  let living = Lock<[String: Int]>([:])
  let created = Atomic<Int>(0)
  let stopped = Atomic<Int>(0)
  let engines = Atomic<Int>(0)
  /// The ends of the session that have begun, and those that have returned.
  let begunEnds = Atomic<Int>(0)
  let endedEnds = Atomic<Int>(0)
  /// Whether the stop of the model has returned.
  let isOver = Atomic<Bool>(false)
  /// The number of the last setting of which `AcSet` has returned.
  let lastSet = Atomic<Int>(0)

  init(seed: UInt64) { self.seed = seed }

  func count(_ object: Checked, _ change: Int) {
    living.withLock { living in
      let key = "\(type(of: object))"
      let count = living[key, default: 0] + change
      living[key] = count == 0 ? nil : count
    }
  }
}

class Checked: @unchecked Sendable {
  // Proof: constants and atomics, and properties of Alchemic.

  let round: Round
  private let stops = Atomic<Int>(0)
  private let isReleased = Atomic<Bool>(false)

  init() {
    round = Round.current.withLock(\.self)
    round.count(self, 1)
    round.created.add(1, ordering: .relaxed)
  }

  deinit {
    isReleased.store(true, ordering: .relaxed)
    round.count(self, -1)
  }

  final func recordStop() {
    if stops.add(1, ordering: .relaxed).oldValue > 0 { violation("stopped twice: \(self)") }
    round.stopped.add(1, ordering: .relaxed)
  }

  /// Checks an object that a request has returned.
  final func use() {
    if isReleased.load(ordering: .relaxed) { violation("released, and in use: \(self)") }
  }

  final var isStopped: Bool { stops.load(ordering: .relaxed) > 0 }
}

/// A scope of a task. The program sets it.
final class Mark: Checked, @unchecked Sendable {
  let isEnded = Atomic<Bool>(false)
  let items = Atomic<Int>(0)
  let wraps = Atomic<Int>(0)
}

protocol Entry: AnyObject, Sendable { var mark: Mark { get } }

/// One in each scope of a task.
final class Item: Checked, Entry, AlchemicStopping, @unchecked Sendable {
  let mark: Mark
  let tool: Tool

  init(_ mark: Mark, _ tool: Tool) {
    (self.mark, self.tool) = (mark, tool)
    if mark.items.add(1, ordering: .relaxed).oldValue > 0 { violation("a second item of a scope") }
  }

  func stop() {
    if mark.isEnded.load(ordering: .relaxed) { violation("stopped after the end of its scope") }
    recordStop()
  }
}

/// Its decorator.
final class Wrap: Checked, Entry, AlchemicStopping, @unchecked Sendable {
  let inner: any Entry
  var mark: Mark { inner.mark }

  init(_ inner: any Entry) {
    self.inner = inner
    if inner.mark.wraps.add(1, ordering: .relaxed).oldValue > 0 { violation("wrapped twice") }
  }

  func stop() { recordStop() }
}

/// One in each session of the model.
final class Account: Checked, AlchemicStopping, @unchecked Sendable {
  let begun: Int

  override init() {
    begun = Round.current.withLock(\.self).begunEnds.load(ordering: .sequentiallyConsistent)
    super.init()
  }

  func stop() { recordStop() }

  /// - Parameter ended: The ends of the session that had returned before the request.
  func use(after ended: Int) {
    use()
    if begun < ended { violation("an object of an ended session: \(begun) < \(ended)") }
  }
}

/// A lazy singleton.
final class Tool: Checked, AlchemicStopping, @unchecked Sendable {
  func stop() { recordStop() }
}

/// A lazy singleton that no child requests.
final class Engine: Checked, AlchemicStopping, @unchecked Sendable {
  let tool: Tool

  init(_ tool: Tool) {
    self.tool = tool
    super.init()
    if round.isOver.load(ordering: .sequentiallyConsistent) { violation("created after the end") }
    if round.engines.add(1, ordering: .relaxed).oldValue > 0 { violation("a second engine") }
  }

  func stop() {
    if tool.isStopped { violation("stopped after what it needs") }
    recordStop()
  }
}

final class Weakling: Checked, @unchecked Sendable {}

/// The object of `AcSet`.
final class Theme: Checked, @unchecked Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

/// A template.
final class Page: Checked, @unchecked Sendable {
  let tool: Tool
  let item: Provider<(any Entry)?>
  init(_ tool: Tool, _ item: Provider<(any Entry)?>) { (self.tool, self.item) = (tool, item) }
}

/// A singleton with properties that follow.
final class Screen: Checked, AlchemicAware, AlchemicStopping, @unchecked Sendable {
  @Transient var theme: Theme?
  @Transient var account: Account?
  @Transient var item: (any Entry)?

  func didInject(variable: String) {
    if variable == "theme" { theme?.use() }
  }
  func stop() { recordStop() }
}

/// An element of arrays that comes and goes.
final class Extra: Checked, @unchecked Sendable {}

func declareThreadZoo(in model: ModelBuilder, expiring: Bool) {
  model.register(Mark.self, .reference, .scope(Order.self))
  model.register(.scope(Order.self)) { (mark: Mark, tool: Tool) in Item(mark, tool) }
  model.decorate((any Entry).self) { inner in Wrap(inner) }
  model.register(.scope(Session.self)) { Account() }
  model.register(.lazy) { Tool() }
  model.register(Engine.init, .lazy)
  model.register(.weak) { Weakling() }
  model.register(Theme.self, .reference, .nillable)
  model.register(.template) { (tool: Tool, item: Provider<(any Entry)?>) in Page(tool, item) }
  model.register { Screen() }
  if expiring { model.register(.expires(after: .microseconds(50))) { Brief() } }
}

final class Brief: Checked, @unchecked Sendable {}
