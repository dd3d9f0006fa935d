import AlchemicRuntime
import CAlchemicRuntime
import Synchronization

/// An answer that several threads request at the same time.
///
/// If they all took prepaid references from one word, they would wait for each other. So after some
/// collisions the answer is spread: each part of ``StripedMemory`` has a word with prepaid
/// references of its own, or `busy`, or, when the answer was emptied, `created`. The answer
/// has memory for them only then. Threads that request a spread answer write only the word of their
/// part. What remains is the count of the object, which each of them changes when it releases its
/// reference.
extension CachedAnswer {
  /// The number of collisions after which an answer is spread, if it has prepaid references then.
  /// Otherwise it is spread after as many again.
  static let mostCollisions: UInt32 = 100

  /// Takes prepaid references after another thread has taken some at the same moment.
  @usableFromInline @inline(never)
  final func takeAfterCollision(_ count: UInt32) -> Bool {
    let collisions = collisions.wrappingAdd(1, ordering: .relaxed).newValue
    if collisions.isMultiple(of: Self.mostCollisions) { spread() }
    return takePrepaid(count)
  }

  /// Takes prepaid references of the calling thread's part. Returns false if the answer is not
  /// spread, or not any more.
  @usableFromInline @inline(never)
  final func takeSpread(_ count: UInt32) -> Bool {
    guard word.load(ordering: .acquiring) == AnswerState.spread, let parts else { return false }
    let part = Self.word(at: parts.ofThread)
    let taken = AnswerState.prepaid &* count
    var pause = SpinPause()
    while case let now = part.pointee.load(ordering: .relaxed), now != AnswerState.created {
      if now == AnswerState.busy {
        pause.wait()
        continue
      }
      let next = now >= taken ? now &- taken : AnswerState.busy
      guard
        part.pointee.compareExchange(expected: now, desired: next, ordering: .acquiring).exchanged
      else { continue }
      if next == AnswerState.busy {
        // Who empties the answer waits for this part, and then releases the object.
        let all = prepay()
        alchemic_keep_order()
        part.pointee.store(all &- AnswerState.cached &- taken, ordering: .releasing)
        payBack(of: now)
      }
      return true
    }
    return false
  }

  /// Gives each part a word, unless the answer has no prepaid references any more.
  final func spread() {
    let new = StripedMemory()
    let part = Self.word(at: new.ofThread)
    while case let now = word.load(ordering: .relaxed), now > AnswerState.prepaid {
      if word.compareExchange(expected: now, desired: AnswerState.busy, ordering: .acquiring)
        .exchanged
      {
        part.pointee.store(now - AnswerState.cached, ordering: .relaxed)
        parts = new
        return word.store(AnswerState.spread, ordering: .releasing)
      }
    }
    new.deallocate()
  }

  /// Empties all parts, and releases their prepaid references. No thread takes one afterwards.
  final func payBackParts() {
    guard let parts else { return }
    for number in 0..<StripedMemory.count {
      let part = Self.word(at: parts[number])
      let before = part.pointee.becomeBusy()
      part.pointee.store(AnswerState.created, ordering: .releasing)
      payBack(of: before)
    }
  }

  private static func word(at address: ValueAddress) -> UnsafePointer<Atomic<UInt32>> {
    UnsafePointer(address.memory.assumingMemoryBound(to: Atomic<UInt32>.self))
  }
}
