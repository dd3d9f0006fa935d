import AlchemicRuntime
import Synchronization

/// Counts the scopes of one kind that tasks carry, and retains the model for them.
///
/// If all threads changed one count, or that of the model, they would wait for each other at each
/// scope. So each share is for some of the threads.
struct ScopeShares: ~Copyable, Sendable {
  private let memory = StripedMemory()
  private let model: Borrowed<Model>

  init(of model: Borrowed<Model>) { self.model = model }

  // No scope exists any more, because each retains the model, which owns the shares.
  deinit { memory.deallocate() }

  /// The share of the calling thread.
  var ofThread: ScopeShare { ScopeShare(at: memory.ofThread) }

  private subscript(number: Int) -> ScopeShare { ScopeShare(at: memory[number]) }

  /// Whether a scope is open. Scopes that are opened meanwhile may be missed.
  var areOpen: Bool { (0..<StripedMemory.count).contains { self[$0].isOpen } }

  /// Releases the model, as far as no scope needs it.
  func endModel() { for number in 0..<StripedMemory.count { self[number].endModel(model) } }
}

/// A share in the retains of a model: an atomic word.
///
/// The word contains how many scopes are open, and how many exist: a task that outlives its scope
/// still carries it. The share retains the model once, for all of them. It keeps this retain while
/// there are none, until the model ends.
struct ScopeShare: Sendable {
  private let address: UInt

  /// Whether the share retains the model.
  private static let isRetaining: UInt64 = 1
  /// Whether the model has ended, or nobody will end it.
  private static let isOver: UInt64 = 2
  private static let existing: UInt64 = 4
  private static let open: UInt64 = 1 << 32

  fileprivate init(at address: ValueAddress) { self.address = address.word }

  // `Atomic<UInt64>` is laid out as the word it holds.
  private var word: UnsafePointer<Atomic<UInt64>> {
    UnsafePointer(bitPattern: address).unsafelyUnwrapped
  }

  fileprivate var isOpen: Bool { word.pointee.load(ordering: .sequentiallyConsistent) >= Self.open }

  /// Counts a scope. The caller keeps the model alive.
  func open(in model: Borrowed<Model>) {
    change { present in
      if present & Self.isRetaining == 0 { model.retain(times: 1) }
      return (present | Self.isRetaining) + Self.existing + Self.open
    } otherwise: { present in
      if present & Self.isRetaining == 0 { model.release(times: 1) }
    }
  }

  /// Records that a scope is no longer open.
  func close() { word.pointee.subtract(Self.open, ordering: .sequentiallyConsistent) }

  /// Records that a scope no longer exists. This may release the model.
  func give(of model: Borrowed<Model>) {
    let (before, after) = change { left($0 - Self.existing) }
    if before & Self.isRetaining > after & Self.isRetaining { model.release(times: 1) }
  }

  fileprivate func endModel(_ model: Borrowed<Model>) {
    let (before, after) = change { left($0 | Self.isOver) }
    if before & Self.isRetaining > after & Self.isRetaining { model.release(times: 1) }
  }

  /// The word without the retain, if the model has ended and no scope exists. It is decided in the
  /// same step as the last scope ends: afterwards, another thread may release the model, and with
  /// it this share.
  private func left(_ word: UInt64) -> UInt64 {
    let isNeeded = word >= Self.existing || word & Self.isOver == 0
    return isNeeded ? word : word & ~Self.isRetaining
  }

  /// - Parameter otherwise: Called with the word from which the new one was made, if another thread
  ///   has changed it meanwhile.
  @discardableResult
  private func change(
    _ next: (UInt64) -> UInt64, otherwise: (UInt64) -> Void = { _ in }
  ) -> (before: UInt64, after: UInt64) {
    var present = word.pointee.load(ordering: .relaxed)
    while true {
      let new = next(present)
      let (exchanged, original) = word.pointee.compareExchange(
        expected: present, desired: new, ordering: .sequentiallyConsistent)
      if exchanged { return (present, new) }
      otherwise(present)
      present = original
    }
  }
}
