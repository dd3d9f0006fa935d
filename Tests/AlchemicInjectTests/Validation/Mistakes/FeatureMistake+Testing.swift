#if Suggestions && Scopes && Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private enum Main: AcQualifier {}
private protocol Rates: AnyObject, Sendable {}
private final class Online: Rates {}
private final class Fixed: Rates { init() {} }
private final class Table: Sendable {}
private final class FromTable: Rates { init(_ table: Table) {} }

/// Runs a test with a trait in a program that has live services.
private func run(
  _ trait: AlchemicTestTrait, _ body: @escaping @Sendable () throws -> Void
) async throws {
  try await Catalog.run(
    trait,
    { model in
      model.register(.live, .named("main rates")) { Online() }
      model.register(.live, .qualifier(Main.self)) { 8080 }
    }, body)
}

extension FeatureMistake {
  static let testing: [FeatureMistake] = [
    .call("a strict test replaces nothing", .liveInTest, "replace it in the trait") {
      try await run(.alchemic(.strict)) { _ = try AcGet((any Rates).self) }
    } right: {
      try await run(.alchemic(.strict) { $0.register { Fixed() } }) {
        _ = try AcGet((any Rates).self)
      }
    },
    .call("a typo in the name of a fake", .liveInTest, "replace it in the trait") {
      try await run(.alchemic(.strict) { $0.register(.named("mian rates")) { Fixed() } }) {
        _ = try AcGet(.named("main rates")) as any Rates
      }
    } right: {
      try await run(.alchemic(.strict) { $0.register(.named("main rates")) { Fixed() } }) {
        _ = try AcGet(.named("main rates")) as any Rates
      }
    },
    .call("a value is replaced without its qualifier", .liveInTest, "replace it in the trait") {
      try await run(.alchemic(.strict) { $0.register { 9090 } }) {
        _ = try AcGet(Int.self, .qualified(Main.self))
      }
    } right: {
      try await run(.alchemic(.strict) { $0.register(.qualifier(Main.self)) { 9090 } }) {
        _ = try AcGet(Int.self, .qualified(Main.self))
      }
    },
    .call("two fakes for one request", .severalMatches, "mark one with .primary") {
      try await run(
        .alchemic { model in
          model.register { Fixed() as any Rates }
          model.register(.named("other")) { Fixed() as any Rates }
        }
      ) { _ = try AcGet((any Rates).self) }
    } right: {
      try await run(
        .alchemic { model in
          model.register(.primary) { Fixed() as any Rates }
          model.register(.named("other")) { Fixed() as any Rates }
        }
      ) { _ = try AcGet((any Rates).self) }
    },
    .call("a fake needs what nothing produces", .noMatch, "register a factory for it") {
      try await run(.alchemic { $0.register(FromTable.init) }) { _ = try AcGet(FromTable.self) }
    } right: {
      try await run(
        .alchemic { model in
          model.register(FromTable.init)
          model.register(Table.init)
        }
      ) { _ = try AcGet(FromTable.self) }
    },
    .call("a test with its own model starts the main one", .startInTest, "remove the start") {
      try await run(.alchemic { $0.register { Fixed() } }) {
        try Alchemic.start()
        _ = try AcGet(Fixed.self)
      }
    } right: {
      try await run(.alchemic { $0.register { Fixed() } }) { _ = try AcGet(Fixed.self) }
    },
  ]
}
#endif
