import AlchemicRuntime
public import Synchronization

/// An answer to a request, in the requested type, as long as nothing that it depends on changes.
///
/// The type is known at run time only; the functions that return a value have it as parameter, and
/// their callers name the type for which the answer was made. ``Resolver`` says how the answer is
/// found.
@usableFromInline
package class CachedAnswer: @unchecked Sendable {
  // Proof: what `answer` points at, and `prepayment`, is only touched by the thread that has moved
  // `word` to `busy`, and in `deinit`; for what `prepaidAnswer` points at see there. `isWatched` is
  // only touched under `CreationCoordinator.lock`. The rest are constants and atomics.

  @usableFromInline package final let typeID: ObjectIdentifier
  /// The requested type.
  final let value: ValueType
  /// An `AnswerState`, and how many references are prepaid.
  @usableFromInline final let word = Atomic<UInt32>(AnswerState.empty)
  /// Where the answer is cached, while `word` says that there is one.
  @usableFromInline final let answer: UnsafeMutableRawPointer
  /// Room for a second one: see ``movePrepaid(as:)``.
  @usableFromInline final let prepaidAnswer: UnsafeMutableRawPointer
  @exclusivity(unchecked) @usableFromInline final var prepayment: Prepayment
  /// What the layer above adds: the hosts that follow the answer.
  package final let followers = LazyReference()
  /// Whether the slots of the factories refer to this answer; under `CreationCoordinator.lock`.
  final var isWatched = false

  init(of value: ValueType) {
    typeID = ObjectIdentifier(value.type)
    self.value = value
    prepayment = value.form == .other ? .impossible : .possible
    answer = value.allocate(prepayment == .impossible ? 1 : 2)
    prepaidAnswer = answer + (prepayment == .impossible ? 0 : value.stride)
  }

  deinit {
    let state = word.load(ordering: .acquiring)
    if AnswerState.isCached(state) {
      payBack(of: state)
      value.destroy(answer)
    }
    answer.deallocate()
  }
}
