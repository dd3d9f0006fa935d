/// What a program has that keeps its objects itself.
final class Plain: @unchecked Sendable {
  // Proof: written before the measuring begins, and only read then.
  var service: any Service = FastService()
  var other: any Other = OneOther()
  var ledger = Ledger()
  var rates: (any Rates)? = TodaysRates(7)
  var byName: [String: any Service] = [:]

  static let shared = Plain()

  private init() {
    for number in 0..<20 { byName["service \(number)"] = OtherService() }
    byName["main service"] = service
  }
}
