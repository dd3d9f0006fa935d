import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Session: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

private final class Plain {
  @Injected var captured: Session?
  @InjectedArray var all: [Session]
  @Weak var weak: Session?
  @Transient var followed: Session?
  @Transient var allFollowed: [Session]

  init(_ name: String) {
    _captured = Injected(AcName(name))
    _all = InjectedArray(AcName(name))
    _weak = Weak(AcName(name))
    _followed = Transient(AcName(name))
    _allFollowed = Transient(AcName(name))
  }

  var count: Int {
    [captured, weak, followed].compactMap { $0 }.count + all.count + allFollowed.count
  }
}

private final class Told: AlchemicAware {
  @Injected var captured: Session?
  @Transient var followed: Session?
  let number: Int
  let log: Log<String>

  init(_ name: String, _ number: Int = 0, _ log: Log<String> = Log()) {
    (self.number, self.log) = (number, log)
    _captured = Injected(AcName(name))
    _followed = Transient(AcName(name))
  }

  func didInject(variable: String) { log.add("\(number) \(variable) \(followed?.number ?? 0)") }
}

/// Names that no factory has. A property that follows one gets a factory that is added later. No
/// other request leaves an entry.
@Suite(.alchemicMain) struct DiscoverNameTests {
  private func start() throws { try Alchemic.start { $0.register { Session(0) } } }

  @Test("hosts, structs and local variables whose names no factory has leave nothing behind")
  func nothingIsKept() throws {
    try start()
    func use(_ number: Int) throws {
      let name = "session-\(number)"
      @Injected(AcName(name)) var local: Session?
      @Transient(AcName(name)) var followed: Session?
      #expect(local == nil && followed == nil)
      #expect(Plain(name).count == 0)
      let told = Told(name)
      AcInjectDependencies(told)
      #expect(told.log.entries.count == 2)
      #expect(try AcGet(Session?.self, AcName(name)) == nil)
      #expect(problems { _ = try AcGet(Session.self, AcName(name)) }.map(\.id) == [.noMatch])
    }
    try use(0)
    let before = try Alchemic.model.resolverCount
    for number in 1...50 { try use(number) }
    #expect(try Alchemic.model.resolverCount == before)
  }

  @Test("properties that follow a name get what discover() adds; hosts are notified in order")
  func answeredLater() throws {
    try start()
    let log = Log<String>()
    let plain = Plain("later")
    let hosts = (1...3).map { number in
      let host = Told("later", number, log)
      AcInjectDependencies(host)
      return host
    }
    #expect(plain.count == 0)
    let other = Told("never", 4, log)
    AcInjectDependencies(other)
    let told = log.entries.count

    try Alchemic.discover { $0.register(AcFactoryName("later")) { Session(7) } }
    #expect(plain.followed?.number == 7 && plain.allFollowed.map(\.number) == [7])
    #expect(plain.captured == nil && plain.all.isEmpty && plain.weak == nil)
    #expect(Array(log.entries.dropFirst(told)) == (1...3).map { "\($0) followed 7" })

    // A new host finds the factory. All hosts are notified of a set, in one order.
    let late = Told("later", 5, log)
    AcInjectDependencies(late)
    let before = log.entries.count
    try AcSet(Session(8), AcName("later"))
    let expected = [1, 2, 3, 5].map { "\($0) followed 8" }
    #expect(Array(log.entries.dropFirst(before)) == expected)
    #expect(plain.followed?.number == 8)
    withExtendedLifetime((hosts, other, late)) {}
  }

  @Test("a released host that followed a name is not notified of it, and the others are")
  func endsWhileTold() throws {
    try start()
    let log = Log<String>()
    var hosts: [Told?] = (1...3).map { Told("later", $0, log) }
    hosts.forEach { AcInjectDependencies($0!) }
    try Alchemic.discover { $0.register(AcFactoryName("later")) { Session(7) } }
    for index in hosts.indices {
      hosts[index] = nil
      try AcSet(Session(8 + index), AcName("later"))
    }
    #expect(log.entries.filter { $0.contains("followed 8") } == ["2 followed 8", "3 followed 8"])
    #expect(try AcGet(Session.self, AcName("later")).number == 10)
  }
}
