import AlchemicCore
import Synchronization

/// The followers of one wire, in the order in which they came: properties of hosts with hooks.
///
/// Doubly linked through nodes that the followers own, so that one that goes takes itself out and no
/// dead entry is ever looked at. The nodes are plain memory, not objects: what is done under the lock
/// must not retain anything, because letting go of it could end a host and come back for the lock.
final class FollowerList: @unchecked Sendable {
  // Proof: `first`, `last` and every linked node are only touched under `lock`.

  /// One entry, or the mark by which a telling knows how far it is.
  struct Node {
    fileprivate var previous: UnsafeMutablePointer<Node>?
    fileprivate var next: UnsafeMutablePointer<Node>?
    /// Counts up over all lists: the order in which hosts were injected.
    fileprivate var sequence: UInt64 = 0
    /// Nil for a mark.
    fileprivate let host: HostReference?
    /// The position of the property in its host's plan.
    fileprivate let property: Int
  }

  private let lock = BriefLock()
  private var first: UnsafeMutablePointer<Node>?
  private var last: UnsafeMutablePointer<Node>?
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
      link(node, after: last)
    }
    return node
  }

  /// Takes out an entry or a mark, once.
  func remove(_ node: UnsafeMutablePointer<Node>) {
    lock.withLock { unlink(node) }
    node.pointee.host?.release()
    node.deinitialize(count: 1)
    node.deallocate()
  }

  /// How many properties follow.
  var count: Int {
    lock.withLock {
      var count = 0
      var next = first
      while let node = next {
        if node.pointee.host != nil { count += 1 }
        next = node.pointee.next
      }
      return count
    }
  }

  // MARK: Telling

  /// Puts a mark before the first follower.
  func begin() -> UnsafeMutablePointer<Node> {
    let mark = UnsafeMutablePointer<Node>.allocate(capacity: 1)
    mark.initialize(to: Node(host: nil, property: 0))
    lock.withLock { link(mark, after: nil) }
    return mark
  }

  /// The number of the next follower behind the mark.
  func nextSequence(after mark: UnsafeMutablePointer<Node>) -> UInt64? {
    lock.withLock { nextFollower(after: mark)?.pointee.sequence }
  }

  /// Moves the mark behind the next follower whose host is alive.
  ///
  /// - Returns: The host, and which of its properties; nil at the end.
  func advance(
    _ mark: UnsafeMutablePointer<Node>, upTo limit: UInt64
  ) -> (host: AnyObject, property: Int)? {
    lock.withLock {
      while let follower = nextFollower(after: mark), follower.pointee.sequence <= limit {
        unlink(mark)
        link(mark, after: follower)
        // The host is handed out, so it is not let go under the lock.
        if let host = follower.pointee.host?.object { return (host, follower.pointee.property) }
      }
      return nil
    }
  }

  private func nextFollower(
    after mark: UnsafeMutablePointer<Node>
  ) -> UnsafeMutablePointer<Node>? {
    var next = mark.pointee.next
    while let node = next {
      if node.pointee.host != nil { return node }
      next = node.pointee.next
    }
    return nil
  }

  // MARK: Links

  private func link(
    _ node: UnsafeMutablePointer<Node>, after previous: UnsafeMutablePointer<Node>?
  ) {
    let next = previous.map { $0.pointee.next } ?? first
    node.pointee.previous = previous
    node.pointee.next = next
    if let previous { previous.pointee.next = node } else { first = node }
    if let next { next.pointee.previous = node } else { last = node }
  }

  private func unlink(_ node: UnsafeMutablePointer<Node>) {
    let (previous, next) = (node.pointee.previous, node.pointee.next)
    if let previous { previous.pointee.next = next } else { first = next }
    if let next { next.pointee.previous = previous } else { last = previous }
  }
}
