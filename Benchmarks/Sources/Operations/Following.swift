import AlchemicInject
import CMeasure
import Measure

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

final class PlainPriceHost {
  var price: Price?
  var tellings = 0
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

  /// Sets a price that so many hosts follow, and writes it in a field of so many objects in a walk
  /// over them.
  ///
  /// - Parameter haveHooks: Whether the hosts are told.
  public static func setting(hosts count: Int, haveHooks: Bool) -> Pair {
    let prices = [Price(1), Price(2)]
    // Else what was freed before is taken again, and objects lie here and there in memory.
    measure_tidy_memory()
    let hosts = (0..<count).map { _ in haveHooks ? awareHost() as AnyObject : quietHost() }
    let plain = (0..<count).map { _ in PlainPriceHost() }
    return Pair(
      cost: { count in withExtendedLifetime(hosts) { set(prices, count) } },
      floor: { write(prices, in: plain, $0) })
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

@inline(never) private func write(_ prices: [Price], in hosts: [PlainPriceHost], _ count: Int) {
  for index in 0..<count { write(prices[index & 1], in: hosts) }
}

@inline(never) private func write(_ price: Price, in hosts: [PlainPriceHost]) {
  for host in hosts { host.price = price }
}
