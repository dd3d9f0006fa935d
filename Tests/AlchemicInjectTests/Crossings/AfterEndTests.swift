#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private protocol Light: AnyObject, Sendable {}
private final class Part: Sendable {}
private final class Bulb: Light {}
private final class Lamp: Light {
  let part: Part
  init(_ part: Part) { self.part = part }
}
private final class Shade: Light {
  let inner: any Light
  let part: Part
  init(_ inner: any Light, _ part: Part) { (self.inner, self.part) = (inner, part) }
}
private enum Visit: AlchemicScope {}

@Suite struct AfterEndTests {
  @Test("H1: after the end of a child, what had no object before is an error, too")
  func nothing() async throws {
    let captured = try await Alchemic.withModel { _ in
    } operation: { () async throws in
      #expect(try AcGet(Part?.self) == nil)
      #expect(try AcGet(Part?.self, AcName("part")) == nil)
      #expect(try AcGet([Part].self).isEmpty)
      return Alchemic.capture()
    }
    captured.run {
      #expect(problems { _ = try AcGet(Part?.self) }.map(\.id) == [.modelGone])
      #expect(problems { _ = try AcGet(Part?.self, AcName("part")) }.map(\.id) == [.modelGone])
      #expect(problems { _ = try AcGet([Part].self) }.map(\.id) == [.modelGone])
    }
  }

  @Test("H1: after the end of a child, its provider has no answer in the creation of another model")
  func providerInOtherCreation() throws {
    let (captured, provider) = try Alchemic.withModel {
      $0.register(Part.init)
    } operation: { () throws in
      (Alchemic.capture(), try AcGet(Provider<Part>.self))
    }
    let found = Log<[ProblemID]>()
    try Alchemic.withModel {
      $0.register { () -> Bulb in
        found.add(problems { _ = try provider() }.map(\.id))
        return Bulb()
      }
    } operation: { () throws in
      _ = try AcGet(Bulb.self)
    }
    #expect(found.entries == [[.modelGone]])
    withExtendedLifetime(captured) {}
  }

  @Test("H1, O1: after the end of a child, a scope that a task still carries has no objects")
  func scope() async throws {
    let (opened, ended) = (Signal(), Signal())
    let task = try await Alchemic.withModel {
      $0.register(AcScope(Visit.self)) { Part() }
    } operation: { () async throws in
      let task = Task {
        try await Alchemic.withScope(Visit.self) { () async throws in
          _ = try AcGet(Part.self)
          opened.raise()
          await waitUntil { ended.isSet }
          return problems { _ = try AcGet(Part.self) }.map(\.id)
        }
      }
      await waitUntil { opened.isSet }
      return task
    }
    ended.raise()
    #expect(try await task.value == [.modelGone])
  }

  @Test("O4, Y1: after a weak object that a child set is gone, the parent wraps its own again")
  func weakAndGone() throws {
    try Alchemic.withModel {
      $0.register(.perRequest) { Part() }
      $0.register(.named("first"), .perRequest) { Bulb() as any Light }
      $0.register(AcWeak()) { Lamp($0) }
      $0.decorate((any Light).self) { Shade($0, $1) }
    } operation: { () throws in
      try Alchemic.withModel(sharing: .unaffected) { _ in
      } operation: { () throws in
        try AcSet(Lamp(Part()))
        let shades = try AcGet([any Light].self).compactMap { $0 as? Shade }
        #expect(shades.count == 2)
        for shade in shades {
          if let lamp = shade.inner as? Lamp { #expect(lamp.part === shade.part) }
        }
      }
    }
  }
}
#endif
