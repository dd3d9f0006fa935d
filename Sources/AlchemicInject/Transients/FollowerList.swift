import AlchemicCore
import Synchronization

/// The followers of one wire, in the order in which they came: properties of hosts with hooks.
///
/// Doubly linked through nodes that the followers own, so that one that goes takes itself out and no
/// dead entry is ever looked at. The nodes are plain memory, not objects: what is done under the lock
/// must not retain anything, because letting go of it could end a host and come back for the lock.
final class FollowerList: @unchecked Sendable {
  // Proof: `first`, `last`, `cursors` and everything that is linked are only touched under `lock`.

  /// One entry.
  struct Node {
    fileprivate var previous: UnsafeMutablePointer<Node>?
    fileprivate var next: UnsafeMutablePointer<Node>?
    /// Counts up over all lists: the order in which hosts were injected.
    fileprivate var sequence: UInt64 = 0
    fileprivate let host: HostReference
    /// The position of the property in its host's plan.
    fileprivate let property: Int
  }

  /// How far a telling is. The list knows it while it is under way: a follower that goes moves it on.
  struct Cursor {
    fileprivate var next: UnsafeMutablePointer<Node>?
    fileprivate var other: UnsafeMutablePointer<Cursor>?

    init() {}
  }

  private let lock = BriefLock()
  private var first: UnsafeMutablePointer<Node>?
  private var last: UnsafeMutablePointer<Node>?
  /// Those of all tellings; there is hardly ever a second one.
  private var cursors: UnsafeMutablePointer<Cursor>?
  private static let counter = Atomic<UInt64>(0)

  /// The list of a wire.
  static func of(_ wire: AnyWire) -> FollowerList { wire.attachment.object { FollowerList() } }

  /// The number of the follower that came last, in any list.
  static var latestSequence: UInt64 { counter.load(ordering: .acquiring) }

  /// Adds a property of a host at the end.
  ///
  /// - Returns: The entry, for ``remove(_:)``.
  func append(_ host: AnyObject, property: Int) -> UnsafeMutablePointer<Node> {
    let node = UnsafeMutablePointer<Node>.allocate(capacity: 1)
    node.initialize(to: Node(host: HostReference(host), property: property))
    lock.withLock {
      node.pointee.sequence = Self.counter.add(1, ordering: .acquiringAndReleasing).newValue
      append(node)
    }
    return node
  }

  /// Takes out an entry, once.
  func remove(_ node: UnsafeMutablePointer<Node>) {
    lock.withLock { unlink(node) }
    node.pointee.host.release()
    node.deinitialize(count: 1)
    node.deallocate()
  }

  /// How many properties follow.
  var count: Int {
    lock.withLock {
      var count = 0
      var next = first
      while let node = next {
        count += 1
        next = node.pointee.next
      }
      return count
    }
  }

  // MARK: Telling

  /// Begins with the first follower. To be ended before the cursor goes.
  func begin(_ cursor: UnsafeMutablePointer<Cursor>) {
    lock.withLock {
      cursor.pointee.next = first
      cursor.pointee.other = cursors
      cursors = cursor
    }
  }

  /// Forgets a cursor.
  func end(_ cursor: UnsafeMutablePointer<Cursor>) {
    lock.withLock {
      guard cursors != cursor else {
        cursors = cursor.pointee.other
        return
      }
      var before = cursors
      while let other = before, other.pointee.other != cursor { before = other.pointee.other }
      before?.pointee.other = cursor.pointee.other
    }
  }

  /// The number of the next follower.
  func nextSequence(at cursor: UnsafeMutablePointer<Cursor>) -> UInt64? {
    lock.withLock { cursor.pointee.next?.pointee.sequence }
  }

  /// Goes on to the next follower whose host is alive.
  ///
  /// - Returns: The host, and which of its properties; nil at the end.
  func advance(
    _ cursor: UnsafeMutablePointer<Cursor>, upTo limit: UInt64
  ) -> (host: AnyObject, property: Int)? {
    lock.take()
    defer { lock.give() }
    while let follower = cursor.pointee.next, follower.pointee.sequence <= limit {
      cursor.pointee.next = follower.pointee.next
      // The host is handed out, so it is not let go under the lock.
      if let host = follower.pointee.host.object { return (host, follower.pointee.property) }
    }
    return nil
  }

  // MARK: Links

  private func append(_ node: UnsafeMutablePointer<Node>) {
    node.pointee.previous = last
    if let last { last.pointee.next = node } else { first = node }
    last = node
  }

  private func unlink(_ node: UnsafeMutablePointer<Node>) {
    let (previous, next) = (node.pointee.previous, node.pointee.next)
    if let previous { previous.pointee.next = next } else { first = next }
    if let next { next.pointee.previous = previous } else { last = previous }
    var cursor = cursors
    while let telling = cursor {
      if telling.pointee.next == node { telling.pointee.next = next }
      cursor = telling.pointee.other
    }
  }
}
