import AlchemicRuntime
import AlchemicTestSupport
import Testing

@testable import AlchemicInject

private final class Owner {
  @Injected var rate: Rate
  /// Releases the point that is being read.
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

/// A thread that reads first may be the last owner of its object, and too late to store the object.
@Suite struct LateValueTests {
  @Test("the deinit of a late value may replace the wrapper; the read returns the current value")
  func endReplacesWrapper() throws {
    try Alchemic.withModel { model in
      model.register { Rate(1) }
    } operation: { () throws in
      let owner = Owner()
      let ended = Counter()
      // As in a read, no code retains the point. No other code has the late value.
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
