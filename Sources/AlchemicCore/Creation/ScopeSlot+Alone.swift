import AlchemicRuntime
import CAlchemicRuntime
import Synchronization

// What a thread does with a slot of a scope that no other thread needs at the moment: see
// ``SlotUse``.
// These functions do nothing and return nil if the slot is not one of a scope that a task carries,
// or if another thread needs it. The caller must then ask ``CreationCoordinator``.
extension Slot {
  /// As ``CreationCoordinator/claim``, if the caller may create the object.
  @inline(__always)
  func claimAlone(canMake: Bool, _ found: inout ProductReference?) -> CreationDecisions.Claim? {
    canMake ? ofScope?.with { $0.claimAlone(&found) } : nil
  }

  /// As ``CreationCoordinator/finish``.
  @inline(__always)
  func finishAlone(_ object: AnyObject?, unless isShared: Bool) -> CreationCoordinator.Ending? {
    isShared ? nil : ofScope?.with { $0.finishAlone(object) }.map { .finished(version: $0) }
  }

  /// As ``CreationCoordinator/store(_:in:by:of:)``.
  @inline(__always)
  func storeAlone(_ object: inout AnyObject?, by setter: CodeLocation) -> Replacement? {
    ofScope?.with { $0.storeAlone(&object, by: setter) }
      .map { Replacement(ofNoAnswersIn: self, $0) }
  }
}

extension ScopeSlot {
  /// Takes the object if it is present, or claims its creation for the calling thread.
  ///
  /// - Parameter found: Receives the object.
  /// - Returns: As ``CreationCoordinator/claim``; nil if only that function can decide.
  fileprivate func claimAlone(_ found: inout ProductReference?) -> CreationDecisions.Claim? {
    CreationCoordinator.decideAlone {
      guard begin(from: SlotUse.free) else { return nil }
      guard case .present = slot.contents.pointee.state else {
        slot.use.pointee.store(ThreadID.current.key, ordering: .releasing)
        return .make
      }
      // No answer with an object of a scope is cached.
      found = ProductReference(
        reference: slot.contents.pointee.object.current, stamp: .fleeting)
      // The thread has retained the object before another one can replace it.
      alchemic_keep_order()
      slot.use.pointee.store(SlotUse.free, ordering: .releasing)
      return .present
    }
  }

  /// Makes an object available to every thread that the calling thread has created.
  ///
  /// - Returns: The version of the slot; nil if another thread has needed the slot meanwhile.
  fileprivate func finishAlone(_ object: AnyObject?) -> UInt? {
    CreationCoordinator.decideAlone {
      guard begin(from: ThreadID.current.key) else { return nil }
      _ = slot.replace(by: object)
      let version = slot.contents.pointee.version
      end(with: object)
      return version
    }
  }

  /// Stores an object that the program has created, unless the scope has ended.
  ///
  /// - Parameter object: The reference that retains the object. Receives the one that retained the
  ///   previous object, to be released outside every lock.
  /// - Returns: How often the object was set or cleared; nil if the caller must store it under the
  ///   lock of all creators.
  fileprivate func storeAlone(_ object: inout AnyObject?, by setter: CodeLocation) -> UInt? {
    CreationCoordinator.decideAlone {
      guard begin(from: SlotUse.free) else { return nil }
      // An end that begins now waits for this slot.
      guard scope.with({ !$0.isEnded }) else {
        slot.use.pointee.store(SlotUse.free, ordering: .releasing)
        return nil
      }
      let new = object
      object = slot.replace(by: new)
      let contents = slot.contents
      contents.pointee.setter = setter
      contents.pointee.isStopping = false
      contents.pointee.version += 1
      let number = contents.pointee.version
      end(with: new)
      return number
    }
  }

  private func begin(from expected: UInt) -> Bool {
    slot.use.pointee.compareExchange(
      expected: expected, desired: SlotUse.busy, ordering: .acquiring
    ).exchanged
  }

  private func end(with object: AnyObject?) {
    slot.contents.pointee.state = .present
    slot.contents.pointee.moves &+= 1
    publish(object)
    alchemic_keep_order()
    slot.use.pointee.store(SlotUse.free, ordering: .releasing)
  }
}
