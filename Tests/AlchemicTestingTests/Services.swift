import Alchemic
import AlchemicTesting
import Testing

// The services that the tests of this target replace, as a program declares them.

protocol Feed: AnyObject, Sendable { var name: String { get } }

final class LiveFeed: Feed, AlchemicCreatable {
  let name = "live"
}

final class FakeFeed: Feed {
  let name: String
  init(_ name: String = "fake") { self.name = name }
}

final class Desktop: AlchemicManaged, Sendable {
  let feed: any Feed
  init(feed: any Feed) { self.feed = feed }
  static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Desktop.init) }
}

final class FeedReader {
  @Injected var feed: any Feed
  @Injected var desktop: Desktop
}

/// A shorthand of a user's own.
extension Trait where Self == AlchemicTestTrait {
  static var fakeFeed: Self { .alchemic { $0.register { FakeFeed("shorthand") as any Feed } } }
}

/// Runs a trait within a test, so that the test can expect the issues of the trait.
func run<Scope: Trait & TestScoping>(
  _ trait: Scope, on test: Test? = Test.current,
  _ function: @Sendable () async throws -> Void = {}
) async throws {
  try await trait.provideScope(
    for: #require(test), testCase: Test.Case.current, performing: function)
}
