import AlchemicCore
import Synchronization

/// A property of a host with hooks, in the list of those who are told; also the mark by which a
/// telling knows how far it is.
@usableFromInline
class Follower: InjectionPointing, @unchecked Sendable {
  // Proof: `previous`, `next`, `sequence`, `host` and `property` are only touched under the lock of
  // `list`, but for before it is in one; `list` is written once, by the one who injects the host,
  // and read then and in `deinit`.

  fileprivate(set) final var previous: Unmanaged<Follower>?
  fileprivate(set) final var next: Unmanaged<Follower>?
  /// Counts up over all lists: the order in which hosts were injected.
  fileprivate(set) final var sequence: UInt64 = 0
  fileprivate(set) final var host: HostReference?
  /// The position of the property in its host's plan.
  fileprivate(set) final var property: UInt32 = 0
  private let claim = Atomic<Bool>(false)
  private let placeParts: (address: UInt, line: UInt32)
  /// Outlives the follower: it belongs to the wire, which the point keeps.
  private final var list: Unmanaged<FollowerList>?

  init(at place: Place) { placeParts = place.parts }

  final var place: Place { Place(parts: placeParts) }

  final var isFollowing: Bool { list != nil }

  final func follow(_ list: FollowerList, _ host: AnyObject, property: Int) {
    self.property = UInt32(property)
    self.host = HostReference(host)
    self.list = Unmanaged.passUnretained(list)
    list.append(self)
  }

  final func unlink() {
    list?.takeUnretainedValue().remove(self)
    host?.release()
    list = nil
  }

  final func claimHost() -> Bool {
    claim.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing)
      .exchanged
  }

  final func releaseHost() { claim.store(false, ordering: .releasing) }

  func inject(_ index: Int, of host: AnyObject, _ plan: HostPlan, from model: Model) throws {
    fatalError("TransientPoint overrides this")
  }
}

/// The followers of one wire, in the order in which they came: doubly linked through the followers
/// themselves, so that one that goes takes itself out and no dead entry is ever looked at.
final class FollowerList: @unchecked Sendable {
  // Proof: all is under `lock`.

  private let lock = BriefLock()
  private var first: Unmanaged<Follower>?
  private var last: Unmanaged<Follower>?
  private static let counter = Atomic<UInt64>(0)

  /// The list of a wire.
  static func of(_ wire: AnyWire) -> FollowerList { wire.attachment.object { FollowerList() } }

  /// The number of the follower that came last, in any list.
  static var latestSequence: UInt64 { counter.load(ordering: .acquiring) }

  func append(_ follower: Follower) {
    lock.withLock {
      follower.sequence = Self.counter.add(1, ordering: .acquiringAndReleasing).newValue
      insert(follower, after: last)
    }
  }

  func remove(_ follower: Follower) { lock.withLock { unlink(follower) } }

  /// How many there are.
  var count: Int {
    lock.withLock {
      var count = 0
      var next = first
      while let follower = next?.takeUnretainedValue() {
        if follower.host != nil { count += 1 }
        next = follower.next
      }
      return count
    }
  }

  // MARK: Telling

  /// Puts a mark before the first follower.
  func begin(_ mark: Follower) { lock.withLock { insert(mark, after: nil) } }

  /// The number of the next living follower behind the mark.
  func nextSequence(after mark: Follower) -> UInt64? {
    lock.withLock { nextFollower(after: mark)?.sequence }
  }

  /// Moves the mark behind the next follower whose host is alive.
  ///
  /// - Returns: The host, retained, and which of its properties; nil at the end.
  func advance(_ mark: Follower, upTo limit: UInt64) -> (host: AnyObject, property: Int)? {
    lock.withLock {
      while let follower = nextFollower(after: mark), follower.sequence <= limit {
        unlink(mark)
        insert(mark, after: Unmanaged.passUnretained(follower))
        if let host = follower.host?.object { return (host, Int(follower.property)) }
      }
      return nil
    }
  }

  private func nextFollower(after mark: Follower) -> Follower? {
    var next = mark.next
    while let follower = next?.takeUnretainedValue() {
      if follower.host != nil { return follower }
      next = follower.next
    }
    return nil
  }

  // MARK: Links

  private func insert(_ follower: Follower, after previous: Unmanaged<Follower>?) {
    let next = previous.map { $0.takeUnretainedValue().next } ?? first
    follower.previous = previous
    follower.next = next
    let this = Unmanaged.passUnretained(follower)
    if let previous { previous.takeUnretainedValue().next = this } else { first = this }
    if let next { next.takeUnretainedValue().previous = this } else { last = this }
  }

  private func unlink(_ follower: Follower) {
    let (previous, next) = (follower.previous, follower.next)
    if let previous { previous.takeUnretainedValue().next = next } else { first = next }
    if let next { next.takeUnretainedValue().previous = previous } else { last = previous }
    follower.previous = nil
    follower.next = nil
  }
}
