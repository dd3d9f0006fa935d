import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

extension Catalog {
  private protocol Rates: AnyObject {}
  private final class HTTPRates: Rates {}

  /// Runs a test with a trait and with the declarations of a program.
  ///
  /// - Throws: The error of the issue that the trait records, if any.
  static func run(
    _ trait: AlchemicTestTrait, _ declare: (ModelBuilder) -> Void,
    _ body: @escaping @Sendable () throws -> Void
  ) async throws {
    let errors = Log<any Error>()
    let test = try #require(Test.current)
    try await withStartedModel(declare) {
      try await withKnownIssue(isIntermittent: true) {
        try await trait.provideScope(for: test, testCase: .current) { try body() }
      } matching: { issue in
        if let error = issue.error { errors.add(error) }
        return true
      }
    }
    if let error = errors.entries.first { throw error }
  }

  @Suite struct StrictTestTests {
    @Test("E2: live-in-test: a strict test uses a live service")
    func liveService() async throws {
      try await example {
        // wrong: live-in-test
        final class Wallet {
          @Injected var rates: any Rates
        }

        func configureAlchemic(_ model: ModelBuilder) {
          model.register(.live) { HTTPRates() }
          model.register(.template) { Wallet() }
        }

        let trait: AlchemicTestTrait = .alchemic(.strict)
        struct WalletTests {
          func pays() throws {
            let wallet: Wallet = try AcGet()
            _ = wallet.rates
          }
        }
        // end
        try await run(trait, configureAlchemic, WalletTests().pays)
      } right: {
        // right: live-in-test
        final class FixedRates: Rates {}

        let trait: AlchemicTestTrait = .alchemic(.strict) {
          $0.register { FixedRates() as any Rates }
        }
        // end
        try await run(trait, { $0.register(.live) { HTTPRates() } }) {
          _ = try AcGet((any Rates).self)
        }
      }
    }

    @Test("E2: start-in-test: a test with its own model starts the main model")
    func startInTest() async throws {
      final class Till { func open() {} }
      let declare: (ModelBuilder) -> Void = { $0.register(Till.init) }
      try await example {
        // wrong: start-in-test
        struct TillTests {
          func opens() throws {
            try Alchemic.start()
            let till: Till = try AcGet()
            till.open()
          }
        }
        // end
        try await run(.alchemic, declare, TillTests().opens)
      } right: {
        // right: start-in-test
        struct TillTests {
          func opens() throws {
            let till: Till = try AcGet()
            till.open()
          }
        }
        // end
        try await run(.alchemic, declare, TillTests().opens)
      }
    }
  }
}
