#if Waiting
import Alchemic
import AlchemicTesting
import Testing

private final class Feed: Sendable {
  init() async throws {
    // An object that the start awaits uses a library.
    try await Alchemic.startIfNeeded()
  }
}

@Suite(.alchemicMain) struct FirstUseInCreationTests {
  @Test("N4: an object that the start awaits may use the library", .timeLimit(.minutes(1)))
  func awaited() async throws {
    try await Alchemic.start { $0.register(Feed.init) }
    let feed: Feed = try AcGet()
    #expect(try await AcGetAsync(Feed.self) === feed)
  }

  @Test(
    "N4: so may one that another task requests during the start", .timeLimit(.minutes(1)),
    arguments: 1...20)
  func requested(_: Int) async throws {
    try Alchemic.startInBackground { $0.register(Feed.init) }
    async let feed = AcGetAsync(Feed.self)
    try await Alchemic.started()
    let made: Feed = try AcGet()
    #expect(try await feed === made)
  }
}
#endif
