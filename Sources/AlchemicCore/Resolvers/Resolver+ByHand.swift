import AlchemicRuntime
import Synchronization

/// A resolver without a model. A test gives it a value for a property that follows its factory. The
/// value is cached from the beginning and never removed, so a read costs the same as with a model.
extension Resolver {
  /// Creates a resolver that always returns a value.
  package convenience init<Value>(answering value: Value) {
    self.init(
      AnswerSource(without: Value.self), matching: SearchCriteria(), home: ModelHome(),
      isUnanswered: true)
    traits.bitwiseOr(ResolverTraits.givenByHand, ordering: .relaxed)
    // No other thread has access to the resolver yet, so this needs no lock.
    withUnsafePointer(to: value) { fill(copying: ValueAddress(of: $0)) }
  }

  /// Whether the answer is a value that the program supplied without a model.
  package var isGivenByHand: Bool { has(ResolverTraits.givenByHand) }

  /// Copies the answer, for a caller that found another thread copying it.
  @inline(never)
  func copyGiven(to memory: ValueAddress) {
    var pause = SpinPause()
    while !copyCached(to: memory) { pause.wait() }
  }
}
