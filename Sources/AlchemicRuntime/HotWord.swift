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
  /// no main model yet, or while any task has a model of its own.
  @inlinable package static var publishedResolvers: Self { Self(0) }
  /// The address of the main model's resolvers; 0 if there is none yet.
  @inlinable package static var mainResolvers: Self { Self(1) }
  /// Identifies the task-local value with the model while any task has one of its own; otherwise 0.
  /// Programs without such a task thus avoid the access to the task-local value.
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
