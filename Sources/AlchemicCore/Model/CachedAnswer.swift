public import AlchemicRuntime
public import Synchronization

/// The answer to a request in the requested type, cached until something that it depends on
/// changes.
///
/// The type is a run-time value. Functions that return a value take the type as a parameter, and
/// their callers pass the type for which the answer was created. ``Resolver`` finds the answer.
@usableFromInline
package class CachedAnswer: @unchecked Sendable {
  // Proof: only the thread that has moved `word` to `busy`, and `deinit`, access `prepayment` and
  // the memory at `answer`. For `prepaidAnswer`, see `movePrepaid(as:)`. `parts` is written once,
  // before `word` becomes `spread`, and read after that. `isWatched` is guarded by
  // `CreationCoordinator.lock`. The rest are constants and atomics.

  @usableFromInline package final let typeID: ObjectIdentifier
  /// The requested type.
  package final let value: ValueType
  /// An `AnswerState` and the number of prepaid references.
  @usableFromInline final let word = Atomic<UInt32>(AnswerState.empty)
  /// How often two threads took a reference at the same time.
  final let collisions = Atomic<UInt32>(0)
  /// The memory of the answer, which is initialised while `word` indicates a cached answer.
  @usableFromInline final let answer: ValueAddress
  /// Memory for a second copy: see ``movePrepaid(as:)``.
  @usableFromInline final let prepaidAnswer: ValueAddress
  @exclusivity(unchecked) @usableFromInline final var prepayment: Prepayment
  /// Prepaid references for each thread: see ``takeSpread(_:)``.
  @exclusivity(unchecked) final var parts: StripedMemory?
  /// Storage for the layer above: the hosts that follow the answer.
  package final let followers = LazyReference()
  /// Whether the factories' slots refer to this answer. Under `CreationCoordinator.lock`.
  final var isWatched = false

  init(of value: ValueType) {
    typeID = ObjectIdentifier(value.type)
    self.value = value
    prepayment = value.form == .other ? .impossible : .possible
    answer = value.allocate(prepayment == .impossible ? 1 : 2)
    prepaidAnswer = answer + (prepayment == .impossible ? 0 : value.stride)
  }

  /// Whether the requested type is an optional.
  package final var isOptional: Bool { TypeKind.isOptional(value.type) }

  deinit {
    let state = word.load(ordering: .acquiring)
    if AnswerState.isCached(state) {
      payBack(of: state)
      value.destroy(answer)
    }
    parts?.deallocate()
    answer.deallocate()
  }
}
