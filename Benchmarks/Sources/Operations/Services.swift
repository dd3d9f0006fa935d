import Synchronization

// Public, and more than one that conforms: so that nobody can know what is behind an `any Service`.

public protocol Service: AnyObject, Sendable { func value() -> Int }

final class FastService: Service {
  let number: Int
  init() { number = 1 }
  func value() -> Int { number }
}

final class OtherService: Service {
  func value() -> Int { 2 }
}

public protocol Other: AnyObject, Sendable { func other() -> Int }

final class OneOther: Other {
  let number: Int
  init() { number = 3 }
  func other() -> Int { number }
}

final class Ledger: Sendable {
  let number: Int
  init() { number = 5 }
}

public protocol Rates: AnyObject, Sendable { func rate() -> Int }

final class TodaysRates: Rates {
  let number: Int
  init(_ number: Int) { self.number = number }
  func rate() -> Int { number }
}

final class FixedRates: Rates {
  func rate() -> Int { 1 }
}

public protocol Quotes: AnyObject, Sendable { func quote() -> Int }

final class TodaysQuotes: Quotes {
  let number: Int
  init(_ number: Int) { self.number = number }
  func quote() -> Int { number }
}

final class FixedQuotes: Quotes {
  func quote() -> Int { 1 }
}

/// What the compiler knows: behind an `any Meter` is a `FastMeter`, and what it does can be seen
/// where it is called. It counts, or one call would stand for all of a loop.
protocol Meter: AnyObject { func count() -> Int }

final class FastMeter: Meter {
  private var number = 0

  func count() -> Int {
    number &+= 1
    return number
  }
}
