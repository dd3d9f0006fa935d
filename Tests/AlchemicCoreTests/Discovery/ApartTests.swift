import AlchemicInject
import AlchemicTestSupport
import Testing

// A class says in one file that it is managed, and in another one that it makes itself: its two
// records do not lie beside each other, since those of the class below are between them.

final class FoundApart: AlchemicManaged {
  init() {}
  static func alchemic(_ of: ClassObjectFactory) { AcRegister(of, AcFactoryName("found apart")) }
}

final class FoundBetween: AlchemicCreatable {
  init() {}
}

@Suite(.mainModel) struct ApartTests {
  @Test("R1: a class makes itself that says so in another file than that it is managed")
  func findsBothConformances() throws {
    try Alchemic.start()
    let apart: FoundApart = try AcGet()
    let between: FoundBetween = try AcGet()
    let named: FoundApart = try AcGet(AcName("found apart"))
    #expect(named === apart)
    #expect(try AcGet(FoundBetween.self) === between)
  }
}
