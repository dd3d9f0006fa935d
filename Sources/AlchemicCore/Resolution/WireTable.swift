/// The wires of a model by the type that was asked for: what a request reads first.
///
/// It owns its wires and nothing else. The one of the main model is read by every thread without
/// any count of its readers, so it stays in memory when that model goes; empty, since a model that
/// goes takes all objects with it. What is left is a few hundred bytes for each type that was asked for.
@usableFromInline
package final class WireTable: Sendable {
  @usableFromInline let table = PointerTable<AnyWire>()
  /// Leads to the model while it is there.
  let home = ModelHome()

  /// The wire for the type, if it was asked for before.
  @inlinable
  package func wire<Value>(for type: Value.Type) -> Wire<Value>? {
    // Wires are stored under the type they were made for, so the cast cannot fail.
    table[ObjectIdentifier(type)].map {
      unsafeDowncast($0.takeUnretainedValue(), to: Wire<Value>.self)
    }
  }

  /// The object of the type, if it is kept for all: what a request reads first.
  @inlinable
  package func kept<Value>(_ type: Value.Type) -> Value? {
    // The table keeps its wires, and the caller the table.
    table[ObjectIdentifier(type)]?._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: Wire<Value>.self).kept
    }
  }

  /// Adds a wire unless there is one for its type already.
  ///
  /// - Returns: The wire that is in the table.
  func insert<Value>(_ wire: Wire<Value>) -> Wire<Value> {
    unsafeDowncast(table.insert(wire, for: wire.typeID), to: Wire<Value>.self)
  }

  /// The model, unless it is gone.
  package var model: Model? { home.model }
}

/// A model that does not have to be there.
final class ModelHome: @unchecked Sendable {
  // Proof: a weak reference is safe to read from any thread, and it is written once, in the
  // model's initializer, before anybody else has it.
  weak var model: Model?
}
