import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

// A class conforms to `AlchemicManaged` in one file, and to `AlchemicCreatable` in another. Its two
// records are not adjacent, because those of the class below are between them.

final class FoundApart: AlchemicManaged {
  init() {}
  static func alchemic(_ of: ClassObjectFactory) { AcRegister(of, AcFactoryName("found apart")) }
}

final class FoundBetween: AlchemicCreatable {
  init() {}
}

@Suite(.alchemicMain) struct ApartTests {
  @Test("R1: a class whose conformance to AlchemicCreatable is in another file is created")
  func findsBothConformances() throws {
    try Alchemic.start()
    let apart: FoundApart = try AcGet()
    let between: FoundBetween = try AcGet()
    let named: FoundApart = try AcGet(AcName("found apart"))
    #expect(named === apart)
    #expect(try AcGet(FoundBetween.self) === between)
  }
}
