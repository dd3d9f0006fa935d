import AlchemicCore
import Synchronization

/// The resolvers of the main model, for who asks without a lock. They stay in memory, so whoever has read an address
/// may use it: see ``PublishedResolvers``.
struct MainResolvers: ~Copyable, Sendable {
  /// The address of the resolvers; 0 if there is no model, or if what was set before the start is not applied yet.
  private let address = Atomic<UInt>(0)
  /// The same from when the start is done on: who sets need not be remembered any more.
  private let readyAddress = Atomic<UInt>(0)

  /// Those that answer everybody, if there are any.
  var current: PublishedResolvers? { Self.resolvers(at: address)?.takeUnretainedValue() }

  /// Their model, if it is ready.
  ///
  /// - Complexity: Three loads and a retain.
  var readyModel: Model? {
    Self.resolvers(at: readyAddress).flatMap { $0._withUnsafeGuaranteedRef { $0.model } }
  }

  private static func resolvers(at address: borrowing Atomic<UInt>) -> Unmanaged<
    PublishedResolvers
  >? {
    UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)).map { .fromOpaque($0) }
  }

  // What follows is called under the lock of the lifecycle.

  /// Lets these answer everybody.
  func open(_ resolvers: PublishedResolvers) {
    let new = UInt(bitPattern: Unmanaged.passUnretained(resolvers).toOpaque())
    address.store(new, ordering: .releasing)
    CurrentModel.publish(new)
  }

  /// The start is done.
  func markReady() { readyAddress.store(address.load(ordering: .relaxed), ordering: .releasing) }

  /// Nobody is answered any more.
  func close() {
    readyAddress.store(0, ordering: .releasing)
    address.store(0, ordering: .releasing)
    CurrentModel.publish(0)
  }
}
