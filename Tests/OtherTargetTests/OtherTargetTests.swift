import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

/// A mistake: nothing declares how it is created. One program contains all test targets of the
/// package, but only the tests of this one find the class.
final class Unfinished: AlchemicManaged {
  static func alchemic(_ of: ClassObjectFactory) {}
}

struct OtherTargetTests {
  @Test("X7: a mistake in a test target fails the tests of that target", .alchemicMain)
  func mistake() {
    #expect(problems { () throws in _ = try Alchemic.validate() }.map(\.subject) == ["Unfinished"])
    #expect(problems { () throws in try Alchemic.start() }.map(\.subject) == ["Unfinished"])
    let found = problems { () throws in
      try Alchemic.withModel { _ in
      } operation: {
      }
    }
    #expect(found.map(\.subject) == ["Unfinished"])
  }
}
