#if Scopes && Suggestions
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private protocol Part: AnyObject, Sendable {}
private final class Chosen: Part {}
private final class Losing: Part {
  let log: Log<String>
  init(_ log: Log<String>) {
    self.log = log
    log.add("losing")
  }
}
private final class Board: Sendable {
  let parts: [any Part]
  init(_ parts: [any Part]) { self.parts = parts }
}
private enum Visit: AlchemicScope {}
private final class Guest: Part {
  let number: Int
  init(_ number: Int) { self.number = number }
}
private final class Hall {
  @Injected var board: Board
  init() {}
  init(of board: Board) { $board.use(board) }
}
private final class Ticket: Sendable {}
private protocol Stand: AnyObject, Sendable { var tickets: [Ticket] { get } }
private final class Left: Stand {
  let tickets: [Ticket]
  init(_ tickets: [Ticket]) { self.tickets = tickets }
}
private final class Right: Stand {
  let tickets: [Ticket]
  init(_ tickets: [Ticket]) { self.tickets = tickets }
}

/// A discovery gives what a start with the same factories gives.
@Suite(.alchemicMain) struct DiscoverAsStartTests {
  @Test("H8: a discovery does not create a singleton that no need takes beside a primary")
  func overridden() throws {
    let log = Log<String>()
    try Alchemic.start {
      $0.register(Board.init)
      $0.register(.primary) { Chosen() }
    }
    try Alchemic.discover { $0.register { Losing(log) } }
    #expect(log.entries.isEmpty)
    #expect(try AcGet(Losing.self).log === log)
  }

  @Test("H8: a discovery does not create a singleton that only an overridden factory needs")
  func neededByOverridden() throws {
    let log = Log<String>()
    try Alchemic.start {
      $0.register(.lazy, .named("losing")) { (parts: [any Part]) in Board(parts) }
      $0.register(.primary, .named("chosen")) { Board([]) }
      $0.register { (board: Board) in Hall(of: board) }
    }
    try Alchemic.discover { $0.register { Losing(log) } }
    #expect(log.entries.isEmpty)
    #expect(try AcGet(Board.self, .named("losing")).parts.count == 1)
  }

  @Test("H8: the words of a warning suggest what a discovery has added")
  func warning() throws {
    try Alchemic.start { $0.register(Board.init, .named("colour")) }
    try Alchemic.discover { $0.register(.named("color")) { Chosen() } }
    let warnings = try Alchemic.model.warnings.map(\.description).filter { $0.contains("colour") }
    #expect(warnings.count == 1 && warnings[0].contains("did you mean 'color' (Chosen)"))
  }

  @Test("H8: what a template receives from a scope that a discovery has added stays in the scope")
  func scoped() async throws {
    let count = Counter()
    try await Alchemic.startAsync { $0.register(.template, make: Board.init) }
    #expect(try AcGet(Board.self).parts.isEmpty)
    try await Alchemic.discover {
      $0.register(.scope(Visit.self)) { () -> Guest in
        count.increment()
        return Guest(count.value)
      }
    }
    let hall = Hall()
    for number in 1...2 {
      try await Alchemic.withScope(Visit.self) {
        #expect(hall.board.parts.map { ($0 as? Guest)?.number } == [number])
      }
    }
  }

  @Test("H8: the elements of an array share what a discovery has added for each request")
  func perRequest() throws {
    try Alchemic.start {
      $0.register(.template, make: Left.init)
      $0.register(.template, make: Right.init)
    }
    #expect(try AcGet([any Stand].self).allSatisfy(\.tickets.isEmpty))
    try Alchemic.discover { $0.register(.perRequest) { Ticket() } }
    let stands: [any Stand] = try AcGet()
    #expect(stands.count == 2 && stands[0].tickets[0] === stands[1].tickets[0])
  }
}
#endif
