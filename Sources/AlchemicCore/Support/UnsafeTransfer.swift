/// A value that is transferred from one actor to another.
///
/// The compiler requires a Sendable type for that, but products need not be Sendable. By contract,
/// the user makes sure that every thread that requests an object may use it.
package final class UnsafeTransfer<Value>: @unchecked Sendable {
  // Proof: there is none that a compiler could check. No other thread has a reference to a value
  // that was just created. A shared object must be safe to share: the user's contract demands that
  // for every object that a model caches. Functions of the main actor, and hosts with such hooks,
  // are only called on the main actor.
  package let value: Value

  package init(_ value: Value) { self.value = value }
}
