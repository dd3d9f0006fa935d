import CreationWebs
import Synchronization

/// The memory that the threads of a schedule share. Each access is a step of the schedule.
///
/// The files in `Library` are links to files of the library. This module compiles them again, with
/// its own `Atomic` and its own reference counts in place of those of the library. So a schedule
/// orders the library's own code, step by step, and the library has no code for that.
///
/// An order of steps is sequentially consistent. In addition, trials run with stores that take
/// effect as late as a processor with a store buffer allows: a store of a weaker order waits for
/// the next exchange, fence or sequentially consistent store of its thread. Weaker processors may
/// also reorder loads, which no trial does.
final class Steps: @unchecked Sendable {
  // Proof: only the thread whose turn it is accesses the variables, or the one that drives while no
  // thread has a turn.

  /// The steps of the trial that is running.
  nonisolated(unsafe) static var current: Steps?

  private let turns: TurnSchedule
  /// Whether stores of a weaker order are late.
  private let delaysStores: Bool
  let fault: Fault?
  private(set) var findings: [String] = []

  /// By address: what states which word it is, in every run.
  private var names: [UInt: UInt64] = [:]
  private var contents: [UInt64: UInt64] = [:]
  /// By thread: all that it has read, as one number. What it does next depends on nothing else.
  private var histories: [UInt64]
  private var late: [[(cell: Cell, value: UInt64)]]
  private var lastPinned: [UInt64]
  /// More than 0 while several accesses are one step.
  private var depth = 0
  /// By thread: how often it has written.
  private var writes: [Int]
  /// How many words the present step has written.
  private var written: UInt64 = 0
  private var trace: [(caller: Int, function: StaticString)] = []

  private(set) var models: [Model] = []
  let pins = Pins()
  /// The memory of the shares of a model.
  private var shares: [(range: Range<UInt>, model: Model)] = []
  /// By thread: the model that is allocating shares.
  private var allocating: [Model?]
  /// Called when a model is deinitialized.
  var didFree: (Model) -> Void = { _ in }

  init(_ turns: TurnSchedule, callers: Int, delaysStores: Bool, fault: Fault?) {
    (self.turns, self.delaysStores, self.fault) = (turns, delaysStores, fault)
    histories = [UInt64](repeating: 0, count: callers)
    late = [[(cell: Cell, value: UInt64)]](repeating: [], count: callers)
    lastPinned = histories
    writes = [Int](repeating: 0, count: callers)
    allocating = [Model?](repeating: nil, count: callers)
  }

  /// The number of the calling thread; nil for the one that drives.
  var caller: Int? { turns.current }

  func note(_ finding: String) {
    let steps = trace.map { "\($0.caller) \($0.function)" }.joined(separator: ", ")
    findings.append("\(finding), after \(steps)")
  }

  func hash(into hasher: inout Hasher) {
    // The order of a dictionary differs.
    var sum: UInt64 = 0
    for (name, value) in contents { sum &+= Self.mixed(name, value) }
    hasher.combine(sum)
    for model in models { hasher.combine(model.count) }
    hasher.combine(pins.hash)
  }

  private static func mixed(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var word = (first &+ 0x9E37_79B9_7F4A_7C15) ^ (second &* 0xBF58_476D_1CE4_E5B9)
    word = (word ^ (word >> 30)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 29)
  }

  // MARK: Steps

  /// Runs an access as a step. What it returns is what the thread has read.
  func step<Result>(_ function: StaticString, _ access: () -> (Result, read: UInt64)) -> Result {
    guard depth == 0, let caller else { return access().0 }
    turns.willDecide()
    trace.append((caller, function))
    written = 0
    let (result, read) = access()
    histories[caller] = Self.mixed(histories[caller], read)
    turns.didDecide(Int(truncatingIfNeeded: histories[caller]))
    return result
  }

  /// Runs several accesses as one step, for example those under a lock.
  func together<Result>(
    _ function: StaticString, _ body: () -> (Result, read: UInt64)
  ) -> Result {
    step(function) {
      publish()
      depth += 1
      defer { depth -= 1 }
      return body()
    }
  }

  /// How often threads other than the calling one have written.
  var writesOfOthers: Int { writes.reduce(0, +) - (caller.map { writes[$0] } ?? 0) }

  /// Waits until another thread has written.
  func waitForChange() { if depth == 0, caller != nil { turns.waitForChange() } }

  // MARK: Words

  func load(_ cell: Cell, _ function: StaticString, isStrong: Bool) -> UInt64 {
    if isUnused(cell) { return cell.value }
    return step(function) {
      check(cell)
      let mine = caller.flatMap { late[$0].last { $0.cell == cell } }?.value
      var value = mine ?? cell.value
      fault?.change(
        loaded: &value, function, isStrong: isStrong, pinned: caller.map { lastPinned[$0] } ?? 0)
      return (value, normal(value))
    }
  }

