public import CAlchemicRuntime
public import Synchronization

/// One of the words that the most frequent operations read first. They share a line of the cache.
///
/// They are variables of C, because the address of a Swift variable of another module costs a call:
/// about 1 ns of the 6 ns of a request.
@usableFromInline
package struct HotWord {
  @usableFromInline let number: Int

  @inlinable
  init(_ number: Int) { self.number = number }

  /// The address of the resolvers that answer all requests: those of the main model. 0 if there is
  /// no main model yet, or while requests look for a model of their task.
  @inlinable package static var publishedResolvers: Self { Self(0) }
  /// The address of the main model's resolvers; 0 if there is none yet.
  @inlinable package static var mainResolvers: Self { Self(1) }
  /// Identifies the task-local value with the model while any task has one of its own, and for some
  /// time afterwards; otherwise 0. Programs without such a task thus avoid the access to the
  /// task-local value.
  @inlinable package static var scopeKey: Self { Self(2) }
  /// Identifies the task-local value with the innermost open scope, once a task has opened one; 0
  /// before.
  @inlinable package static var openScopeKey: Self { Self(4) }
  /// The number of those who observe events.
  @inlinable package static var observers: Self { Self(3) }

  // `Atomic<UInt>` is laid out as the word it holds.
  @inlinable
  var atomic: UnsafePointer<Atomic<UInt>> {
    UnsafeRawPointer(alchemic_hot_word(number)).assumingMemoryBound(to: Atomic<UInt>.self)
  }

  @inlinable @inline(__always)
  package func load() -> UInt { atomic.pointee.load(ordering: .acquiring) }

  @inlinable @inline(__always)
  package var isSet: Bool { load() != 0 }

  package func store(_ value: UInt) {
    atomic.pointee.store(value, ordering: .sequentiallyConsistent)
  }
}

// MARK: Who retains what a word refers to

/// The one object that the calling thread has on lease: it retains the object, because it may be
/// reading it.
///
/// All threads read the object at a hot word without counting its readers, so nobody knows when
/// the last of them has left it. Therefore each thread retains the object that it has found there,
/// until it finds another one or ends. A read only compares two addresses. A thread that reads
/// nothing any more keeps the last object, which must then be small.
@usableFromInline
package enum ThreadLease {
  /// Returns the object at an address, if it is the one that the calling thread has on lease.
  ///
  /// - Parameter address: The address of an object, or 0, which is on lease to nobody.
  /// - Complexity: A load and a comparison.
  @inlinable @inline(__always)
  package static func object<Object>(at address: UInt) -> Borrowed<Object>? {
    guard address == alchemic_lease() else { return nil }
    return Borrowed(.fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped))
  }

  /// Takes over a retained object, and releases the former one.
  ///
  /// The caller is not using the former object, or has another reference to what it uses of it.
  package static func take<Object>(_ object: Borrowed<Object>) {
    Borrowed<AnyObject>(at: alchemic_exchange_lease(object.address))?.release(times: 1)
  }
}
