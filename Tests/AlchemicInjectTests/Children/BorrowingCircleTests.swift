#if Waiting
import Alchemic
import AlchemicTestSupport
import Testing

extension Borrowing {
  private final class Left: AlchemicAware, @unchecked Sendable {
    @Injected var right: Right
    @Injected var store: Store
    func didInject(variable: String) {}
    func didInjectDependencies() {}
  }

  private final class Right: AlchemicAware, @unchecked Sendable {
    @Injected var left: Left
    @Weak var screen: Screen?
    func didInject(variable: String) {}
    func didInjectDependencies() {}
  }

  private final class Follower: AlchemicAware, @unchecked Sendable {
    @Transient var session: Session?
    let users = Log<String>()
    func didInject(variable: String) { users.add(session?.user ?? "nobody") }
    func didInjectDependencies() {}
  }

  private final class Session: Sendable {
    let user: String
    init(_ user: String) { self.user = user }
  }

  @Suite("Circles and followers that a child borrows", .ownThreads) struct CircleTests {
    @Test("lent circles close on many threads of three models")
    func lentCircles() throws {
      for round in 0..<60 {
        try withStartedModel({
          $0.register { Store("parent") }
          $0.register(.lazy) { Left() }
          $0.register(.lazy) { Right() }
          $0.register(.lazy) { Screen() }
        }) {
          let parent = Alchemic.capture()
          try Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) { () throws in
            let middle = Alchemic.capture()
            try Alchemic.withModel(sharing: .unaffected, { $0.register { Session("x") } }) {
              () throws in
              let inner = Alchemic.capture()
              let models = [parent, middle, inner]
              let found = Log<ObjectIdentifier>()
              onThreads(6) { number in
                do {
                  try models[(number + round) % 3].run {
                    if number % 2 == 0 {
                      let left: Left = try AcGet()
                      #expect(left.right.left === left)
                      found.add(ObjectIdentifier(left))
                    } else {
                      let right: Right = try AcGet()
                      #expect(right.left.right === right)
                      #expect(right.screen != nil)
                      found.add(ObjectIdentifier(right.left))
                    }
                  }
                } catch { Issue.record(error) }
              }
              #expect(Set(found.entries).count == 1)
            }
          }
        }
      }
    }

    @Test("lent followers follow the parent only")
    func followersOfLentHosts() throws {
      try withStartedModel({
        $0.register(Session.self, .reference, .nillable)
        $0.register { Follower() }
        $0.register { Extra() }
      }) {
        let parent = Alchemic.capture()
        let follower: Follower = try AcGet()
        try Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) { () throws in
          #expect(try AcGet(Follower.self) === follower)
          try AcSet(Session("child"))
          #expect(follower.session == nil)
          try parent.run { try AcSet(Session("parent")) }
          #expect(follower.session?.user == "parent")
          #expect(try AcGet(Session.self).user == "child")
          try AcSet(nil as Session?)
          let none: Session? = try AcGet()
          #expect(none == nil)
          #expect(follower.session?.user == "parent")
        }
        try AcSet(nil as Session?)
        #expect(follower.session == nil)
        #expect(follower.users.entries == ["nobody", "parent", "nobody"])
      }
    }

    @Test("a task that borrows is cancelled while others wait")
    func cancelledBorrower() async throws {
      for _ in 0..<20 {
        let (isIn, goOn) = (Signal(), Signal())
        try await withStartedModel({
          $0.register(.lazy) { () async throws -> Pool in
            isIn.raise()
            while !goOn.isSet { try await Task.sleep(for: .milliseconds(1)) }
            return await Pool()
          }
          $0.register(.lazy) { Office($0) }
        }) {
          let parent = Alchemic.capture()
          try await Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) {
            let here = Alchemic.capture()
            let first = Task { try await here.run { try await AcGetAsync(Office.self) } }
            await waitUntil { isIn.isSet }
            let second = Task { try await here.run { try await AcGetAsync(Office.self) } }
            let third = Task { try await parent.run { try await AcGetAsync(Office.self) } }
            try await Task.sleep(for: .milliseconds(2))
            first.cancel()
            try await Task.sleep(for: .milliseconds(2))
            goOn.raise()
            let (office, other) = (try await second.value, try await third.value)
            #expect(office === other)
            do { _ = try await first.value } catch { #expect(error is CancellationError) }
          }
        }
      }
    }
  }
}
#endif
