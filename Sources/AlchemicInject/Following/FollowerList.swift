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

  /// One follower.
  typealias Entry = UnsafeMutablePointer<Node>

  struct Node {
    fileprivate var previous: Entry?
    fileprivate var next: Entry?
    fileprivate let host: HostReference
    /// The plan of the host's class, which is never released.
    private let plan: Borrowed<HostPlan>
    /// The sequence number, and in the lowest 16 bits the property's position in the plan. The
    /// allocator uses steps of 16 bytes, so another word would make an entry 16 bytes larger.
    private var numbers: UInt64

    /// - Parameter property: The compiler accepts no class with more than 65,535 properties.
    fileprivate init(_ host: AnyObject, _ plan: HostPlan, property: Int) {
      self.host = HostReference(host)
      self.plan = Borrowed(plan)
      numbers = UInt64(UInt16(property))
    }

    /// The sequence number: the order in which hosts were injected, over all lists.
    fileprivate var sequence: UInt64 {
      get { numbers >> 16 }
      set { numbers = newValue << 16 | numbers & 0xFFFF }
    }

    /// The follower, unless the deinit of its host has begun.
    fileprivate var follower: Follower? {
      host.object.map { Follower(host: $0, plan: plan, property: Int(numbers & 0xFFFF)) }
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
  private var positions: [Position] = []

  /// The list of a resolver.
  static func of(_ resolver: Resolver) -> FollowerList {
    resolver.followers.object { FollowerList() }
  }

  /// Adds a property of a host at the end.
  ///
  /// - Returns: The entry, for ``remove(_:)``.
  func append(_ host: AnyObject, _ plan: HostPlan, property: Int) -> Entry {
    let entry = Entry.allocate(capacity: 1)
    entry.initialize(to: Node(host, plan, property: property))
    lock.withLock {
      entry.pointee.sequence = FollowerSequence.next()
      entry.pointee.previous = last
      if let last { last.pointee.next = entry } else { first = entry }
      last = entry
    }
    return entry
  }

  /// Removes an entry. Must be called once.
  func remove(_ entry: Entry) {
    lock.withLock { unlink(entry) }
    entry.pointee.host.release()
    entry.deinitialize(count: 1)
    entry.deallocate()
  }

  /// The number of properties that follow.
  var count: Int {
    lock.withLock {
      var count = 0
      var next = first
      while let entry = next {
        count += 1
        next = entry.pointee.next
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
  @inline(__always)
  func next(at cursor: inout Cursor, upTo limit: UInt64) -> Follower? {
    if cursor.isOver { return nil }
    lock.take()
    defer { lock.give() }
    var next = nextEntry(at: cursor)
    let follower = advance(&next, upTo: limit)
    if let next, next.pointee.sequence <= limit { move(&cursor, to: next) } else { finish(&cursor) }
    return follower
  }

  /// The sequence of the next follower.
  func nextSequence(at cursor: inout Cursor) -> UInt64? {
    lock.withLock {
      guard let next = nextEntry(at: cursor) else { return nil }
      move(&cursor, to: next)
      return next.pointee.sequence
    }
  }

  /// Advances to the follower with a sequence if it is still the next one and its host is alive.
  @inline(__always)
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

  @inline(__always)
  private func nextEntry(at cursor: Cursor) -> Entry? {
    if let position = cursor.position { return position.with { $0.next } }
    return cursor.isOver ? nil : first
  }

  /// Advances to the next follower whose host is alive. The caller retains the host, so it is not
  /// released under the lock.
  @inline(__always)
  private func advance(_ next: inout Entry?, upTo limit: UInt64) -> Follower? {
    while let entry = next, entry.pointee.sequence <= limit {
      next = entry.pointee.next
      if let follower = entry.pointee.follower { return follower }
    }
    return nil
  }

  @inline(__always)
  private func move(_ cursor: inout Cursor, to next: Entry) {
    if let position = cursor.position { return position.with { $0.next = next } }
    let position = Position()
    position.next = next
    positions.append(position)
    cursor.position = Borrowed(position)
  }

  @inline(__always)
  private func finish(_ cursor: inout Cursor) {
    cursor.isOver = true
    guard let ended = cursor.position.take() else { return }
    positions.removeAll { Borrowed($0) == ended }
  }

  private func unlink(_ entry: Entry) {
    let (previous, next) = (entry.pointee.previous, entry.pointee.next)
    if let previous { previous.pointee.next = next } else { first = next }
    if let next { next.pointee.previous = previous } else { last = previous }
    for position in positions where position.next == entry { position.next = next }
  }
}
