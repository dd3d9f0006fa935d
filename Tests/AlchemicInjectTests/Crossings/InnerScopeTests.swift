#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private enum Session: AlchemicScope {}
private enum Page: AlchemicScope { static let outer = Session.self }
private enum Row: AlchemicScope { static let outer = Page.self }

/// Writes its name into a log when it stops.
private final class Part: AlchemicStopping, Sendable {
  let (name, log): (String, Log<String>)
  init(_ name: String, _ log: Log<String>) { (self.name, self.log) = (name, log) }
  func stop() { log.add(name) }
}

@Suite struct InnerScopeTests {
  /// Runs `body` in a model with a part for each kind of scope, while the session is open.
  private func inSession(
    _ log: Log<String> = Log(), _ body: () async throws -> Void
  ) async throws {
    try await Alchemic.withModel {
      $0.register(.scope(Session.self), .named("session")) { Part("session", log) }
      $0.register(.scope(Page.self), .named("page")) { Part("page", log) }
      $0.register(.scope(Row.self), .named("row")) { Part("row", log) }
    } operation: {
      try Alchemic.open(Session.self)
      _ = try AcGet(Part.self, AcName("session"))
      try await body()
    }
  }

  enum End: String, CaseIterable {
    case close, renew

    func callAsFunction(timeout: Duration = .seconds(600)) async throws {
      switch self {
      case .close: try await Alchemic.close(Session.self, timeout: timeout)
      case .renew: try await Alchemic.renew(Session.self, timeout: timeout)
      }
    }
  }

  @Test(
    "H7: a session cannot end while a scope within it is open for the model",
    arguments: End.allCases)
  func ofModel(_ end: End) async throws {
    let log = Log<String>()
    try await inSession(log) {
      let session = try AcGet(Part.self, AcName("session"))
      try Alchemic.open(Row.self)
      let found = await problems { try await end() }
      #expect(found.map(\.id) == [.scopeOpen])
      #expect(
        found.first?.description.contains(
          "Session cannot end while Row is open, whose objects need those of Session.") == true)
      #expect(try AcGet(Part.self, AcName("session")) === session)
      #expect(log.entries.isEmpty)
      try await Alchemic.close(Row.self)
      try await end()
      #expect(log.entries == ["session"])
    }
  }

  @Test("H7: a session cannot end in the task of a scope within it", arguments: End.allCases)
  func ofCaller(_ end: End) async throws {
    try await inSession {
      try await Alchemic.withScope(Page.self) {
        try await Alchemic.withScope(Row.self) {
          #expect(await problems { try await end() }.map(\.id) == [.scopeOpen])
        }
        #expect(await problems { try await end() }.map(\.id) == [.scopeOpen])
      }
      try await end()
    }
  }

  @Test("H7: a session ends after the scopes of other tasks within it", arguments: End.allCases)
  func ofOtherTask(_ end: End) async throws {
    let (log, opened, ending) = (Log<String>(), Signal(), Signal())
    try await inSession(log) {
      async let page: Void = Alchemic.withScope(Page.self) {
        _ = try AcGet(Part.self, AcName("page"))
        try await Alchemic.withScope(Row.self) {
          _ = try AcGet(Part.self, AcName("row"))
          opened.raise()
          await waitUntil { ending.isSet }
          // The end of the session has time to go wrong.
          try await Task.sleep(for: .milliseconds(50))
        }
      }
      await waitUntil { opened.isSet }
      async let ended: Void = end()
      ending.raise()
      _ = try await (page, ended)
      #expect(log.entries == ["row", "page", "session"])
    }
  }

  @Test(
    "H7: a session does not end if a task keeps a scope within it open", arguments: End.allCases)
  func withoutEnd(_ end: End) async throws {
    let (log, opened, mayEnd) = (Log<String>(), Signal(), Signal())
    try await inSession(log) {
      async let page: Void = Alchemic.withScope(Page.self) {
        opened.raise()
        await waitUntil { mayEnd.isSet }
      }
      await waitUntil { opened.isSet }
      #expect(
        await problems { try await end(timeout: .milliseconds(20)) }.map(\.id) == [.scopeOpen])
      _ = try AcGet(Part.self, AcName("session"))
      #expect(log.entries.isEmpty)
      let waiting = Task { try await end() }
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      mayEnd.raise()
      try await page
      try await end()
      #expect(log.entries == ["session"])
    }
  }

  @Test("H7: pages that come and go beside a session never outlive it")
  func race() async throws {
    let (log, isOver) = (Log<String>(), Signal())
    try await inSession(log) {
      async let pages: Void = {
        while !isOver.isSet {
          try await Alchemic.withScope(Page.self) { _ = try AcGet(Part.self, AcName("page")) }
        }
      }()
      for _ in 0..<Effort.of(200) {
        _ = try? AcGet(Part.self, AcName("session"))
        try? await Alchemic.renew(Session.self, timeout: .seconds(600))
      }
      isOver.raise()
      try await pages
      try await Alchemic.close(Session.self)
    }
    #expect(log.entries.contains("session"))
  }
}
#endif
