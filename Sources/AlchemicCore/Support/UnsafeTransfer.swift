/// A value that is transferred from one actor to another.
///
/// The compiler requires a Sendable type for the transfer, but products need not be Sendable. By
/// contract, the user ensures that every thread that requests an object may use it.
package final class UnsafeTransfer<Value>: @unchecked Sendable {
  // Proof: the compiler cannot check one. No other thread has a reference to a value that was just
  // created. A shared object must be safe to share: the contract demands that from the user for
  // every object that a model caches. Functions of the main actor, and hosts with such hooks, are
  // only called on the main actor.
  package let value: Value

  package init(_ value: Value) { self.value = value }
}
