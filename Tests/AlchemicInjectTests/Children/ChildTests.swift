import AlchemicInject
import AlchemicTestSupport
import Testing

private protocol Store: AnyObject, Sendable { var name: String { get } }
private final class RealStore: Store {
  let name = "real"
}
private final class FakeStore: Store {
  let name: String
  init(_ name: String = "fake") { self.name = name }
}
private final class Till: Sendable {
  let store: any Store
  init(store: any Store) { self.store = store }
}
private final class Clock: Sendable {}
private final class Shop {
  @Injected var till: Till
  @Injected var store: any Store
}

/// The parent of the children in a test, instead of the main model.
private func withShop(_ body: () throws -> Void) throws {
  try withStartedModel(
    { model in
      model.register { RealStore() as any Store }
      model.register { (store: any Store) in Till(store: store) }
      model.register { Clock() }
      model.register(.template) { Shop() }
    }, body)
}

@Suite("Child models")
struct ChildTests {
  @Test("C1: what a child declares wins, and its parent does not see it")
  func wins() throws {
    try withShop {
      try Alchemic.withModel {
        $0.register { FakeStore() as any Store }
      } operation: { () throws in
        #expect(try AcGet((any Store).self).name == "fake")
        #expect(try AcGet(Till.self).store.name == "fake")
        let shop: Shop = try AcGet()
        #expect(shop.till.store.name == "fake")
      }
      #expect(try AcGet((any Store).self).name == "real")
      #expect(try AcGet(Till.self).store.name == "real")
    }
  }

  @Test("C1: children nest, and each wins over those around it")
  func nest() throws {
    try withShop {
      try Alchemic.withModel {
        $0.register { FakeStore("outer") as any Store }
      } operation: { () throws in
        let outer: Till = try AcGet()
        try Alchemic.withModel {
          $0.register { FakeStore("inner") as any Store }
        } operation: { () throws in
          #expect(try AcGet(Till.self).store.name == "inner")
          try Alchemic.withModel { _ in
          } operation: { () throws in
            #expect(try AcGet(Till.self).store.name == "inner")
          }
        }
        #expect(try AcGet(Till.self) === outer)
        #expect(outer.store.name == "outer")
      }
    }
  }

  @Test("C1: an array has the elements that a child declares, or is the one that it declares")
  func arrays() throws {
    try withShop {
      try Alchemic.withModel {
        $0.register { FakeStore("one") as any Store }
      } operation: {
        let stores: [any Store] = try AcGet()
        #expect(stores.map(\.name) == ["one"])
      }
      try Alchemic.withModel {
        $0.register { [FakeStore("whole")] as [any Store] }
      } operation: {
        let stores: [any Store] = try AcGet()
        #expect(stores.map(\.name) == ["whole"])
        try Alchemic.withModel { _ in
        } operation: { () throws in
          #expect(try AcGet([any Store].self).map(\.name) == ["whole"])
        }
        try Alchemic.withModel {
          $0.register { FakeStore("element") as any Store }
        } operation: { () throws in
          #expect(try AcGet([any Store].self).map(\.name) == ["element"])
        }
      }
      #expect(try AcGet([any Store].self).map(\.name) == ["real"])
    }
  }

  @Test("C1: child tasks and task groups see the child")
  func tasks() async throws {
    try await Alchemic.withModel {
      $0.register { FakeStore() as any Store }
    } operation: {
      async let one = AcGet((any Store).self).name
      #expect(try await one == "fake")
      let names = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<10 { group.addTask { try AcGet((any Store).self).name } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(names == Array(repeating: "fake", count: 10))
      #expect(try await Task { try AcGet((any Store).self).name }.value == "fake")
    }
  }

  @Test("C2: all objects of a child are its own")
  func isolated() throws {
    try withShop {
      let clock: Clock = try AcGet()
      try Alchemic.withModel { _ in
      } operation: { () throws in
        let own: Clock = try AcGet()
        #expect(own !== clock)
        #expect(try AcGet(Clock.self) === own)
      }
      #expect(try AcGet(Clock.self) === clock)
    }
  }

  @Test("C2: nothing is taken from a parent that has ended")
  func parentEnded() throws {
    try withShop {
      try Alchemic.withModel(sharing: .unaffected) { _ in
      } operation: {
        let outer = try Alchemic.model
        try Alchemic.withModel(sharing: .unaffected) { _ in
        } operation: {
          outer.end()
          #expect(problems { _ = try AcGet(Clock.self) }.map(\.id) == [.modelGone])
        }
      }
    }
  }

  @Test("C2: a child that shares takes the objects that need nothing of what it replaces")
  func shares() throws {
    try withShop {
      let (clock, till): (Clock, Till) = (try AcGet(), try AcGet())
      try Alchemic.withModel(sharing: .unaffected) {
        $0.register { FakeStore() as any Store }
      } operation: { () throws in
        #expect(try AcGet(Clock.self) === clock)
        #expect(try AcGet(Till.self) !== till)
        #expect(try AcGet(Till.self).store.name == "fake")
      }
    }
  }
}
