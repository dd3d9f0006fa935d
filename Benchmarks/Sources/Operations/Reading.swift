import AlchemicInject
import CMeasure
import Measure

final class Host {
  @Injected var service: any Service
}

final class PlainHost {
  var service: any Service = Plain.shared.service
}

// In a class that is Sendable a property cannot be a `var`: what is injected stands in a struct
// then.

struct Injections {
  @Injected var service: any Service
}

final class StructHost {
  let injections = Injections()
}

/// A stored property that is one object away, as each value is that is found later: a struct that a
/// host holds by `let` never changes. The compiler retains what it reads through two objects, also
/// where both are constants.
final class PlainCell {
  let service: any Service = Plain.shared.service
}

struct PlainCells {
  let cell = PlainCell()
}

final class PlainCellHost {
  let cells = PlainCells()
}

final class MeterHost {
  @Injected var meter: any Meter
}

struct Meters {
  @Injected var meter: any Meter
}

final class MeterStructHost {
  let meters = Meters()
}

final class Follower {
  @Transient var rates: (any Rates)?
}

/// Follows because the factory says so.
final class QuoteHost {
  @Injected var quotes: (any Quotes)?
}

/// Follows because the property says so.
final class QuoteFollower {
  @Transient var quotes: (any Quotes)?
}

final class PlainFollower {
  var rates: (any Rates)? = Plain.shared.rates
}

extension HotModel {
  /// P1 and P8.
  static var reading: [Operation] {
    let (host, plain) = (Host(), PlainHost())
    let (structHost, plainCells) = (StructHost(), PlainCellHost())
    let (meterHost, meterStruct) = (MeterHost(), MeterStructHost())
    let (follower, plainFollower) = (Follower(), PlainFollower())
    let (quoteHost, quoteFollower) = (QuoteHost(), QuoteFollower())
    return [
      Operation(
        "P1", "read @Injected, against a plain property", limit: 1.25,
        cost: { sum($0) { read(host) } }, floor: { sum($0) { read(plain) } }),
      Operation(
        "P1/struct",
        "read @Injected in a struct held by let, against a constant that is one object away",
        limit: 1.25, cost: { sum($0) { read(structHost) } },
        floor: { sum($0) { read(plainCells) } }),
      Operation(
        "P1/known",
        "read @Injected whose class the compiler knows, against a plain read that retains",
        limit: 1.25, cost: { sum($0) { read(meterHost) } }, floor: { sum($0) { read(plain) } }),
      Operation(
        "P1/known-struct", "the same in a struct held by let, against a plain read that retains",
        limit: 1.25, cost: { sum($0) { read(meterStruct) } },
        floor: { sum($0) { read(plainCells) } }),
      Operation(
        "P1/followed", "read @Injected whose factory is transient, against @Transient", limit: 1.25,
        cost: { sum($0) { read(quoteHost) } }, floor: { sum($0) { read(quoteFollower) } }),
      Operation(
        "P8", "read @Transient, against a plain property", limit: 2,
        cost: { sum($0) { read(follower) } }, floor: { sum($0) { read(plainFollower) } }),
    ]
  }
}

// Each read stands in a function of its own, as in a method of the host: in a loop, what cannot
// change would be loaded once for all.

@inline(never) private func read(_ host: Host) -> Int { host.service.value() }
@inline(never) private func read(_ host: PlainHost) -> Int { host.service.value() }
@inline(never) private func read(_ host: StructHost) -> Int { host.injections.service.value() }
@inline(never) private func read(_ host: PlainCellHost) -> Int { host.cells.cell.service.value() }

@inline(never) private func read(_ host: MeterHost) -> Int { host.meter.count() }
@inline(never) private func read(_ host: MeterStructHost) -> Int { host.meters.meter.count() }

// "Returned retained": the caller gets an object that it owns, calls a method of it and lets it go.

@inline(never) private func read(_ host: QuoteHost) -> Int { host.quotes?.quote() ?? 0 }
@inline(never) private func read(_ host: QuoteFollower) -> Int { host.quotes?.quote() ?? 0 }

@inline(never) private func returned(_ host: Follower) -> (any Rates)? { host.rates }
@inline(never) private func returned(_ host: PlainFollower) -> (any Rates)? { host.rates }

@inline(__always) private func read(_ host: Follower) -> Int { returned(host)?.rate() ?? 0 }
@inline(__always) private func read(_ host: PlainFollower) -> Int { returned(host)?.rate() ?? 0 }

/// Reads so often, and hands on what that gives.
@inline(__always) private func sum(_ count: Int, _ read: () -> Int) {
  var sum = 0
  for _ in 0..<count { sum &+= read() }
  measure_use(sum)
}
