import AlchemicTestSupport
import Testing

@testable import AlchemicInject

/// Compares a list, during several rounds of notification, with arrays.
@Suite struct FollowerListTests {
  fileprivate final class Host {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  /// A round of notification, and the hosts that it should still reach.
  private struct Telling {
    var cursor = FollowerList.Cursor()
    let limit: UInt64
    var expected: [Int]
  }

  @Test(
    "T4: each round of notification reaches those of its first hosts that are not removed meanwhile"
  )
  func comingAndGoing() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<200 {
      let list = FollowerList()
      var hosts: [(host: Host, entry: FollowerList.Entry)] = []
      var tellings: [Telling] = []
      var count = 0

      func add() {
        let host = Host(count)
        hosts.append((host, list.append(host, HostPlan.of(Host.self), property: count)))
        count += 1
      }

      func remove(_ index: Int) {
        let (host, entry) = hosts.remove(at: index)
        list.remove(entry)
        for telling in tellings.indices {
          tellings[telling].expected.removeAll { $0 == host.number }
        }
      }

      func advance(_ index: Int) {
        let telling = tellings[index]
        let follower = list.next(at: &tellings[index].cursor, upTo: telling.limit)
        #expect((follower?.host as? Host)?.number == telling.expected.first)
        #expect(follower?.property == telling.expected.first)
        if !telling.expected.isEmpty { tellings[index].expected.removeFirst() }
      }

      func end(_ index: Int) {
        var telling = tellings.remove(at: index)
        list.end(&telling.cursor)
      }

      for _ in 0..<5 { add() }
      for _ in 0..<60 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: add()
        case 2, 3, 4: if !hosts.isEmpty { remove(Int.random(in: hosts.indices, using: &random)) }
        case 5:
          tellings.append(
            Telling(limit: FollowerSequence.latest, expected: hosts.map(\.host.number)))
        case 6: if !tellings.isEmpty { end(Int.random(in: tellings.indices, using: &random)) }
        default:
          if !tellings.isEmpty { advance(Int.random(in: tellings.indices, using: &random)) }
        }
        #expect(list.count == hosts.count)
      }
      for index in tellings.indices {
        while !tellings[index].expected.isEmpty { advance(index) }
        advance(index)
      }
      while !tellings.isEmpty { end(0) }
      while !hosts.isEmpty { remove(0) }
    }
  }
}

extension FollowerListTests {
  @Test(
    "T4: several lists are notified in the order of their followers, whichever hosts are removed")
  func severalLists() {
    var random = SeededRandom(seed: 11)
    for _ in 0..<200 {
      let lists = (0..<3).map { _ in FollowerList() }
      var hosts: [(host: Host, list: Int, entry: FollowerList.Entry)] = []
      for number in 0..<12 {
        let (host, list) = (Host(number), Int.random(in: 0..<3, using: &random))
        hosts.append(
          (host, list, lists[list].append(host, HostPlan.of(Host.self), property: number)))
      }
      func remove(_ index: Int) {
        let removed = hosts.remove(at: index)
        lists[removed.list].remove(removed.entry)
      }
      var cursors = lists.map { _ in FollowerList.Cursor() }
      var told: [Int] = []
      var expected = hosts.map(\.host.number)
      while true {
        let next = lists.indices
          .compactMap { list in
            lists[list].nextSequence(at: &cursors[list]).map { (list: list, sequence: $0) }
          }
          .min { $0.sequence < $1.sequence }
        guard let next else { break }
        // The host whose turn it is may be removed now, or one before it, or one after it.
        if Bool.random(using: &random), !hosts.isEmpty {
          let index = Int.random(in: hosts.indices, using: &random)
          let number = hosts[index].host.number
          if !told.contains(number) { expected.removeAll { $0 == number } }
          remove(index)
        }
        let follower = lists[next.list].next(at: &cursors[next.list], numbered: next.sequence)
        if let follower { told.append(follower.property) }
      }
      #expect(told == expected)
      for list in lists.indices { lists[list].end(&cursors[list]) }
      // The cursors are no longer in use.
      while !hosts.isEmpty { remove(0) }
    }
  }
}

/// The same numbers in each run (SplitMix64: Steele, Lea and Flood, "Fast Splittable Pseudorandom
/// Number Generators").
private struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
