import AlchemicCore
import AlchemicTestSupport
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Lets some threads run the library's own code one after the other, and decides at each step of
/// the coordinator which of them continues.
package final class TurnSchedule: CreationSchedule, @unchecked Sendable {
  // Proof: only the thread whose turn it is accesses the variables. `turn` passes them to the next
  // thread.

  private enum Status { case ready, waiting, done }

  /// The number of the thread whose turn it is; -1 for the one that drives.
  private let turn = Atomic<Int>(-1)
  private let isOver = Atomic<Bool>(false)
  private let sleepers = Sleepers()
  private var threads: [pthread_t]
  private var statuses: [Status]
  private var operations: [() -> Void] = []
  /// What is chosen at each step at which there is a choice; the first one from there on.
  private var script: [Int] = []
  /// By step with a choice: how many threads could go on, and which was chosen.
  package private(set) var choices: [(count: Int, chosen: Int)] = []
  /// Chooses where the script ends.
  package var chooser: ((Int) -> Int)?
  private var describe: () -> String = { "" }
  /// By thread: all that it has decided, as one number.
  private var histories: [Int]
  /// States in which every order was tried, or is about to be. Where one is met again, nothing more
  /// is chosen.
  private var seen: Set<Int> = []
  private var hashState: ((inout Hasher) -> Void)?
  private var isKnown = false

  /// Whether the steps are those of the coordinator.
  private let ordersCreations: Bool

  /// - Parameters:
  ///   - count: How many threads there are.
  ///   - ordersCreations: Whether the steps are those of the coordinator.
  package init(_ count: Int, ordersCreations: Bool = true) {
    self.ordersCreations = ordersCreations
    statuses = [Status](repeating: .done, count: count)
    histories = [Int](repeating: 0, count: count)
    threads = []
    let started = Counter()
    let ids = Locked([pthread_t?](repeating: nil, count: count))
    for number in 0..<count {
      startThread { [self] in
        ids.withLock { $0[number] = pthread_self() }
        started.increment()
        work(number)
      }
    }
    while started.value < count { yieldThread() }
    threads = ids.withLock { $0.map { $0! } }
    resume()
  }

  /// Orders creations from now on, in place of another schedule.
  package func resume() { if ordersCreations { CreationCoordinator.order(by: self) } }

  /// Ends the threads, whose numbers the system gives to others then.
  package func end() {
    if ordersCreations { CreationCoordinator.order(by: nil) }
    isOver.store(true, ordering: .sequentiallyConsistent)
    sleepers.wake()
  }

  /// Forgets in which states the threads were.
  ///
  /// - Parameter hashState: Hashes what they share; nil to choose at every step.
  package func begin(hashing hashState: ((inout Hasher) -> Void)?) {
    self.hashState = hashState
    seen.removeAll(keepingCapacity: true)
  }

  /// Runs one operation on each thread, until all have ended.
  ///
  /// - Parameter description: What is reported if all of them wait for ever, which ends the
  ///   process.
  package func run(
    _ operations: [() -> Void], script: [Int], description: @escaping () -> String
  ) {
    isKnown = false
    for index in histories.indices { histories[index] = 0 }
    self.operations = operations
    self.script = script
    describe = description
    choices.removeAll(keepingCapacity: true)
    for index in statuses.indices { statuses[index] = index < operations.count ? .ready : .done }
    passOn(from: -1)
    waitForTurn(of: -1)
  }

  private func work(_ number: Int) {
    while waitForTurn(of: number) {
      operations[number]()
      statuses[number] = .done
      passOn(from: number)
    }
  }

  // MARK: Turns

  /// Returns false if there are no more turns.
  @discardableResult
  private func waitForTurn(of number: Int) -> Bool {
    // A turn is short, unless the system has given the processor to somebody else.
    for _ in 0..<2_000 where turn.load(ordering: .acquiring) == number { return true }
    sleepers.sleep {
      turn.load(ordering: .sequentiallyConsistent) == number
        || isOver.load(ordering: .sequentiallyConsistent)
    }
    return turn.load(ordering: .acquiring) == number
  }

  /// Gives the turn to one of those that can go on: the thread itself comes first among these.
  private func passOn(from number: Int) {
    var ready: [Int] = []
    if number >= 0, statuses[number] == .ready { ready.append(number) }
    for index in statuses.indices where index != number && statuses[index] == .ready {
      ready.append(index)
    }
    guard !ready.isEmpty else {
      guard statuses.allSatisfy({ $0 == .done }) else {
        fatalError("all threads wait: \(describe()), choices \(choices.map(\.chosen))")
      }
      return give(turnTo: -1)
    }
    var chosen = 0
    if ready.count > 1, !isKnown {
      let step = choices.count
      isKnown = step >= script.count && isKnownState
      if !isKnown {
        chosen = step < script.count ? script[step] : chooser?(ready.count) ?? 0
        choices.append((ready.count, chosen))
      }
    }
    if ready[chosen] != number { give(turnTo: ready[chosen]) }
  }

  private func give(turnTo number: Int) {
    turn.store(number, ordering: .sequentiallyConsistent)
    sleepers.wake()
  }

  /// Whether all threads and what they share were as they are now, in this or an earlier run.
  private var isKnownState: Bool {
    guard let hashState else { return false }
    var hasher = Hasher()
    hasher.combine(statuses)
    hasher.combine(histories)
    hashState(&hasher)
    return !seen.insert(hasher.finalize()).inserted
  }

  /// The number of the calling thread; nil if the schedule does not order it.
  package var current: Int? {
    let me = pthread_self()
    return threads.firstIndex { pthread_equal($0, me) != 0 }
  }

  package var ordersThisThread: Bool { current != nil }

  package func willDecide() {
    guard let me = current else { return }
    // It has begun.
    if histories[me] == 0 { histories[me] = 1 }
    passOn(from: me)
    waitForTurn(of: me)
  }

  package func didDecide(_ outcome: Int) {
    guard let me = current else { return }
    histories[me] = histories[me] &* 31 &+ outcome &+ 2
  }

  package func waitForChange() {
    guard let me = current else { return }
    didDecide(0)
    statuses[me] = .waiting
    passOn(from: me)
    waitForTurn(of: me)
    willDecide()
  }

  package func didChange() {
    for index in statuses.indices where statuses[index] == .waiting { statuses[index] = .ready }
  }
}
