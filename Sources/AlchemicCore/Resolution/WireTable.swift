public import CAlchemicRuntime
public import Synchronization

/// The wires of a model by the type that was asked for: what a request reads first.
///
/// It owns its wires and nothing else. The one of the main model is read by every thread without
/// any count of its readers, so it stays in memory when that model goes; empty, since a model that
/// goes takes all objects with it. What is left is a few hundred bytes for each type and each form of a name that was asked
/// for.
@usableFromInline
package final class WireTable: Sendable {
  @usableFromInline let table = PointerTable<AnyWire>()
  /// Those that were asked for by a name, by its words.
  @usableFromInline let named = PointerTable<NamedWire>()
  /// How many forms of names are still to be remembered.
  let formsLeft = Atomic<Int>(4_096)
  /// Leads to the model while it is there.
  @usableFromInline let home = ModelHome()

  /// The wire for the type, if it was asked for before.
  @inlinable
  package func wire<Value>(for type: Value.Type) -> Wire<Value>? {
    // Wires are stored under the type they were made for, so the cast cannot fail.
    table[ObjectIdentifier(type)].map {
      unsafeDowncast($0.takeUnretainedValue(), to: Wire<Value>.self)
    }
  }

  /// The same for who keeps the table, which keeps its wires: what a request reads first.
  @inlinable
  package func knownWire<Value>(for type: Value.Type) -> Unmanaged<Wire<Value>>? {
    table[ObjectIdentifier(type)].map { Unmanaged.fromOpaque($0.toOpaque()) }
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
///
/// An unowned reference, which keeps the memory of the model itself and not its life: a weak one would make every
/// retain of the model three times as expensive, and asking for it five times.
@usableFromInline
final class ModelHome: Sendable {
  /// The address of the model; 0 until it is complete.
  @usableFromInline let address = Atomic<UInt>(0)

  deinit {
    if let model = UnsafeMutableRawPointer(bitPattern: address.load(ordering: .acquiring)) {
      swift_unownedRelease(model)
    }
  }

  /// Says where the model is; once.
  func set(_ model: Model) {
    let reference = Unmanaged.passUnretained(model).toOpaque()
    address.store(
      UInt(bitPattern: swift_unownedRetain(reference)), ordering: .releasing)
  }

  /// The model, unless it is gone or going.
  @inlinable
  var model: Model? {
    UnsafeMutableRawPointer(bitPattern: address.load(ordering: .acquiring))
      .flatMap { swift_tryRetain($0) }
      .map { Unmanaged<Model>.fromOpaque($0).takeRetainedValue() }
  }
}
