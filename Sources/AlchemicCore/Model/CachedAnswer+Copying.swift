import AlchemicRuntime
public import CAlchemicRuntime
public import Synchronization

/// How a cached answer is copied.
///
/// A copy has to be retained before another thread may release the answer, so a thread that copies
/// keeps others away meanwhile: one atomic exchange, and another one for the retain. An answer that
/// is one object, and was never another one, is retained in advance, many times at once; then a
/// copy is one atomic exchange, which takes one of these references. A thread that empties it takes
/// those that are left, and releases them.
///
/// Known as a split reference count: A. Williams, C++ Concurrency in Action, 7.2.4.
extension CachedAnswer {
  /// Returns the cached answer, or nil if there is none: what ``value(as:for:)`` returns first.
  @inlinable @inline(__always)
  package final func cached<Value>(as type: Value.Type) -> Value? {
    // The types are written: in an optional's place the compiler would take the optional itself for
    // the type of the answer.
    if takePrepaid() { return movePrepaid(as: Value.self) }
    return beginCopying() ? copyAnswer(as: Value.self) : nil
  }

  /// Writes the cached answer into memory; returns false if there is none.
  final func copyCached(to memory: UnsafeMutableRawPointer) -> Bool {
    if takePrepaid() {
      memory.copyMemory(from: prepaidAnswer, byteCount: value.size)
      return true
    }
    guard beginCopying() else { return false }
    value.copy(answer, to: memory)
    endCopying()
    return true
  }

  // MARK: References that are prepaid

  /// Whether the caller has got a reference, which it moves out of `prepaidAnswer`.
  @inlinable @inline(__always)
  final func takePrepaid() -> Bool {
    var now = word.load(ordering: .relaxed)
    while now >= AnswerState.prepaid {
      let (exchanged, original) = word.compareExchange(
        expected: now, desired: now &- AnswerState.prepaid, successOrdering: .acquiring,
        failureOrdering: .relaxed)
      if exchanged { return true }
      now = original
    }
    return false
  }

  /// Moves the answer out of `prepaidAnswer`, for a caller that has taken a reference.
  ///
  /// The bits there are written once, before the first reference is to be had, and stay: an answer
  /// prepays for the first object only. So they are right also for a thread that comes here when it
  /// has been emptied, and filled again.
  @inlinable @inline(__always)
  final func movePrepaid<Value>(as _: Value.Type) -> Value {
    prepaidAnswer.assumingMemoryBound(to: Value.self).move()
  }

  /// Prepays for the answer, if that is possible; while the word is busy.
  ///
  /// - Returns: The state of the word.
  private func beginPrepaying() -> UInt32 {
    guard prepayment == .possible, let object = value.leadingReference(at: answer),
      isCountedBySwift(object.object)
    else { return AnswerState.cached }
    prepayment = .active
    prepaidAnswer.copyMemory(from: answer, byteCount: value.size)
    return prepay()
  }

  /// Prepays once more; while the word is busy.
  ///
  /// - Returns: The state of the word.
  @usableFromInline @inline(never)
  final func prepay() -> UInt32 {
    prepaidObject.retain(times: AnswerState.prepaidAtOnce)
    return AnswerState.cached + AnswerState.prepaidAtOnce * AnswerState.prepaid
  }

  /// Releases the references that were not taken; never the last ones, since the answer is one
  /// more.
  ///
  /// - Parameter state: The state of the word.
  final func payBack(of state: UInt32) {
    let count = state / AnswerState.prepaid
    if count > 0 { prepaidObject.release(times: count) }
  }

  private var prepaidObject: Borrowed<AnyObject> {
    prepaidAnswer.load(as: Borrowed<AnyObject>.self)
  }

  // MARK: Others

  /// Whether there is an answer, which the caller copies then.
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
    // The copy is retained before another thread may release the answer.
    alchemic_keep_order()
    word.store(next, ordering: .releasing)
  }

  /// Copies the answer, where ``beginCopying()`` says that there is one. Copying runs no user code.
  @inlinable @inline(__always)
  final func copyAnswer<Value>(as _: Value.Type) -> Value {
    defer { endCopying() }
    return answer.assumingMemoryBound(to: Value.self).pointee
  }

  // MARK: Filling and emptying

  // Both are done under `CreationCoordinator.lock`.

  /// Caches a copy of the answer that lies in memory, unless there is one.
  final func fill(copying memory: UnsafeRawPointer) {
    let before = becomeBusy()
    guard !AnswerState.isCached(before) else { return leaveBusy(before) }
    value.copy(memory, to: answer)
    leaveBusy(beginPrepaying())
  }

  /// Forgets the answer, and leaves it to be released outside every lock.
  final func empty(leaving left: inout [AnyObject]) {
    // Only under the lock that the caller holds another answer comes.
    if word.load(ordering: .relaxed) == AnswerState.empty { return }
    let before = becomeBusy()
    guard AnswerState.isCached(before) else { return leaveBusy(AnswerState.empty) }
    let old = value.reference(moving: answer)
    if prepayment == .active {
      prepayment = .impossible
      payBack(of: before)
    }
    leaveBusy(AnswerState.empty)
    if let old { left.append(old) }
  }

  /// Moves the word to `busy`, when no other thread has done so. Threads that only take what is
  /// prepaid do not keep it waiting.
  ///
  /// - Returns: The state before.
  private func becomeBusy() -> UInt32 {
    var pause = SpinPause()
    while true {
      if word.load(ordering: .relaxed) != AnswerState.busy {
        let before = word.exchange(AnswerState.busy, ordering: .acquiring)
        if before != AnswerState.busy { return before }
      }
      pause.wait()
    }
  }

  private func leaveBusy(_ state: UInt32) {
    alchemic_keep_order()
    word.store(state, ordering: .releasing)
  }
}

/// Whether an answer retains its answer in advance.
@usableFromInline
enum Prepayment: UInt8 {
  /// Not for this type, or no longer: the object was exchanged, and will be again.
  case impossible
  /// As soon as there is an object.
  case possible
  case active
}

/// The states of an answer's word.
@usableFromInline
enum AnswerState {
  /// No answer is cached.
  @usableFromInline static var empty: UInt32 { @inlinable get { 0 } }
  /// An answer is cached, and no reference to it is prepaid.
  @usableFromInline static var cached: UInt32 { @inlinable get { 1 } }
  /// A thread copies or replaces it; a few instructions.
  @usableFromInline static var busy: UInt32 { @inlinable get { 2 } }
  /// Each answer is created by one template.
  @usableFromInline static var created: UInt32 { @inlinable get { 3 } }
  /// What each prepaid reference adds to `cached`.
  @usableFromInline static var prepaid: UInt32 { @inlinable get { 4 } }

  /// How many references are prepaid at once: so many that it costs nothing, and so few that an
  /// object has room for those of a million requests.
  static var prepaidAtOnce: UInt32 { 1024 }

  static func isCached(_ state: UInt32) -> Bool { state % prepaid == cached }
}