  func store(_ value: UInt64, in cell: Cell, _ function: StaticString, isStrong: Bool) {
    if let caller, isStrong { lastPinned[caller] = value }
    if let caller, delaysStores, depth == 0, fault?.weakens(function) == true || !isStrong {
      return late[caller].append((cell, value))
    }
    step(function) {
      publish()
      write(value, to: cell)
      return ((), 0)
    }
  }

  /// Writes another value, unless `next` returns nil.
  ///
  /// - Returns: The value before.
  func exchange(
    _ cell: Cell, _ function: StaticString, _ next: (UInt64) -> UInt64?
  ) -> UInt64 {
    if isUnused(cell) {
      defer { next(cell.value).map { cell.value = $0 } }
      return cell.value
    }
    return step(function) {
      publish()
      var value = cell.value
      if let new = next(value) { write(new, to: cell) } else { check(cell) }
      fault?.change(exchanged: &value, function)
      return (value, normal(value))
    }
  }

  /// Lets the late stores of the calling thread take effect.
  func publish() {
    guard let caller, !late[caller].isEmpty else { return }
    for (cell, value) in late[caller] { write(value, to: cell) }
    late[caller] = []
  }

  private func write(_ value: UInt64, to cell: Cell) {
    check(cell)
    cell.value = value
    record(normal(value), as: cell.address)
  }

  /// Records the contents of memory. An address differs in each run, and what it is does not.
  func record(_ value: UInt64, as address: UInt) {
    written += 1
    let name = names[address] ?? Self.mixed(written, identity)
    names[address] = name
    contents[name] = value
    if let caller { writes[caller] += 1 }
    turns.didChange()
  }

  /// States which object the calling thread creates next: this depends on all that it has read.
  var identity: UInt64 {
    caller.map { Self.mixed(UInt64($0) + 1, histories[$0]) } ?? UInt64(names.count)
  }

  private func normal(_ value: UInt64) -> UInt64 {
    models.first { $0.address == value & ~1 }.map { UInt64($0.number) << 32 | value & 1 } ?? value
  }

  // MARK: Lives

  /// Adds a model, which the caller retains.
  func add(_ make: (Int) -> Model) -> Model {
    let model = make(models.count + 1)
    models.append(model)
    return model
  }

  func retain(_ model: Model) {
    step("retain") {
      publish()
      if model.count == 0 { note("a retain of model \(model.number), which has ended") }
      model.count += 1
      return ((), 0)
    }
  }

  /// Retains the model, unless its deinit has begun.
  func retainUnlessEnding(_ model: Model) -> Bool {
    step("objectUnlessEnding") {
      publish()
      let isLiving = model.count > 0
      if isLiving { model.count += 1 }
      return (isLiving, isLiving ? 1 : 0)
    }
  }

  func release(_ model: Model) {
    let isLast = step("release") {
      publish()
      if model.count == 0 { note("a release of model \(model.number), which has ended") }
      model.count -= 1
      return (model.count == 0, model.count == 0 ? 1 : 0)
    }
    if isLast { didFree(model) }
  }

  /// Uses a model, which must be alive.
  func use(_ model: Model) {
    step("use") {
      if model.count == 0 { note("a use of model \(model.number), which has ended") }
      return ((), 0)
    }
  }

  // MARK: Shares

  /// Runs code that may allocate the shares of a model.
  func using<Result>(sharesOf model: Model, _ body: () -> Result) -> Result {
    guard let caller else { return body() }
    allocating[caller] = model
    defer { allocating[caller] = nil }
    return body()
  }

  func didAllocate(_ range: Range<UInt>) {
    guard let model = caller.flatMap({ allocating[$0] }) else { return }
    shares.append((range, model))
  }

  /// Whether a word is a share of no thread, so that the order of its accesses does not matter.
  private func isUnused(_ cell: Cell) -> Bool {
    guard let range = shares.first(where: { $0.range.contains(cell.address) })?.range else {
      return false
    }
    // 16 shares; there are as many pins as threads at most.
    return (cell.address - range.lowerBound) / (UInt(range.count) / 16) >= UInt(histories.count)
  }

  private func check(_ cell: Cell) {
    if let owner = shares.first(where: { $0.range.contains(cell.address) })?.model, owner.count == 0
    {
      note("a use of a share of model \(owner.number), which has ended")
    }
  }
}

/// A word of memory.
struct Cell: Equatable {
  let address: UInt

  private var atomic: UnsafePointer<Synchronization.Atomic<UInt64>> {
    UnsafePointer(bitPattern: address)!
  }

  var value: UInt64 {
    get { atomic.pointee.load(ordering: .sequentiallyConsistent) }
    nonmutating set { atomic.pointee.store(newValue, ordering: .sequentiallyConsistent) }
  }
}
