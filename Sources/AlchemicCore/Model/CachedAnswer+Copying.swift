public import AlchemicRuntime
public import CAlchemicRuntime
public import Synchronization

/// Copies a cached answer.
///
/// A copy must be retained before another thread can release the answer. A thread that copies
/// therefore excludes other threads: one atomic exchange, and another one for the retain. If the
/// answer is one object that was never replaced, many references to it are retained in advance. A
/// copy then takes one of these references with one atomic exchange. The thread that empties the
/// answer releases the references that remain.
///
/// This is a split reference count: A. Williams, C++ Concurrency in Action, 7.2.4.
extension CachedAnswer {
  /// Returns the cached answer, or nil if there is none. ``value(as:for:)`` tries this first.
  @inlinable @inline(__always)
  package final func cached<Value>(as type: Value.Type) -> Value? {
    // The types are explicit: with an optional result, the compiler would infer the optional itself
    // as the type of the answer.
    if takePrepaid() { return movePrepaid(as: Value.self) }
    return beginCopying() ? copyAnswer(as: Value.self) : nil
  }

  /// Returns the cached answer, or else the result of `create`.
  ///
  /// An optional of the answer would be made, tested and destroyed: for an existential, 66
  /// instructions of a request's 500.
  @inlinable @inline(__always)
  package final func cached<Value>(
    as type: Value.Type, else create: () throws -> Value
  ) rethrows -> Value {
    if takePrepaid() { return movePrepaid(as: Value.self) }
    if beginCopying() { return copyAnswer(as: Value.self) }
    return try create()
  }

  /// Writes the cached answer into memory. Returns false if there is none.
  @inline(__always)
  final func copyCached(to memory: ValueAddress) -> Bool {
    if takePrepaid() {
      copyPrepaid(to: memory)
      return true
    }
    guard beginCopying() else { return false }
    value.copy(answer, to: memory)
    endCopying()
    return true
  }

  // MARK: Prepaid references

  /// Takes prepaid references at once. Returns whether there were as many. The caller moves each
  /// out of `prepaidAnswer`.
  @inlinable @inline(__always)
  package final func takePrepaid(_ count: UInt32 = 1) -> Bool {
    let now = word.load(ordering: .relaxed)
    if now >= AnswerState.prepaid &* count {
      return word.compareExchange(
        expected: now, desired: now &- AnswerState.prepaid &* count, ordering: .acquiring
      ).exchanged || takeAfterCollision(count)
    }
    return now == AnswerState.spread && takeSpread(count)
  }

  /// Moves the answer out of `prepaidAnswer`, for a caller that has taken a reference.
  ///
  /// The bits are written once, before the first reference can be taken, and never change, because
  /// only the first object is prepaid. They are therefore correct even if the answer was emptied
  /// and filled again after the caller took its reference.
  @inlinable @inline(__always)
  package final func movePrepaid<Value>(as _: Value.Type) -> Value {
    prepaidAnswer.move()
  }

  /// Prepays references to the answer, if possible. The caller has moved the word to `busy`.
  ///
  /// - Returns: The next state of the word.
  private func beginPrepaying() -> UInt32 {
    guard prepayment == .possible, let object = value.leadingReference(at: answer),
      isCountedBySwift(object.object)
    else { return AnswerState.cached }
    prepayment = .active
    prepaidAnswer.copyBytes(of: answer, count: value.size)
    return prepay()
  }

  /// Prepays more references. The caller has moved the word to `busy`.
  ///
  /// - Returns: The next state of the word.
  @usableFromInline @inline(never)
  final func prepay() -> UInt32 {
    prepaidObject.retain(times: AnswerState.prepaidAtOnce)
    return AnswerState.cached + AnswerState.prepaidAtOnce * AnswerState.prepaid
  }

  /// Releases the prepaid references that were not taken. The answer holds another reference, so
  /// the object outlives this call.
  ///
  /// - Parameter state: The state of the word.
  final func payBack(of state: UInt32) {
    if state == AnswerState.spread { return payBackParts() }
    let count = state / AnswerState.prepaid
    if count > 0 { prepaidObject.release(times: count) }
  }

  var prepaidObject: Borrowed<AnyObject> {
    prepaidAnswer.load()
  }

  /// Copies the bytes of `prepaidAnswer` into memory, for a caller that has taken a reference.
  @inline(__always)
  private func copyPrepaid(to memory: ValueAddress) {
    if value.form == .object {
      memory.store(prepaidAnswer.load(as: UInt.self))
    } else {
      copyPrepaidBytes(to: memory)
    }
  }

