#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Account: Sendable {}

private final class Screen: @unchecked Sendable {
  @Transient var account: Account
  @Transient var user: WebShop.User?
}

/// Is told of each change.
private final class Watcher: AlchemicAware, @unchecked Sendable {
  @Transient var user: WebShop.User?
  @Transient var account: Account
  let changes = Log<String>()

  func didInject(variable: String) {
    changes.add(variable == "user" ? "user \(user == nil ? "gone" : "there")" : variable)
  }
}

private func declare(_ model: ModelBuilder) {
  WebShop.declare(model)
  model.register(AcScope(WebShop.Session.self)) { Account() }
  model.register { Screen() }
  model.register { Watcher() }
}

@Suite(.alchemic { declare($0) }) struct ModelScopeTests {
  @Test("O2: the objects of an open session are shared, and new after its renewal")
  func renewal() async throws {
    #expect(problems { _ = try AcGet(Account.self) }.map(\.id) == [.noScope])
    try Alchemic.open(WebShop.Session.self)
    weak var former: Account?
    do {
      let account: Account = try AcGet()
      #expect(try AcGet(Account.self) === account)
      let here = Alchemic.capture()
      let found = try await Task.detached { try here.run { try AcGet(Account.self) } }.value
      #expect(found === account)
      former = account
    }
    try await Alchemic.renew(WebShop.Session.self)
    // The task that has ended retains its result for a moment.
    await waitUntil(seconds: 20) { former == nil }
    #expect(former == nil)
    _ = try AcGet(Account.self)
    try await Alchemic.close(WebShop.Session.self)
    #expect(problems { _ = try AcGet(Account.self) }.map(\.id) == [.noScope])
    #expect(try AcGet(Account?.self) == nil)
    try Alchemic.open(WebShop.Session.self)
    _ = try AcGet(Account.self)
  }

  @Test("O2: transient properties follow")
  func following() async throws {
    let screen: Screen = try AcGet()
    #expect(screen.user == nil)
    try Alchemic.open(WebShop.Session.self)
    let (account, user) = (screen.account, screen.user)
    #expect(try AcGet(Account.self) === account)
    #expect(screen.account === account && user != nil)
    try await Alchemic.renew(WebShop.Session.self)
    #expect(screen.account !== account)
    #expect(screen.user != nil && screen.user !== user)
    try await Alchemic.close(WebShop.Session.self)
    #expect(screen.user == nil)
  }

  @Test("O2: hosts with hooks are notified, of a close only where nil can be read")
  func hooks() async throws {
    let watcher: Watcher = try AcGet()
    let before = watcher.changes.entries.count
    try Alchemic.open(WebShop.Session.self)
    #expect(Set(watcher.changes.entries.dropFirst(before)) == ["user there", "account"])
    try await Alchemic.renew(WebShop.Session.self)
    #expect(watcher.changes.entries.count == before + 4)
    try await Alchemic.close(WebShop.Session.self)
    #expect(watcher.changes.entries.dropFirst(before + 4) == ["user gone"])
  }

  @Test("O2: requests see the objects of the session")
  func requests() async throws {
    try Alchemic.open(WebShop.Session.self)
    let user: WebShop.User = try AcGet()
    try await WebShop.request { () async throws in #expect(try AcGet(WebShop.User.self) === user) }
  }

  @Test("O2: AcSet replaces an object until the renewal")
  func setting() async throws {
    try Alchemic.open(WebShop.Session.self)
    let user = WebShop.User()
    try AcSet(user)
    #expect(try AcGet(WebShop.User.self) === user)
    try await Alchemic.renew(WebShop.Session.self)
    #expect(try AcGet(WebShop.User.self) !== user)
  }

  @Test("O2: a scope of one kind leaves others")
  func otherKinds() async throws {
    try Alchemic.open(WebShop.Session.self)
    try Alchemic.open(WebShop.Request.self)
    try AcSet(WebShop.Context("ann"))
    let (account, cart): (Account, WebShop.Cart) = (try AcGet(), try AcGet())
    try await Alchemic.renew(WebShop.Request.self)
    try AcSet(WebShop.Context("bob"))
    #expect(try AcGet(WebShop.Cart.self) !== cart)
    #expect(try AcGet(Account.self) === account)
  }

  @Test("O2: a close waits until no task has a scope within it, also if another one begins")
  func innerScopesInTurn() async throws {
    for _ in 0..<Effort.of(400, atLeast: 40) {
      try Alchemic.open(WebShop.Session.self)
      let (begun, end) = (Signal(), ContinuousClock.now + .milliseconds(3))
      async let requests: Void = {
        repeat {
          try await Alchemic.withScope(WebShop.Request.self) {
            begun.raise()
            await Task.yield()
          }
        } while ContinuousClock.now < end
      }()
      await waitUntil { begun.isSet }
      try await Alchemic.close(WebShop.Session.self, timeout: .seconds(600))
      try await requests
    }
  }

  @Test("O2: a close waits until scopes of no kind are open within it")
  func innerKindsInTurn() async throws {
    enum Call: AlchemicScope { static let outer = WebShop.Session.self }
    try Alchemic.open(WebShop.Session.self)
    let signals = (0..<6).map { _ in Signal() }
    @Sendable func inScope(
      _ kind: any AlchemicScope.Type, from begin: Int, until end: Int
    ) async throws {
      try await Alchemic.withScope(kind) {
        signals[begin].raise()
        await waitUntil { signals[end].isSet }
      }
    }
    let request = Task {
      try await inScope(WebShop.Request.self, from: 0, until: 1)
      await waitUntil { signals[2].isSet }
      try await inScope(WebShop.Request.self, from: 3, until: 4)
    }
    let call = Task { try await inScope(Call.self, from: 5, until: 3) }
    for begun in [0, 5] { await waitUntil { signals[begun].isSet } }
    let isClosed = Signal()
    let close = Task {
      try await Alchemic.close(WebShop.Session.self, timeout: .seconds(600))
      isClosed.raise()
    }
    for next in [1, 2] {
      try await Task.sleep(for: .milliseconds(20))
      signals[next].raise()
    }
    try await call.value
    try await Task.sleep(for: .milliseconds(20))
    #expect(!isClosed.isSet)
    signals[4].raise()
    try await request.value
    try await close.value
  }

  @Test("bad use: opened twice, closed twice, in a task and for the model")
  func badUse() async throws {
    func ids(_ call: () async throws -> Void) async -> [ProblemID] {
      await problems(in: call).map(\.id)
    }
    #expect(await ids { try await Alchemic.close(WebShop.Session.self) } == [.noScope])
    #expect(await ids { try await Alchemic.renew(WebShop.Session.self) } == [.noScope])
    try Alchemic.open(WebShop.Session.self)
    #expect(await ids { try Alchemic.open(WebShop.Session.self) } == [.scopeOpen])
    #expect(await ids { try await Alchemic.withScope(WebShop.Session.self) {} } == [.scopeOpen])
    try await Alchemic.close(WebShop.Session.self)
    #expect(await ids { try await Alchemic.close(WebShop.Session.self) } == [.noScope])
    try await Alchemic.withScope(WebShop.Session.self) {
      #expect(await ids { try Alchemic.open(WebShop.Session.self) } == [.scopeOpen])
      #expect(await ids { try await Alchemic.withScope(WebShop.Session.self) {} } == [.scopeOpen])
      try await Alchemic.withScope(WebShop.Job.self) {
        #expect(await ids { try await Alchemic.withScope(WebShop.Session.self) {} } == [.scopeOpen])
      }
    }
    try await WebShop.request {
      #expect(await ids { try await Alchemic.withScope(WebShop.Session.self) {} } == [.scopeOpen])
    }
    try Alchemic.open(WebShop.Session.self)
  }
}
#endif
