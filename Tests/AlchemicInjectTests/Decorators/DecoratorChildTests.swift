import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

private typealias Store = Storage.Store
private typealias Disk = Storage.Disk

private func path() throws -> String { try AcGet((any Store).self).path }

private final class Checkout: @unchecked Sendable {
  let store: any Store
  init(_ store: any Store) { self.store = store }
}

@Suite struct DecoratorChildTests {
  private func inChild(
    of parent: (ModelBuilder) -> Void, _ child: (ModelBuilder) throws -> Void,
    _ body: () throws -> Void
  ) throws {
    try Alchemic.withModel {
      parent($0)
    } operation: {
      try Alchemic.withModel {
        try child($0)
      } operation: {
        try body()
      }
    }
  }

  @Test("F1: the fake of a child is decorated by the parent's decorators")
  func fakes() throws {
    try inChild {
      $0.register { Disk("a") }
      Storage.log($0)
      $0.register(Checkout.init)
    } _: {
      $0.register(.primary) { Storage.Memory() }
    } _: { () throws in
      #expect(try path() == "logging(memory)")
      #expect(try AcGet(Checkout.self).store.path == "logging(memory)")
    }
  }

  @Test("F1: a child's decorator wraps what it inherits, and what needs that is the child's own")
  func spies() throws {
    try Alchemic.withModel {
      $0.register { Disk("a") }
      Storage.log($0)
      $0.register(Checkout.init)
    } operation: { () throws in
      let parents = try AcGet(Checkout.self)
      try Alchemic.withModel {
        Storage.cache($0)
      } operation: { () throws in
        #expect(try path() == "caching(logging(a))")
        #expect(try AcGet(Checkout.self).store.path == "caching(logging(a))")
        #expect(try AcGet([any Store].self).map(\.path) == ["caching(logging(a))"])
        #expect((try AcGet(Checkout.self)) !== parents)
      }
      #expect(try path() == "logging(a)")
      #expect((try AcGet(Checkout.self)) === parents)
    }
  }

  @Test("F1: a child takes the parent's decorated object, until it sets another")
  func loans() throws {
    try Alchemic.withModel {
      $0.register { Disk("a") }
      Storage.log($0)
    } operation: { () throws in
      let parents = try AcGet((any Store).self) as? Storage.Logging
      try Alchemic.withModel(sharing: .unaffected) { _ in
      } operation: { () throws in
        #expect((try AcGet((any Store).self) as? Storage.Logging) === parents)
        try AcSet(Disk("b"))
        #expect(try path() == "logging(b)")
      }
      #expect(try path() == "logging(a)")
    }
  }

  @Test("F1: the child of a child has the decorators of both")
  func grandchildren() throws {
    try inChild {
      $0.register { Disk("a") }
      Storage.log($0)
    } _: {
      Storage.cache($0)
    } _: {
      try Alchemic.withModel {
        $0.register(.primary) { Storage.Memory() }
      } operation: { () throws in
        #expect(try path() == "caching(logging(memory))")
      }
      try Alchemic.withModel { _ in
      } operation: { () throws in
        #expect(try path() == "caching(logging(a))")
      }
    }
  }
}
