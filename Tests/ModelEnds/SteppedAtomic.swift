public import Synchronization

/// Takes the place of `Synchronization.Atomic` in the library's code: each access is a step.
public struct Atomic<Value: Word>: ~Copyable, Sendable {
  // Laid out as the word it holds.
  private let stored: Synchronization.Atomic<UInt64>

  public init(_ value: Value) { stored = Synchronization.Atomic(value.word) }

  private var cell: Cell { withUnsafePointer(to: stored) { Cell(address: UInt(bitPattern: $0)) } }

  public borrowing func load(
    ordering: AtomicLoadOrdering, function: StaticString = #function
  ) -> Value {
    let isStrong = ordering == .sequentiallyConsistent
    guard let steps = Steps.current else { return Value(word: cell.value) }
    return Value(word: steps.load(cell, function, isStrong: isStrong))
  }

  public borrowing func store(
    _ value: Value, ordering: AtomicStoreOrdering, function: StaticString = #function
  ) {
    let isStrong = ordering == .sequentiallyConsistent
    guard let steps = Steps.current else { return cell.value = value.word }
    steps.store(value.word, in: cell, function, isStrong: isStrong)
  }

  public borrowing func exchange(
    _ value: Value, ordering: AtomicUpdateOrdering, function: StaticString = #function
  ) -> Value {
    change(function) { _ in value.word }
  }

  public borrowing func compareExchange(
    expected: Value, desired: Value, ordering: AtomicUpdateOrdering,
    function: StaticString = #function
  ) -> (exchanged: Bool, original: Value) {
    let original = change(function) { $0 == expected.word ? desired.word : nil }
    return (original.word == expected.word, original)
  }

  public borrowing func subtract(
    _ value: Value, ordering: AtomicUpdateOrdering, function: StaticString = #function
  ) {
    _ = change(function) { $0 - value.word }
  }

  private borrowing func change(
    _ function: StaticString, _ next: (UInt64) -> UInt64?
  ) -> Value {
    if let steps = Steps.current { return Value(word: steps.exchange(cell, function, next)) }
    let value = cell.value
    if let new = next(value) { cell.value = new }
    return Value(word: value)
  }
}

/// What the library stores in an `Atomic`.
public protocol Word {
  init(word: UInt64)
  var word: UInt64 { get }
}

extension Word where Self: FixedWidthInteger {
  public init(word: UInt64) { self.init(truncatingIfNeeded: word) }
  public var word: UInt64 { UInt64(self) }
}

extension UInt: Word {}
extension UInt8: Word {}
extension UInt64: Word {}

extension Bool: Word {
  public init(word: UInt64) { self = word != 0 }
  public var word: UInt64 { self ? 1 : 0 }
}

/// A step, after which all earlier stores of the thread have taken effect.
func atomicMemoryFence(ordering: AtomicUpdateOrdering) {
  Steps.current?.step(#function) { (Steps.current?.publish() ?? (), 0) }
}

/// Waits until another thread has written since the last pause, so that no schedule is endless.
struct SpinPause {
  private var seen = Steps.current?.writesOfOthers ?? 0

  mutating func wait() {
    guard let steps = Steps.current else { return }
    if steps.writesOfOthers == seen { steps.waitForChange() }
    seen = steps.writesOfOthers
  }
}
