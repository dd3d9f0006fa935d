public import CAlchemicRuntime
public import Synchronization

/// How a kept answer is copied.
///
/// A copy has to be retained before another thread may let go of the answer, so whoever copies keeps others away
/// meanwhile: one atomic exchange, and another one for the retain. An answer that is one object, and was never another
/// one, is retained in advance, many times at once; then a copy is one atomic exchange, which takes one of these
/// references. Who empties the wire takes those that are left, and lets go of them.
///
/// Known as a split reference count: A. Williams, C++ Concurrency in Action, 7.2.4.
extension Wire {
  /// The object if it is kept here: what ``value()`` gives without asking anybody.
  @inlinable
  package var kept: Value? {
    if takePrepaid() { return prepaid.move() }
    return beginCopying() ? copyAnswer() : nil
  }

  // MARK: References that are prepaid

  /// Whether the caller has got a reference, which it moves out of `prepaid`.
  @inlinable @inline(__always)
  func takePrepaid() -> Bool {
    var now = word.load(ordering: .relaxed)
    while now >= WireState.prepaid {
      let (exchanged, original) = word.compareExchange(
        expected: now, desired: now &- WireState.prepaid, successOrdering: .acquiring,
        failureOrdering: .relaxed)
      if exchanged { return true }
      now = original
    }
    return false
  }

  /// The bits of the answer that is prepaid, to be moved by each who has taken a reference.
  ///
  /// They are written once, before the first of them is to be had, and stay: a wire prepays for the first object only. So
  /// they are right also for a thread that comes here when the wire has been emptied, and filled again.
  @inlinable
  var prepaid: UnsafeMutablePointer<Value> { answer + 1 }

  /// Prepays for the answer, if that is possible; while the word is busy.
  ///
  /// - Returns: The state of the word.
  func beginPrepaying() -> UInt32 {
    guard hasReference,
      // Then it is the first word.
      let object = UnsafeMutableRawPointer(answer).load(as: UnsafeMutableRawPointer?.self),
      isCountedBySwift(Unmanaged.fromOpaque(object).takeUnretainedValue())
    else { return WireState.kept }
    prepayment = .active
    UnsafeMutableRawPointer(prepaid).copyMemory(
      from: answer, byteCount: MemoryLayout<Value>.size)
    return prepay()
  }

  /// Whether the answer is an object, and what follows from its type.
  private var hasReference: Bool {
    if prepayment != .possibleForObjects { return prepayment == .possible }
    // An existential: the type of what it has is behind the room for that; nil in an optional without a value.
    let type = UnsafeMutableRawPointer(answer)
      .load(fromByteOffset: ValueLayout.existentialBuffer, as: Any.Type?.self)
    return type.map(TypeKind.isClass) ?? false
  }

  /// Prepays once more; while the word is busy.
  ///
  /// - Returns: The state of the word.
  @usableFromInline @inline(never)
  func prepay() -> UInt32 {
    alchemic_retain(prepaidObject, WireState.prepaidAtOnce)
    return WireState.kept + WireState.prepaidAtOnce * WireState.prepaid
  }

  /// Lets go of the references that were not taken; never the last ones, since the answer is one more.
  ///
  /// - Parameter state: The state of the word.
  func payBack(of state: UInt32) {
    let count = state / WireState.prepaid
    if count > 0 { alchemic_release(prepaidObject, count) }
  }

  private var prepaidObject: UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(prepaid).load(as: UnsafeMutableRawPointer.self)
  }

  // MARK: Others

  /// Whether there is an answer, which the caller copies then.
  @inlinable @inline(__always)
  func beginCopying() -> Bool {
    word.load(ordering: .relaxed) == WireState.kept
      && word.compareExchange(
        expected: WireState.kept, desired: WireState.busy, ordering: .acquiring
      ).exchanged
  }

  /// Copies the answer, where ``beginCopying()`` says that there is one. Copying runs no user code.
  @inlinable @inline(__always)
  func copyAnswer() -> Value {
    defer {
      let next = prepayment == .active ? prepay() : WireState.kept
      // The copy is retained before another thread may let go of the answer.
      alchemic_keep_order()
      word.store(next, ordering: .releasing)
    }
    return answer.pointee
  }
}

/// Whether a wire retains its answer in advance.
@usableFromInline
enum Prepayment: UInt8 {
  /// Not for this type, or no longer: the object was exchanged, and will be again.
  case impossible
  /// As soon as there is an object.
  case possible
  /// The same, if an existential has an object.
  case possibleForObjects
  case active
}

/// The states of a wire's word.
@usableFromInline
enum WireState {
  /// No answer is kept.
  @usableFromInline static var open: UInt32 { @inlinable get { 0 } }
  /// An answer is kept, and no reference to it is prepaid.
  @usableFromInline static var kept: UInt32 { @inlinable get { 1 } }
  /// A thread copies or replaces it; a few instructions.
  @usableFromInline static var busy: UInt32 { @inlinable get { 2 } }
  /// Each answer is made anew by one template.
  @usableFromInline static var anew: UInt32 { @inlinable get { 3 } }
  /// What each prepaid reference adds to `kept`.
  @usableFromInline static var prepaid: UInt32 { @inlinable get { 4 } }

  /// How many references are prepaid at once: so many that it costs nothing, and so few that an object has room for those
  /// of a million wires.
  static var prepaidAtOnce: UInt32 { 1024 }

  static func isKept(_ state: UInt32) -> Bool { state % prepaid == kept }
}
