#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private enum Job: AlchemicScope {}
private final class Inner: Sendable {}
private final class Outer: @unchecked Sendable {
  weak var inner: Inner?
  let log: Log<Bool>
  init(_ inner: Inner, _ log: Log<Bool>) { (self.inner, self.log) = (inner, log) }
  deinit { log.add(inner != nil) }
}
private final class Keeper: @unchecked Sendable { @Injected var log: Log<Bool> }

@Suite struct ReleaseOrderTests {
  @Test("O6: an object is released before what its initializer received", arguments: 0..<3)
  func order(variant: Int) async throws {
    let log = Log<Bool>()
    try await Alchemic.withModel {
      $0.register { log }
      $0.register(AcScope(Job.self)) { Inner() }
      $0.register(Outer.init, AcScope(Job.self))
      $0.register(AcScope(Job.self)) { Keeper() }
    } operation: {
      if variant < 2 {
        try await Alchemic.withScope(Job.self) {
          _ = (try AcGet(Inner.self), try AcGet(Outer.self))
          if variant == 1 { _ = try AcGet(Keeper.self) }  // not the only reference: the other path
        }
      } else {
        try Alchemic.open(Job.self)
        _ = (try AcGet(Inner.self), try AcGet(Outer.self))
        try await Alchemic.close(Job.self)
      }
    }
    #expect(log.entries == [true])
  }
}
#endif
