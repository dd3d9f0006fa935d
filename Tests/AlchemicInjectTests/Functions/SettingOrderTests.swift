import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Price: Sendable {
  private let whenGone: @Sendable () -> Void

  init(whenGone: @escaping @Sendable () -> Void = {}) { self.whenGone = whenGone }

  deinit { whenGone() }
}

private final class Shop: AlchemicAware {
  @Transient var price: Price?
  private let whenTold: () -> Void

  init(whenTold: @escaping () -> Void = {}) { self.whenTold = whenTold }

  func didInject(variable: String) { whenTold() }
}

private final class Rate: AlchemicAware {
  private let whenInjected: () -> Void

  init(whenInjected: @escaping () -> Void = {}) { self.whenInjected = whenInjected }

  @Injected(AcName("unit")) var unit: String
  func didInjectDependencies() { whenInjected() }
}

private final class Board: AlchemicAware {
  @Transient var rate: Rate
}

/// Tests the order of a set and its notifications: the first set of a type, sets that find the
/// factory at once, and sets in a task's own model.
@Suite struct SettingOrderTests {
  private func declare(_ model: ModelBuilder) {
    model.register(Price.self, AcReference(), AcNillable(), AcFactoryName("price"))
    model.register(AcFactoryName("unit")) { "EUR" }
    model.register { Rate() }
  }

  /// Whether the old object is gone, at each notification after the first object.
  private func isGone(_ set: (Price) throws -> Void) throws -> [Bool] {
    let (log, gone) = (Log<Bool>(), Signal())
    let isOver = Signal()
    let shop = Shop { if isOver.isSet { log.add(gone.isSet) } }
    AcInjectDependencies(shop)
    try set(Price { gone.raise() })
    // The resolvers answer with it.
    #expect(shop.price != nil)
    isOver.raise()
    try set(Price())
    withExtendedLifetime(shop) {}
    return log.entries
  }

  @Test("G2: the old object is released before any hook, if its type was set before", .alchemicMain)
  func known() throws {
    try Alchemic.start { declare($0) }
    try AcSet(Price())
    #expect(try isGone { try AcSet($0) } == [true])
  }

  @Test(
    "G2: the old object is released before any hook, if a name selects the factory", .alchemicMain)
  func named() throws {
    try Alchemic.start { declare($0) }
    #expect(try isGone { try AcSet($0, AcName("price")) } == [true])
  }

  @Test("G2: the old object is released before any hook, in a model of a task")
  func ofTask() throws {
    try Alchemic.withModel(declare) { () throws in
      #expect(try isGone { try AcSet($0) } == [true])
    }
  }

  @Test("L4: an observer that the deinit of the old object adds receives the event", .alchemicMain)
  func listeningSinceTheEnd() throws {
    try Alchemic.start { declare($0) }
    let shop = Shop()
    AcInjectDependencies(shop)
    let log = Log<String>()
    try AcSet(Price())
    try AcSet(Price { Self.listen(log) })
    #expect(log.entries.isEmpty)
    try AcSet(Price())
    #expect(log.entries == ["Shop.price"])
    withExtendedLifetime(shop) {}
  }

  @Test("L4: an observer that a hook of the new object adds receives the event", .alchemicMain)
  func listeningSinceTheBeginning() throws {
    try Alchemic.start { declare($0) }
    let board = Board()
    AcInjectDependencies(board)
    let log = Log<String>()
    try AcSet(Rate())
    try AcSet(Rate { Self.listen(log) })
    #expect(log.entries.contains("Board.rate"))
    withExtendedLifetime(board) {}
  }

  private static func listen(_ log: Log<String>) {
    _ = Alchemic.observe { event in
      if case .didInject(let host, let variable, _) = event { log.add("\(host).\(variable)") }
    }
  }
}

extension SettingOrderTests {
  @Test(
    "G2: hosts are notified last of the object that the old object's deinit sets", .alchemicMain)
  func setWhereTheOldOneEnds() throws {
    try Alchemic.start { declare($0) }
    let log = Log<Bool>()
    let isOver = Signal()
    let last = Price()
    var read: (() -> Price?)?
    let shop = Shop { if isOver.isSet { log.add(read?() === last) } }
    read = { [unowned shop] in shop.price }
    AcInjectDependencies(shop)
    try AcSet(Price())
    try AcSet(Price { try? AcSet(last) })
    isOver.raise()
    try AcSet(Price())
    // Once for each of the two sets. The property has the later object both times.
    #expect(log.entries == [true, true])
    #expect(shop.price === last)
  }
}
