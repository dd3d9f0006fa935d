import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

private protocol Box<Value>: AnyObject {
  associatedtype Value
  var value: Value { get }
}

/// An object that is declared as a protocol with type arguments is an object like any other.
@Suite struct ConstrainedHostTests {
  private final class Host: Box, AlchemicAware {
    @Injected var value: Int
    let log = Log<String>()
    func didInject(variable: String) { log.add(variable) }
    func didInjectDependencies() { log.add("all") }
  }

  private static let told = ["value", "all"]

  /// Stores a value under its static type, also if that is a protocol.
  private func set<Value>(_ value: Value) throws { try AcSet(value) }

  @Test("I7: an object that is set on a reference of a protocol with arguments is injected")
  func given() throws {
    try Alchemic.withModel { model in
      model.register { 7 }
      model.register((any Box<Int>).self, AcReference())
    } operation: { () throws in
      let host = Host()
      try AcSet(host)
      #expect(host.log.entries == Self.told)
      let other = Host()
      let box: any Box<Int> = other
      try AcSet(box)
      #expect(other.log.entries == Self.told)
      #expect(try AcGet((any Box<Int>).self) === other)
    }
  }

  @Test("I7: the same holds each time if the object is set as that protocol", .alchemicMain)
  func givenAsProtocol() throws {
    try Alchemic.start {
      $0.register { 7 }
      $0.register((any Box<Int>).self, AcReference())
    }
    for _ in 0..<3 {
      let host = Host()
      try set(host as any Box<Int>)
      #expect(host.log.entries == Self.told)
      #expect(try AcGet((any Box<Int>).self) === host)
    }
  }

  @Test("I7: an object that is created as a protocol with arguments is injected")
  func made() throws {
    try Alchemic.withModel { model in
      model.register { 7 }
      model.register(AcFactoryName("shared")) { Host() as any Box<Int> }
      model.register(AcFactoryName("each"), AcTemplate()) { Host() as any Box<Int> }
    } operation: { () throws in
      for name in ["shared", "each"] {
        let box = try AcGet((any Box<Int>).self, AcName(name))
        #expect((box as? Host)?.log.entries == Self.told, "\(name)")
      }
    }
  }
}
