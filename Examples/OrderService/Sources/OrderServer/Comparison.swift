import Alchemic
import Foundation
import Orders
import Shop
import Web

/// Measures the server beside one that is composed by hand, in turns.
struct Comparison {
  let requests: Int
  /// How long the database takes for a row.
  let writing: Duration

  private struct Run {
    let (requests, processor): (Double, Double)
  }

  func run() async throws {
    _ = try await (byAlchemic(), byHand())  // warms up
    var (alchemic, hand): ([Run], [Run]) = ([], [])
    for round in 0..<7 {
      for isFirst in [true, false] {
        if isFirst == round.isMultiple(of: 2) {
          try await alchemic.append(byAlchemic())
        } else {
          try await hand.append(byHand())
        }
      }
    }
    let pairs = zip(alchemic, hand)
    show(
      "requests in a second", alchemic, hand, \.requests, pairs.map { $0.requests / $1.requests })
    show(
      "µs of the processors for one", alchemic, hand, \.processor,
      pairs.map { $0.processor / $1.processor })
  }

  func runByHand() async throws {
    let run = try await byHand()
    print("\(Int(run.requests)) requests in a second, composed by hand")
  }

  private func show(
    _ title: String, _ alchemic: [Run], _ hand: [Run], _ value: KeyPath<Run, Double>,
    _ ratios: [Double]
  ) {
    let number = { (values: [Double]) in String(format: "%.1f", median(values)) }
    print("\(title): \(number(alchemic.map { $0[keyPath: value] })) with Alchemic,")
    print(
      "  \(number(hand.map { $0[keyPath: value] })) by hand; the median ratio is", terminator: " ")
    print(String(format: "%.3f (%.3f … %.3f)", median(ratios), ratios.min()!, ratios.max()!))
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private func byAlchemic() async throws -> Run {
    let writing = writing
    try await Alchemic.start(.strict) { model in
      model.register(.primary, .qualifier(WritingTime.self)) { writing }
    }
    let run = try await measure(Shop.handler)
    try await Alchemic.stop()
    return run
  }

  private func byHand() async throws -> Run {
    let pool = try await ConnectionPool(to: "orders://localhost", size: 4, writing: writing)
    let shop = HandMadeShop(log: ProcessLog { _ in }, pool: pool)
    let run = try await measure(shop.respond)
    try await shop.stop()
    return run
  }

  private func measure(_ handler: @escaping Handler) async throws -> Run {
    let server = try Server(handler)
    let serving = Task { await server.run() }
    let (start, processor) = (ContinuousClock.now, clock())
    let tally = try await Load(port: server.port).run(requests)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let used = Double(clock() - processor) / Double(CLOCKS_PER_SEC)
    _ = try await Load(port: server.port).checkTotals(tally)
    serving.cancel()
    await serving.value
    return Run(requests: Double(requests) / seconds, processor: used * 1_000_000 / Double(requests))
  }
}
