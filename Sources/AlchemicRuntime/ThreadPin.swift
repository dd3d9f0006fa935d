public import CAlchemicRuntime
public import Synchronization

/// Lets a thread use an object for the time of a call without retaining it. The owner may end the
/// object meanwhile.
///
/// A retain would write the count of an object that all threads use, so two threads would be no
/// faster than one. Therefore each thread has a pin, a word that states which object the thread is
/// using. An owner that ends an object reads the pins of all threads, and passes a retain to each
/// thread that is using the object. The thread releases it at the end of its call. So nobody waits,
/// and an object may also end within a call that uses it.
///
/// Such words are known as hazard pointers (M. Michael, 2004). There, an owner that finds its
/// object in one keeps the object and checks again later.
@usableFromInline
package enum ThreadPin {
  /// Calls `body` with an object.
  ///
  /// - Parameters:
  ///   - lent: Refers to the object while its owner lends it. The owner empties this reference,
  ///     and then calls ``passRetains(of:)``.
  ///   - reference: Refers to the object until requests must no longer use it. The caller keeps the
  ///     memory of the object valid.
  /// - Returns: The result of `body`; nil if both references are empty, or if the deinit of the
  ///   object has begun.
  /// - Complexity: An atomic store and an exchange in memory that only this thread writes, until
  /// the
  ///   object ends; neither within another call with this object.
  @inlinable @inline(__always)
  package static func using<Object, Result>(
    _ lent: borrowing AtomicReference<Object>, else reference: borrowing AtomicReference<Object>,
    _ body: (Object) throws -> Result
  ) rethrows -> Result? {
    guard let use = begin(lent) ?? retain(reference) else { return nil }
    defer { end(use) }
    return try use.object.with(body)
  }

  /// A use that has begun, and the address of the pin that states it: ``outer`` if a call further
  /// out on the same thread has pinned the object, ``retained`` if this call retains it.
  @usableFromInline
  typealias Use<Object: AnyObject> = (object: Borrowed<Object>, pin: UInt)
  @inlinable static var outer: UInt { 0 }
  @inlinable static var retained: UInt { 1 }

  /// Nil if the object is not lent, or if the calling thread is using another one.
  @inlinable @inline(__always)
  static func begin<Object>(_ lent: borrowing AtomicReference<Object>) -> Use<Object>? {
    guard let object = lent.load(), let pin = alchemic_pin_of_thread() ?? alchemic_take_pin()
    else { return nil }
    let word = word(at: pin)
    let present = word.pointee.load(ordering: .relaxed)
    if present == object.address { return (object, outer) }
    if present != 0 { return nil }
    // This thread writes its pin and then reads the reference. The owner empties the reference and
    // then reads the pins. All four accesses are sequentially consistent, so at least one of the
    // two sees what the other has written.
    word.pointee.store(object.address, ordering: .sequentiallyConsistent)
    if lent.address.load(ordering: .sequentiallyConsistent) == object.address {
      return (object, UInt(bitPattern: pin))
    }
    // An owner that has seen the pin has passed a retain, which the call uses. To release it here
    // could run the deinit of the object, which may release what the caller refers to.
    return clear(word) == object.address ? nil : (object, retained)
  }

  @inlinable @inline(never)
  static func retain<Object>(_ reference: borrowing AtomicReference<Object>) -> Use<Object>? {
    guard let object = reference.load()?.objectUnlessEnding else { return nil }
    return (.retaining(object), retained)
  }

  @inlinable @inline(__always)
  static func end<Object>(_ use: Use<Object>) {
    if use.pin == outer { return }
    if use.pin == retained { return use.object.release(times: 1) }
    let pin = UnsafeMutablePointer<UInt>(bitPattern: use.pin).unsafelyUnwrapped
    if clear(word(at: pin)) != use.object.address { use.object.release(times: 1) }
  }

  /// Clears the pin of the calling thread. Returns its contents: the address of the object, and
  /// another number if an owner has passed a retain to the thread.
  @inlinable @inline(__always)
  static func clear(_ word: UnsafePointer<Atomic<UInt>>) -> UInt {
    // Retains that the call has made must happen before the pin is cleared.
    alchemic_keep_order()
    return word.pointee.exchange(0, ordering: .acquiringAndReleasing)
  }

  // `Atomic<UInt>` is laid out as the word it holds.
  @inlinable @inline(__always)
  static func word(at pin: UnsafeMutablePointer<UInt>) -> UnsafePointer<Atomic<UInt>> {
    UnsafeRawPointer(pin).assumingMemoryBound(to: Atomic<UInt>.self)
  }

  /// The number of the calling thread's pin. Few threads have the same number as one that ended; no
  /// two that run have, unless the system has no memory for a pin.
  static var number: Int {
    (alchemic_pin_of_thread() ?? alchemic_take_pin()).map { Int(alchemic_pin_number($0)) } ?? 0
  }

  // MARK: Owners

  /// Passes a retain to each thread that is using an object. The caller retains the object, and has
  /// emptied the reference by which it lent the object.
  ///
  /// - Complexity: O(*t*) in the greatest number of threads that have been using objects at once.
  package static func passRetains<Object>(of object: Borrowed<Object>) {
    // An address is even.
    let passed = object.address | 1
    var next = alchemic_next_pin(nil)
    while let pin = next {
      let word = word(at: pin)
      if word.pointee.load(ordering: .sequentiallyConsistent) == object.address {
        object.retain(times: 1)
        let (isPassed, _) = word.pointee.compareExchange(
          expected: object.address, desired: passed, ordering: .acquiringAndReleasing)
        // The thread has just ended its use.
        if !isPassed { object.release(times: 1) }
      }
      next = alchemic_next_pin(pin)
    }
  }
}

extension AtomicReference {
  /// Whether an owner lends the object.
  package var isLent: Bool { address.load(ordering: .sequentiallyConsistent) != 0 }

  /// Empties a reference by which an owner lends an object.
  package func endLoan() { address.store(0, ordering: .sequentiallyConsistent) }
}
