import AlchemicInject
import AlchemicTestSupport
import Synchronization
import Testing

private final class Rate: Sendable {
  let number: Int
  let onEnd: @Sendable () -> Void
  init(_ number: Int, onEnd: @escaping @Sendable () -> Void = {}) {
    (self.number, self.onEnd) = (number, onEnd)
  }
  deinit { onEnd() }
}

private final class Price: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

/// Records its notifications, and whether one comes after its deinit.
private final class Follower: AlchemicAware, @unchecked Sendable {
  // Proof: `told` is guarded by its lock. Two threads may notify a host at once that is injected
  // during a set. The rest is constant, except `isAlive`, which is written in `deinit`, when no
  // thread may call the host.
  @Transient var rate: Rate?
  let number: Int
  let watch: Watch
  private let told = Locked<Rate?>(nil)
  var last: Rate? { told.withLock { $0 } }
  private var isAlive = true

  init(_ number: Int, _ watch: Watch) { (self.number, self.watch) = (number, watch) }
  deinit { isAlive = false }

  func didInject(variable: String) {
    let now = rate
    let old = told.withLock { last in
      defer { last = now }
      return last
    }
    // Released here, without the lock.
    withExtendedLifetime(old) {}
    if !isAlive { watch.dead.increment() }
    watch.didTell(self)
  }
}

/// Checks the notifications on the thread of the sets.
private final class Watch: Sendable {
  let dead = Counter()
  let told = Counter()
  let disorder = Counter()
  /// The number of the follower that was notified last in this round.
  private let last = Atomic<Int>(-1)

  @TaskLocal static var isSetting = false

  func beginRound() { last.store(-1, ordering: .relaxed) }

  func didTell(_ follower: Follower) {
    guard Watch.isSetting else { return }
    told.increment()
    if last.exchange(follower.number, ordering: .relaxed) >= follower.number {
      disorder.increment()
    }
  }
}

/// "Followers are notified": hosts that come and go, and sets from all kinds of user code.
@Suite(.ownThreads) struct FollowingTests {
  private func model() throws -> Model {
    try makeModel { model in
      model.register(Rate.self, AcReference(), AcNillable())
      model.register(Price.self, AcReference(), AcNillable())
    }
  }

  @Test(
    "a million hosts come and go during sets: no entry stays, and no released host is called")
  func comeAndGo() throws {
    let model = try model()
    let watch = Watch()
    let hosts = Effort.of(500_000)
    let isDone = Atomic<Bool>(false)
    onThreads(2) { thread in
      CurrentModel.withModel(model) {
        if thread == 0 {
          // The last sixteen hosts are alive.
          var living: [Follower?] = Array(repeating: nil, count: 16)
          for number in 0..<hosts {
            let host = Follower(number, watch)
            AcInjectDependencies(host)
            living[number % 16] = host
          }
          living = []
          isDone.store(true, ordering: .releasing)
        } else {
          Watch.$isSetting.withValue(true) {
            var number = 0
            while !isDone.load(ordering: .acquiring) {
              number += 1
              watch.beginRound()
              try? AcSet(Rate(number))
            }
          }
        }
      }
    }
    #expect(watch.dead.value == 0 && watch.disorder.value == 0)
    #expect(watch.told.value > 0)
    let resolver = try model.resolver(for: Rate?.self)
    #expect(TransientRegistry.followerCount(of: resolver) == 0)
  }

  @Test("two threads that set at once: every host has the last object, and was notified of it")
  func concurrentSets() throws {
    for _ in 0..<Effort.of(50, atLeast: 10) {
      let model = try model()
      let watch = Watch()
      let hosts = (0..<20).map { Follower($0, watch) }
      CurrentModel.withModel(model) { hosts.forEach { AcInjectDependencies($0) } }
      onThreads(2) { thread in
        CurrentModel.withModel(model) {
          for number in 0..<100 { try? AcSet(Rate(thread * 1_000 + number)) }
        }
      }
      let current = try model.get(Rate?.self)
      #expect(current != nil && hosts.allSatisfy { $0.rate === current && $0.last === current })
    }
  }

  @Test(
    "a set whose hook sets another object, whose hook sets the first: it ends, and the last wins")
  func pingPong() throws {
    final class Ping: AlchemicAware {
      @Transient var rate: Rate?
      let end: Int
      init(until end: Int) { self.end = end }
      func didInject(variable: String) {
        if let number = rate?.number, number < end { try? AcSet(Price(number + 1)) }
      }
    }
    final class Pong: AlchemicAware {
      @Transient var price: Price?
      func didInject(variable: String) {
        if let number = price?.number { try? AcSet(Rate(number + 1)) }
      }
    }
    let model = try model()
    let end = Effort.of(500_000)
    // Nested rounds would overflow the thread's stack.
    inTime {
      CurrentModel.withModel(model) {
        let (ping, pong) = (Ping(until: end), Pong())
        AcInjectDependencies(ping)
        AcInjectDependencies(pong)
        try? AcSet(Rate(1))
        #expect(ping.rate.map { $0.number >= end && $0.number <= end + 1 } == true)
        withExtendedLifetime(pong) {}
      }
    }
  }

  @Test("a set within a factory, in the deinit of a replaced object, and in the deinit of a host")
  func setsFromEverywhere() throws {
    final class Product: Sendable {}
    final class Host: AlchemicAware {
      @Transient var rate: Rate?
      deinit { try? AcSet(Rate(4)) }
    }
    let model = try makeModel { model in
      model.register(Rate.self, AcReference(), AcNillable())
      model.register { () throws in
        try AcSet(Rate(1, onEnd: { try? AcSet(Rate(3)) }))
        return Product()
      }
    }
    let watch = Watch()
    let follower = Follower(0, watch)
    try CurrentModel.withModel(model) { () throws in
      AcInjectDependencies(follower)
      _ = try AcGet(Product.self)
      #expect(follower.last?.number == 1)
      // The follower releases the first rate when it is notified of this one. The deinit sets
      // again.
      try AcSet(Rate(2))
      #expect(follower.last?.number == 3)
    }
    try CurrentModel.withModel(model) { () throws in
      let host = Host()
      AcInjectDependencies(host)
      withExtendedLifetime(host) {}
    }
    #expect(follower.rate?.number == 4)
    #expect(follower.last?.number == 4)
  }
}
