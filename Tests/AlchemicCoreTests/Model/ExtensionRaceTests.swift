import AlchemicInject
import AlchemicTestSupport
import Testing

private protocol Rule: AnyObject {}
private final class HouseRule: Rule {}
private final class NewRule: Rule {}

@Suite(.ownThreads) struct ExtensionRaceTests {
  @Test("a first request during an extension: later requests include the new factory")
  func firstRequests() throws {
    for _ in 0..<1500 {
      let model = try makeModel { $0.register(HouseRule.init) }
      let builder = ModelBuilder(extending: model)
      builder.register(NewRule.init)
      let candidate = builder.buildExtension()
      onThreads(2) { number in
        if number == 0 {
          _ = try? candidate.map { try model.publish($0) }
        } else {
          _ = try? model.get([any Rule].self)
          let criteria = SearchCriteria(.conforming((any Rule).self))
          _ = try? model.get([any Rule].self, matching: criteria)
        }
      }
      #expect(try model.get([any Rule].self).count == 2)
      let criteria = SearchCriteria(.conforming((any Rule).self))
      #expect(try model.get([any Rule].self, matching: criteria).count == 2)
    }
  }
}
