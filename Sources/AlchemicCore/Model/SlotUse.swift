import AlchemicRuntime
import Synchronization

/// Who may use the contents of a scope's slot.
///
/// Most scopes are used by one thread at a time, for example that of a server's request. It would
/// then be a waste if all threads took one lock for all creators. So a thread takes a slot by an
/// atomic exchange, creates the object, and returns the slot. If another thread needs the slot
/// meanwhile, or needs more of it than the object, it makes the slot one of all creators, and from
/// then on the lock guards the slot. The first thread finds that out at its next step.
///
/// Such locks are known as biased or reservation locks (K. Kawachiya and others, OOPSLA 2002). They
/// have to interrupt the first thread; this one does not, since that thread exchanges the word at
/// each step.
enum SlotUse {
  /// No thread uses the slot. The object is present or absent.
  static let free: UInt = 0
  /// A thread reads or changes the contents. It calls no user code and takes no other lock than
  /// that of the scope.
  static let busy: UInt = 1
  /// `CreationCoordinator.lock` guards the contents. This is final.
  static let coordinated: UInt = 2
  // Every other number is that of the thread that creates the object. The contents still say that
  // there is none.
}

extension Slot {
  /// The word that states it.
  @inline(__always)
  var use: UnsafePointer<Atomic<UInt>> {
    // `Atomic<UInt>` is laid out as the word it holds, a stored property of a structure.
    let offset = MemoryLayout<Contents>.offset(of: \.use).unsafelyUnwrapped
    let word = UnsafeMutableRawPointer(contents) + offset
    return UnsafePointer(word.assumingMemoryBound(to: Atomic<UInt>.self))
  }

  /// Makes the slot of a scope one of all creators. The caller holds their lock, or is the only one
  /// that has the slot.
  @inline(__always)
  func coordinate() { if isOfScope { coordinateUse() } }

  @inline(never)
  private func coordinateUse() {
    var pause = SpinPause()
    while true {
      let present = use.pointee.load(ordering: .acquiring)
      if present == SlotUse.coordinated { return }
      if present == SlotUse.busy {
        pause.wait()
        continue
      }
      let (isChanged, _) = use.pointee.compareExchange(
        expected: present, desired: SlotUse.coordinated, ordering: .acquiring)
      guard isChanged else { continue }
      if present != SlotUse.free {
        contents.pointee.state = .making(by: ThreadID(number: present))
      }
      return
    }
  }

  /// Returns whether a creator creates the object, and no other one has needed the slot since the
  /// creation began.
  func isMadeAlone(by creator: ThreadID) -> Bool {
    isOfScope && use.pointee.load(ordering: .relaxed) == creator.key
  }

  /// Whether no other thread can have the slot, if none has the scope.
  var isFree: Bool { use.pointee.load(ordering: .acquiring) == SlotUse.free }
}
