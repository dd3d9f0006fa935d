import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

/// One program contains all test targets of the package, but only the tests of this one find this
/// class. It is a mistake while a test of this target says so: nothing declares how it is created.
final class Unfinished: AlchemicManaged {
  @TaskLocal static var isWrong = false

  init() {}

  static func alchemic(_ of: ClassObjectFactory) {
    if !isWrong { AcInitializer(of, Unfinished.init) }
  }
}

struct OtherTargetTests {
  @Test("X7: a test finds what its own test target declares", .alchemic)
  func own() throws {
    let unfinished: Unfinished? = try AcGet()
    #expect(unfinished != nil)
  }

  @Test("X7: a mistake in a test target fails the tests of that target", .alchemicMain)
  func mistake() {
    Unfinished.$isWrong.withValue(true) {
      let found = problems { () throws in _ = try Alchemic.validate() }
      #expect(found.map(\.subject) == ["Unfinished"])
      #expect(problems { () throws in try Alchemic.start() }.map(\.subject) == ["Unfinished"])
    }
  }
}
