import AlchemicRuntime
import AlchemicCore

// This folder has the hosts that are notified when a property of theirs has another value.

/// The followers of one resolver, in the order in which they came: properties of hosts with hooks.
///
/// Doubly linked through nodes that the followers own, so that one that goes takes itself out and
/// no dead entry is ever looked at. The nodes are plain memory, not objects: what is done under the
/// lock must not retain anything, because releasing it could end a host and come back for the lock.
final class FollowerList: @unchecked Sendable {
  // Proof: `first`, `last`, `cursors` and everything that is linked are only touched under `lock`;
  // but for the stage of a cursor, which only the one who tells looks at and changes.

  /// One entry.
  struct Node {
    fileprivate var previous: UnsafeMutablePointer<Node>?
    fileprivate var next: UnsafeMutablePointer<Node>?
    fileprivate let host: HostReference
    /// The plan of the host's class, which is kept for good.
    fileprivate let plan: Borrowed<HostPlan>
    /// The sequence, and in the lowest 16 bits the position of the property in the plan: memory is
    /// given out in steps of 16 bytes, and with another word a node would be in the next one.
    private var numbers: UInt64

    /// - Parameter property: More than 65,535 no compiler would take.
    fileprivate init(_ host: AnyObject, _ plan: HostPlan, property: Int) {
      self.host = HostReference(host)
      self.plan = Borrowed(plan)
      numbers = UInt64(UInt16(property))
    }

    /// Counts up over all lists: the order in which hosts were injected.
    fileprivate var sequence: UInt64 {
      get { numbers >> 16 }
      set { numbers = newValue << 16 | numbers & 0xFFFF }
    }

    fileprivate var property: Int { Int(numbers & 0xFFFF) }
  }

  /// How far a telling is. The list knows it while a follower may go that it would come to: that
  /// moves it on.
  struct Cursor {
    fileprivate enum Stage { case begins, goesOn, isOver }
    fileprivate var stage = Stage.begins
    fileprivate var next: UnsafeMutablePointer<Node>?
    fileprivate var other: UnsafeMutablePointer<Cursor>?

    init() {}
  }

  /// A host that is alive, and which of its properties follows.
  struct Follower {
    let host: AnyObject
    fileprivate let plan: Borrowed<HostPlan>
    let property: Int

    /// Calls the host's hook.
    ///
    /// - Parameter announcing: Whether anybody listens.
    func notify(announcing: Bool) {
      plan.with { $0.didInject(property, of: host, isNew: false, announcing: announcing) }
    }
  }

  private let lock = BriefLock()
  private var first: UnsafeMutablePointer<Node>?
  private var last: UnsafeMutablePointer<Node>?
  /// Those of all tellings; there is hardly ever a second one.
  private var cursors: UnsafeMutablePointer<Cursor>?

  /// The list of a resolver.
  static func of(_ resolver: Resolver) -> FollowerList {
    resolver.followers.object { FollowerList() }
  }

  /// Adds a property of a host at the end.
  ///
  /// - Returns: The entry, for ``remove(_:)``.
  func append(
    _ host: AnyObject, _ plan: HostPlan, property: Int
  ) -> UnsafeMutablePointer<Node> {
    let node = UnsafeMutablePointer<Node>.allocate(capacity: 1)
    node.initialize(to: Node(host, plan, property: property))
    lock.withLock {
      node.pointee.sequence = FollowerSequence.next()
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

  /// Goes on to the next follower whose host is alive. To be called until there is none.
  ///
  /// - Parameter limit: The last follower to tell.
  /// - Returns: The host, and which of its properties; nil at the end.
  /// - Complexity: One section of the lock; none at the end, which is known from the follower
  ///   before.
  func next(at cursor: UnsafeMutablePointer<Cursor>, upTo limit: UInt64) -> Follower? {
    if cursor.pointee.stage == .isOver { return nil }
    lock.take()
    defer { lock.give() }
    begin(cursor)
    let follower = advance(cursor, upTo: limit)
    if isThere(cursor.pointee.next, upTo: limit) { goOn(cursor) } else { finish(cursor) }
    return follower
  }

  /// The number of the next follower.
  func nextSequence(at cursor: UnsafeMutablePointer<Cursor>) -> UInt64? {
    lock.withLock {
      begin(cursor)
      goOn(cursor)
      return cursor.pointee.next?.pointee.sequence
    }
  }

  /// Goes on to the follower with a number, if it is still the next one, and its host is alive.
  func next(at cursor: UnsafeMutablePointer<Cursor>, numbered sequence: UInt64) -> Follower? {
    lock.withLock { advance(cursor, upTo: sequence) }
  }

  /// Forgets a cursor that has not come to the end.
  func end(_ cursor: UnsafeMutablePointer<Cursor>) { lock.withLock { finish(cursor) } }

  // What follows is called under the lock.

  private func begin(_ cursor: UnsafeMutablePointer<Cursor>) {
    if cursor.pointee.stage == .begins { cursor.pointee.next = first }
  }

  private func isThere(_ node: UnsafeMutablePointer<Node>?, upTo limit: UInt64) -> Bool {
    node.map { $0.pointee.sequence <= limit } ?? false
  }

  /// The next one that is alive; the host is returned, so it is not released under the lock.
  private func advance(_ cursor: UnsafeMutablePointer<Cursor>, upTo limit: UInt64) -> Follower? {
    while let node = cursor.pointee.next, node.pointee.sequence <= limit {
      cursor.pointee.next = node.pointee.next
      if let host = node.pointee.host.object {
        return Follower(host: host, plan: node.pointee.plan, property: node.pointee.property)
      }
    }
    return nil
  }

  private func goOn(_ cursor: UnsafeMutablePointer<Cursor>) {
    guard cursor.pointee.stage == .begins else { return }
    cursor.pointee.stage = .goesOn
    cursor.pointee.other = cursors
    cursors = cursor
  }

  private func finish(_ cursor: UnsafeMutablePointer<Cursor>) {
    cursor.pointee.next = nil
    defer { cursor.pointee.stage = .isOver }
    guard cursor.pointee.stage == .goesOn else { return }
    guard cursors != cursor else {
      cursors = cursor.pointee.other
      return
    }
    var before = cursors
    while let other = before, other.pointee.other != cursor { before = other.pointee.other }
    before?.pointee.other = cursor.pointee.other
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
