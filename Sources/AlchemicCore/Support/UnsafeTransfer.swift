/// A value that is transferred from one actor to another.
///
/// The compiler asks for a Sendable type there. What a model makes need not be one: whether an
/// object may be used by whoever asks for it is the contract of what is injected.
package final class UnsafeTransfer<Value>: @unchecked Sendable {
  // Proof: there is none that a compiler could follow. A value that was just made is touched by
  // nobody else; an object that others have too is made for that, which is its own contract, as for
  // every object that a model keeps; functions of the main actor, and hosts with such hooks, are
  // only called there.
  package let value: Value

  package init(_ value: Value) { self.value = value }
}
