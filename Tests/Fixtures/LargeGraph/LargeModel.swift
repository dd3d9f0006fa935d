import AlchemicInject

protocol Service: AnyObject, Sendable { init() }
protocol Digit: SendableMetatype {}
enum D0: Digit {}
enum D1: Digit {}
enum D2: Digit {}
enum D3: Digit {}
enum D4: Digit {}
enum D5: Digit {}
enum D6: Digit {}
enum D7: Digit {}
enum D8: Digit {}
enum D9: Digit {}

final class Log: Sendable {}

/// The digits are those of its number, so that each factory has a type of its own.
final class Part<A: Digit, B: Digit, C: Digit, D: Digit>: Service {}

/// A service with a property.
final class Logged<A: Digit, B: Digit, C: Digit, D: Digit>: Service, @unchecked Sendable {
  @Injected var log: Log
}

/// What one out of ten parts is.
protocol Plugin: AnyObject {}
extension Part: Plugin where D == D1 {}

final class PluginHost {
  init(_ plugins: [any Plugin]) {}
}

/// A model of up to ten thousand factories in twelve modules. Each needs three that were declared
/// before it, most of them in its module, and one out of five has a property.
struct LargeModel {
  static let most = 10_000
  private static let digits: [any Digit.Type] = [
    D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
  ]
  private static let files: [StaticString] = [
    "Support/Clock.swift", "Support/Files.swift", "Support/Settings.swift",
    "Network/Client.swift", "Network/Retries.swift", "Network/Sessions.swift",
    "Storage/Cache.swift", "Storage/Database.swift", "Storage/Migrations.swift",
    "Accounts/Login.swift", "Accounts/Profiles.swift", "Accounts/Roles.swift",
    "Catalog/Articles.swift", "Catalog/Prices.swift", "Catalog/Stock.swift",
    "Search/Index.swift", "Search/Queries.swift", "Search/Ranking.swift",
    "Orders/Baskets.swift", "Orders/Checkout.swift", "Orders/Returns.swift",
    "Payments/Cards.swift", "Payments/Invoices.swift", "Payments/Refunds.swift",
    "Shipping/Carriers.swift", "Shipping/Labels.swift", "Shipping/Tracking.swift",
    "Reports/Exports.swift", "Reports/Sales.swift", "Reports/Schedules.swift",
    "Helpdesk/Chat.swift", "Helpdesk/Tickets.swift", "Helpdesk/Triage.swift",
    "App/Features.swift", "App/Screens.swift", "App/Start.swift",
  ]

  let count: Int
  /// By number. The runtime needs longer for these types than Alchemic for their factories.
  private let types: [any Service.Type]

  init(count: Int) {
    self.count = count
    types = (0..<max(10, count)).map(Self.type)
  }

  func configure(_ model: ModelBuilder) {
    model.register(AcFactoryName("log"), fileID: Self.files[0]) { Log() }
    model.register(AcFactoryName("plug-ins"), fileID: "App/Start.swift", make: PluginHost.init)
    var random = Random()
    for number in 2..<max(2, count) {
      let needs = (0..<3).map { _ in types[need(of: number, &random)] }
      register(types[number], needs[0], needs[1], needs[2], number, in: model)
    }
  }

  private func register<Product: Service, First: Service, Second: Service, Third: Service>(
    _ product: Product.Type, _ first: First.Type, _ second: Second.Type, _ third: Third.Type,
    _ number: Int, in model: ModelBuilder
  ) {
    let file = Self.files[number * Self.files.count / count]
    let name = AcFactoryName("service \(number)")
    let line = UInt(number)
    guard number > 9 else {
      return model.register(name, fileID: file, line: line) { Product() }
    }
    if number % 7 == 0 {
      model.register(name, AcTemplate(), fileID: file, line: line) { (_: First, _: Second) in
        Product()
      }
    } else {
      model.register(name, fileID: file, line: line) { (_: First, _: Second, _: Third) in
        Product()
      }
    }
  }

  /// Returns the number of a factory that another one needs: an earlier one. It is mostly of the
  /// same file, otherwise of one of the few files that the file depends on.
  private func need(of number: Int, _ random: inout Random) -> Int {
    guard number > 9 else { return 2 }
    let file = number * Self.files.count / count
    let module = file / 3
    let other =
      switch random.next(below: 20) {
      case 0: 0
      case 1: module * 3
      case 2: module / 2 * 3 + 1
      case 3: max(0, module - 4) * 3 + 2
      default: file
      }
    let first = max(2, (other * count + Self.files.count - 1) / Self.files.count)
    let end = min(number, ((other + 1) * count + Self.files.count - 1) / Self.files.count)
    guard end > first else { return number - 1 }
    return end - 1 - random.next(below: min(end - first, other == file ? 60 : 20))
  }

  private static func type(_ number: Int) -> any Service.Type {
    let digits = [1000, 100, 10, 1].map { Self.digits[number / $0 % 10] }
    return number % 5 == 0
      ? logged(digits[0], digits[1], digits[2], digits[3])
      : part(digits[0], digits[1], digits[2], digits[3])
  }

  private static func part<A: Digit, B: Digit, C: Digit, D: Digit>(
    _: A.Type, _: B.Type, _: C.Type, _: D.Type
  ) -> any Service.Type { Part<A, B, C, D>.self }

  private static func logged<A: Digit, B: Digit, C: Digit, D: Digit>(
    _: A.Type, _: B.Type, _: C.Type, _: D.Type
  ) -> any Service.Type { Logged<A, B, C, D>.self }
}

/// A generator of numbers that are the same in each run.
private struct Random {
  private var state: UInt64 = 1

  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}
