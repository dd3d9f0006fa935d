/// What is handed from one actor to another.
///
/// The compiler asks for a Sendable type there. What a model makes need not be one: whether an object may
/// be used by whoever asks for it is the contract of what is injected.
package struct Handed<Value>: @unchecked Sendable {
  // Proof: the one who makes it hands it over and does not touch it any more; what becomes of a shared
  // object after that is its own contract, as for every object that a model keeps.
  package let value: Value

  package init(_ value: Value) { self.value = value }
}
