import AlchemicRuntime
import AlchemicTestSupport
import Testing

@testable import AlchemicInject

private final class Owner {
  @Injected var rate: Rate
  /// Releases the point that reads now.
  func replaceRate() { _rate = Injected() }
  var point: Borrowed<InjectionPoint<Rate>> { Borrowed(_rate.point) }
}

private final class Rate {
  let number: Int
  private let atEnd: () -> Void
  init(_ number: Int, atEnd: @escaping () -> Void = {}) {
    (self.number, self.atEnd) = (number, atEnd)
  }
  deinit { atEnd() }
}

/// A thread that reads first may be the last to have the object, and come too late to put it in
/// place.
@Suite struct LateValueTests {
  @Test("what its end releases is not touched any more, and what is read is what is there now")
  func endReplacesWrapper() throws {
    try withModel { model in
      model.register { Rate(1) }
    } _: { () throws in
      let owner = Owner()
      let ended = Counter()
      // As a read does, nobody retains the point. The late value is nobody else's.
      let rate = owner.point.with { point in
        point.searchedValue(
          in: owner,
          releasing: Rate(0) {
            owner.replaceRate()
            ended.increment()
          })
      }
      #expect(ended.value == 1)
      #expect(rate.number == 1 && owner.rate.number == 1)
    }
  }
}
