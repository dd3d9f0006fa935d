import AlchemicInject
import AlchemicTestSupport
import Testing

@testable import AlchemicCore

private final class Left {}
private final class Right {}

/// Objects of several threads that have one another are finished together: until then each knows for which others it
/// waits. That must not outlast what they are.
@Suite struct ForgottenNeedsTests {
  @Test(
    "L6: factories whose objects waited for one another are gone with their model",
    arguments: [false, true])
  func areGone(isSet: Bool) throws {
    weak var left: AnyObjectFactory?
    weak var right: AnyObjectFactory?
    do {
      let model = try makeModel { model in
        model.register(Left.init, AcLazy())
        model.register(Right.init, AcLazy())
      }
      let factories = model.index.all
      (left, right) = (factories[0], factories[1])
      CreationDesk.look {
        for (factory, other) in [(factories[0], factories[1]), (factories[1], factories[0])] {
          factory.beginMaking(by: .current)
          factory.progress = .complete(by: .current)
          factory.needs = [UnfinishedObject(factory: other, attempt: other.attempt)]
        }
      }
      if isSet {
        _ = try model.set(Left(), as: Left.self, matching: SearchCriteria())
        _ = try model.set(Right(), as: Right.self, matching: SearchCriteria())
      } else {
        _ = model.clear()
      }
    }
    #expect(left == nil)
    #expect(right == nil)
  }
}
