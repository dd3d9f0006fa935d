import AlchemicRuntime
import AlchemicCore

// This folder notifies the hosts whose properties have new values.

/// The followers of one resolver, in the order in which they were added: properties of hosts with
/// hooks.
///
/// A doubly linked list. Each follower owns its entry and removes it in its deinit, so the list
/// contains no entry of a released follower. The entries are plain memory: code under the lock must
/// not retain a host, because the release could deallocate the host, and its deinit takes the lock.
final class FollowerList: @unchecked Sendable {
  // Proof: all properties, and the links of entries and positions, are accessed only under `lock`.
  // The cursor belongs to the caller.

  private struct Node {
    var previous: Entry?
    var next: Entry?
    let host: HostReference
    /// The plan of the host's class, which is never released.
    let plan: Borrowed<HostPlan>
    /// The sequence number, and in the lowest 16 bits the property's position in the plan. The
    /// allocator uses steps of 16 bytes, so another word would make an entry 16 bytes larger.
    var numbers: UInt64
  }

  /// One follower.
  struct Entry: Equatable {
    private let node: UnsafeMutablePointer<Node>

    /// - Parameter property: The compiler accepts no class with more than 65,535 properties.
    fileprivate init(_ host: AnyObject, _ plan: HostPlan, property: Int) {
      node = .allocate(capacity: 1)
      node.initialize(
        to: Node(
          host: HostReference(host), plan: Borrowed(plan), numbers: UInt64(UInt16(property))))
    }

    /// Ends the entry, which is no longer in the list.
    fileprivate func end() {
      node.pointee.host.release()
      node.deinitialize(count: 1)
      node.deallocate()
    }

    fileprivate var previous: Entry? {
      get { node.pointee.previous }
      nonmutating set { node.pointee.previous = newValue }
    }

    fileprivate var next: Entry? {
      get { node.pointee.next }
      nonmutating set { node.pointee.next = newValue }
    }

    /// The sequence number: the order in which hosts were injected, over all lists.
    fileprivate var sequence: UInt64 {
      get { node.pointee.numbers >> 16 }
      nonmutating set { node.pointee.numbers = newValue << 16 | node.pointee.numbers & 0xFFFF }
    }

    /// The follower, unless the deinit of its host has begun.
    fileprivate var follower: Follower? {
      node.pointee.host.object.map {
        Follower(
          host: $0, plan: node.pointee.plan, property: Int(node.pointee.numbers & 0xFFFF))
      }
    }
  }

  /// The progress of a round through the list.
  struct Cursor {
    /// The position, which the list retains; nil before the second entry, and at the end.
    fileprivate var position: Borrowed<Position>?
    fileprivate var isOver = false
  }

  /// The next entry of a round. The list advances it if the entry is removed.
  fileprivate final class Position {
    /// Nil at the end of the list.
    var next: Entry?
    /// The next one in the list of all positions.
    var other: Position?
  }

  /// A host that is alive, and the property of it that follows.
  struct Follower {
    let host: AnyObject
    fileprivate let plan: Borrowed<HostPlan>
    let property: Int

    /// Calls the host's hook.
    ///
    /// - Parameter announcing: Whether there is an observer.
    func notify(announcing: Bool) {
      plan.with { $0.didInject(property, of: host, isNew: false, announcing: announcing) }
    }
  }

  private let lock = BriefLock()
  private var first: Entry?
  private var last: Entry?
  /// The positions of all rounds; there is rarely more than one.
  private var positions: Position?

  /// The list of a resolver.
  static func of(_ resolver: Resolver) -> FollowerList {
    resolver.followers.object { FollowerList() }
  }

  /// Adds a property of a host at the end.
  ///
  /// - Returns: The entry, for ``remove(_:)``.
  func append(_ host: AnyObject, _ plan: HostPlan, property: Int) -> Entry {
    let entry = Entry(host, plan, property: property)
    lock.withLock {
      entry.sequence = FollowerSequence.next()
      entry.previous = last
      if let last { last.next = entry } else { first = entry }
      last = entry
    }
    return entry
  }

  /// Removes an entry. Must be called once.
  func remove(_ entry: Entry) {
    lock.withLock { unlink(entry) }
    entry.end()
  }

  /// The number of properties that follow.
  var count: Int {
    lock.withLock {
      var count = 0
      var next = first
      while let entry = next {
        count += 1
        next = entry.next
      }
      return count
    }
  }

  // MARK: Rounds

  /// Advances to the next follower whose host is alive. The caller repeats this until there is
  /// none, or calls ``end(_:)``.
  ///
  /// - Parameter limit: The sequence of the last follower of the round.
  /// - Returns: The follower; nil at the end.
  /// - Complexity: Takes the lock once. A call at the end takes no lock, because the previous call
  ///   has found the end.
  func next(at cursor: inout Cursor, upTo limit: UInt64) -> Follower? {
    if cursor.isOver { return nil }
    lock.take()
    defer { lock.give() }
    var next = nextEntry(at: cursor)
    let follower = advance(&next, upTo: limit)
    if let next, next.sequence <= limit { move(&cursor, to: next) } else { finish(&cursor) }
    return follower
  }

  /// The sequence of the next follower.
  func nextSequence(at cursor: inout Cursor) -> UInt64? {
    lock.withLock {
      guard let next = nextEntry(at: cursor) else { return nil }
      move(&cursor, to: next)
      return next.sequence
    }
  }

  /// Advances to the follower with a sequence if it is still the next one and its host is alive.
  func next(at cursor: inout Cursor, numbered sequence: UInt64) -> Follower? {
    lock.withLock {
      var next = nextEntry(at: cursor)
      defer { if let next { move(&cursor, to: next) } else { finish(&cursor) } }
      return advance(&next, upTo: sequence)
    }
  }

  /// Ends a round before its end.
  func end(_ cursor: inout Cursor) { lock.withLock { finish(&cursor) } }

  // The caller of each of the following functions has the lock.

  private func nextEntry(at cursor: Cursor) -> Entry? {
    if let position = cursor.position { return position.with { $0.next } }
    return cursor.isOver ? nil : first
  }

  /// Advances to the next follower whose host is alive. The caller retains the host, so it is not
  /// released under the lock.
  private func advance(_ next: inout Entry?, upTo limit: UInt64) -> Follower? {
    while let entry = next, entry.sequence <= limit {
      next = entry.next
      if let follower = entry.follower { return follower }
    }
    return nil
  }

  private func move(_ cursor: inout Cursor, to next: Entry) {
    if let position = cursor.position { return position.with { $0.next = next } }
    let position = Position()
    (position.next, position.other) = (next, positions)
    positions = position
    cursor.position = Borrowed(position)
  }

  private func finish(_ cursor: inout Cursor) {
    cursor.isOver = true
    guard let ended = cursor.position.take()?.object else { return }
    guard positions !== ended else { return positions = ended.other }
    var before = positions
    while let other = before, other.other !== ended { before = other.other }
    before?.other = ended.other
  }

  private func unlink(_ entry: Entry) {
    let (previous, next) = (entry.previous, entry.next)
    if let previous { previous.next = next } else { first = next }
    if let next { next.previous = previous } else { last = previous }
    var position = positions
    while let round = position {
      if round.next == entry { round.next = next }
      position = round.other
    }
  }
}