  @inline(never)
  private func copyPrepaidBytes(to memory: ValueAddress) {
    memory.copyBytes(of: prepaidAnswer, count: value.size)
  }

  // MARK: References that are not prepaid

  /// Moves the word to `busy` if there is an answer. Returns whether the caller has to copy it.
  @inlinable @inline(__always)
  final func beginCopying() -> Bool {
    word.load(ordering: .relaxed) == AnswerState.cached
      && word.compareExchange(
        expected: AnswerState.cached, desired: AnswerState.busy, ordering: .acquiring
      ).exchanged
  }

  @inlinable @inline(__always)
  final func endCopying() {
    let next = prepayment == .active ? prepay() : AnswerState.cached
    // The copy is retained before another thread can release the answer.
    alchemic_keep_order()
    word.store(next, ordering: .releasing)
  }

  /// Copies the answer after ``beginCopying()`` has returned true. Copying runs no user code.
  @inlinable @inline(__always)
  final func copyAnswer<Value>(as _: Value.Type) -> Value {
    defer { endCopying() }
    return answer.value()
  }

  // MARK: Filling and emptying

  // Callers of both functions hold `CreationCoordinator.lock`.

  /// Caches a copy of the answer at an address, unless an answer is cached.
  final func fill(copying memory: ValueAddress) {
    // Who empties it holds the lock, too.
    if AnswerState.isCached(word.load(ordering: .relaxed)) { return }
    let before = word.becomeBusy()
    guard !AnswerState.isCached(before) else { return leaveBusy(before) }
    value.copy(memory, to: answer)
    leaveBusy(beginPrepaying())
  }

  /// Empties the cache, and hands the answer to the caller, which releases it outside every lock.
  @inline(__always)
  package final func empty(leaving left: inout [AnyObject]) {
    // An answer is stored only under the lock that the caller holds.
    if word.load(ordering: .relaxed) == AnswerState.empty { return }
    let before = word.becomeBusy()
    guard AnswerState.isCached(before) else { return leaveBusy(AnswerState.empty) }
    let old = value.reference(moving: answer)
    if prepayment == .active {
      prepayment = .impossible
      payBack(of: before)
    }
    leaveBusy(AnswerState.empty)
    if let old { left.append(old) }
  }

  private func leaveBusy(_ state: UInt32) {
    alchemic_keep_order()
    word.store(state, ordering: .releasing)
  }
}

/// Whether the references to an answer can be retained in advance.
@usableFromInline
enum Prepayment: UInt8 {
  /// Not for this type, or not any more: an object that was replaced once will be replaced again.
  case impossible
  /// Begins when there is an object.
  case possible
  case active
}

/// The states of the word of a ``CachedAnswer``.
@usableFromInline
enum AnswerState {
  /// No answer is cached.
  @usableFromInline static var empty: UInt32 { @inlinable get { 0 } }
  /// An answer is cached, and no reference to it is prepaid.
  @usableFromInline static var cached: UInt32 { @inlinable get { 1 } }
  /// A thread copies or replaces the answer, which takes a few instructions.
  @usableFromInline static var busy: UInt32 { @inlinable get { 2 } }
  /// A template creates each answer.
  @usableFromInline static var created: UInt32 { @inlinable get { 3 } }
  /// An answer is cached, and each thread has prepaid references of its own.
  @usableFromInline static var spread: UInt32 { @inlinable get { 4 } }
  /// The amount that each prepaid reference adds to `cached`.
  @usableFromInline static var prepaid: UInt32 { @inlinable get { 8 } }

  /// The number of references that are prepaid at once. It is large enough for the cost to vanish.
  /// It is small enough for an object's reference count to have room for a million requests.
  static var prepaidAtOnce: UInt32 { 1024 }

  static func isCached(_ state: UInt32) -> Bool { state % prepaid == cached || state == spread }
}

extension Atomic<UInt32> {
  /// Moves the word of an answer, or of a part, to `busy`, as soon as no other thread has done so.
  /// Threads that take prepaid references do not delay this.
  ///
  /// - Returns: The previous state.
  func becomeBusy() -> UInt32 {
    var pause = SpinPause()
    while true {
      if load(ordering: .relaxed) != AnswerState.busy {
        let before = exchange(AnswerState.busy, ordering: .acquiring)
        if before != AnswerState.busy { return before }
      }
      pause.wait()
    }
  }
}
