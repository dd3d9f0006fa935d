import AlchemicInject
import CMeasure
import Measure
import Synchronization

final class Price: Sendable {
  let cents: Int
  init(_ cents: Int) { self.cents = cents }
}

/// What is to be told of each new price.
final class AwareHost: AlchemicAware {
  @Transient var price: Price?
  private var tellings = 0

  func didInject(variable: String) { tellings &+= 1 }
}

/// What is not told, and sees the new price when it reads it.
final class QuietHost {
  @Transient var price: Price?
}

/// What keeps the price that it had first.
final class AwareKeeper: AlchemicAware {
  @Injected var price: Price?
  private var tellings = 0

  func didInject(variable: String) { tellings &+= 1 }
}

final class QuietKeeper {
  @Injected var price: Price?
}

/// What people write by hand: whoever follows the price is told of it, as long as it lives.
final class PriceBoard {
  private struct Follower: Sendable {
    weak var host: PlainPriceHost?
  }
  private let state = Mutex<(price: Price?, followers: [Follower])>((nil, []))

  func add(_ host: PlainPriceHost) {
    state.withLock { $0.followers.append(Follower(host: host)) }
  }

  func set(_ price: Price) {
    // Outside the lock, since who is told may read the price.
    let followers = state.withLock { state in
      state.price = price
      return state.followers
    }
    for follower in followers { follower.host?.follow(price) }
  }
}

final class PlainPriceHost: @unchecked Sendable {
  // Proof: one thread at a time has the boards and the hosts.
  private var price: Price?
  private var tellings = 0

  func follow(_ price: Price) {
    self.price = price
    didInject(variable: "price")
  }

  @inline(never) private func didInject(variable: String) { tellings &+= 1 }
}

/// P6: `AcSet` with so many hosts alive.
public enum Following {
  /// Starts a model with a price that can be set.
  public static func start() throws {
    try Alchemic.start { model in
      model.register(Price.self, AcReference(), AcNillable())
    }
    try AcSet(Price(1))
  }

  /// Hosts with hooks, that were injected.
  public static func awareHosts(_ count: Int) -> [AnyObject] {
    (0..<count).map { _ in awareHost() }
  }

  /// Sets a price that so many hosts follow, in the model and on a board by hand.
  ///
  /// - Parameter haveHooks: Whether the hosts are told.
  public static func setting(hosts count: Int, haveHooks: Bool) -> Pair {
    let prices = [Price(1), Price(2)]
    // Else what was freed before is taken again, and objects lie here and there in memory.
    measure_tidy_memory()
    let hosts = (0..<count).map { _ in haveHooks ? awareHost() as AnyObject : quietHost() }
    let board = PriceBoard()
    // Without hooks, a host by hand asks the board when it needs the price.
    let plain = (0..<(haveHooks ? count : 0)).map { _ in PlainPriceHost() }
    for host in plain { board.add(host) }
    return Pair(
      cost: { count in withExtendedLifetime(hosts) { set(prices, count) } },
      floor: { count in withExtendedLifetime(plain) { set(prices, on: board, count) } })
  }

  /// Makes a host with hooks, injects it and drops it.
  public static var makingHosts: Loop { makeHosts }
}

@inline(never) func awareHost() -> AwareHost {
  let host = AwareHost()
  AcInjectDependencies(host)
  return host
}

/// A host without hooks follows once it was read.
@inline(never) func quietHost() -> QuietHost {
  let host = QuietHost()
  measure_use(host.price?.cents ?? 0)
  return host
}

@inline(never) private func makeHosts(_ count: Int) {
  for _ in 0..<count { _ = awareHost() }
}

@inline(never) private func set(_ prices: [Price], _ count: Int) {
  do {
    for index in 0..<count { try AcSet(prices[index & 1]) }
  } catch { fatalError("\(error)") }
}

@inline(never) private func set(_ prices: [Price], on board: PriceBoard, _ count: Int) {
  for index in 0..<count { board.set(prices[index & 1]) }
}
