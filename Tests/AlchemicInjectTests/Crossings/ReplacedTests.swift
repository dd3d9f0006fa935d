#if Scopes
import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

private protocol Store: Sendable {}
private final class Cable: Sendable {}
private final class Disk: Store {
  init(_: Cable) {}
}
private final class Memory: Store {}

private final class Client: Sendable {
  let store: any Store
  init(_ store: any Store) { self.store = store }
}
private final class ClientByName: Sendable {
  let store: any Store
  init(_ store: any Store) { self.store = store }
}
private final class Cart: Sendable {}
private final class Checkout: Sendable {
  init(_: Cart) {}
}
private final class Link: Sendable {
  let next: Link?
  init(_ next: Link?) { self.next = next }
}

private protocol Shelf: AnyObject, Sendable {}
private final class Box: Shelf {}
private final class Bag: Shelf {}

private final class Room: Sendable {
  let shelf: any Shelf
  init(_ shelf: any Shelf) { self.shelf = shelf }
}

@Suite struct ReplacedTests {
  private func inParent(_ body: () throws -> Void) throws {
    try withStartedModel({
      $0.register { Cable() }
      $0.register(.named("disk")) { Disk($0) as any Store }
      $0.register { Client($0) }
      $0.register(ClientByName.init, .named("disk"))
    }) { try body() }
  }

  /// Runs `body` in a child that replaces the cable, within one that replaces the store.
  private func inNest(_ body: () throws -> Void) throws {
    try Alchemic.withModel(sharing: .unaffected, { $0.register { Memory() as any Store } }) {
      () throws in
      let client = try AcGet(Client.self)
      try Alchemic.withModel(sharing: .unaffected, { $0.register { Cable() } }) { () throws in
        #expect(try AcGet(Client.self) === client)
        try body()
      }
    }
  }

  @Test("Y6: a child of a child shares what needs a replaced object no longer")
  func nested() throws {
    try inParent {
      try inNest { () throws in #expect(try AcGet(Client.self).store is Memory) }
    }
  }

  @Test("Y6: what a name still finds is affected by what that needs")
  func named() throws {
    try inParent {
      let client = try AcGet(ClientByName.self)
      try inNest {
        let own = try AcGet(ClientByName.self)
        #expect(own !== client)
        #expect(own.store is Disk)
      }
    }
  }

  @Test("Y6: a name that an argument does not request affects nothing")
  func otherName() throws {
    try inParent {
      let client = try AcGet(ClientByName.self)
      try Alchemic.withModel(sharing: .unaffected, { $0.register { Memory() as any Store } }) {
        () throws in #expect(try AcGet(ClientByName.self) === client)
      }
    }
  }

  @Test("Y6: a decorator of a child wraps the shared object, also if it has the name of its class")
  func decorator() throws {
    final class Wrapper: Sendable {
      let inner: Wrapper?
      init(_ inner: Wrapper?) { self.inner = inner }
    }
    try withStartedModel({ $0.register { Wrapper(nil) } }) {
      let wrapper = try AcGet(Wrapper.self)
      try Alchemic.withModel(
        sharing: .unaffected, { $0.decorate(Wrapper.self) { Wrapper($0) } }
      ) { () throws in
        #expect(try AcGet(Wrapper.self).inner === wrapper)
        #expect(try AcGet(Wrapper.self, .named("Wrapper")).inner === wrapper)
      }
    }
  }

  @Test("Y6: a decorator of a child affects no request that finds what it does not decorate")
  func decoratorOfAnother() throws {
    let configure: (ModelBuilder) -> Void = {
      $0.register(.named("box")) { Box() }
      $0.register(.named("bag")) { Bag() }
      $0.register(Room.init, AcName("box"))
    }
    try withStartedModel(configure) {
      let room = try AcGet(Room.self)
      try Alchemic.withModel(sharing: .unaffected, { $0.decorate(Bag.self) { $0 } }) {
        () throws in #expect(try AcGet(Room.self) === room)
      }
      try Alchemic.withModel(sharing: .unaffected, { $0.decorate(Box.self) { $0 } }) {
        () throws in #expect(try AcGet(Room.self) !== room)
      }
    }
  }

  @Test("Y6: a decorator in a nested child affects what a decorator of its parent wraps already")
  func decoratorBesideAnother() throws {
    let configure: (ModelBuilder) -> Void = {
      $0.register { Box() }
      $0.register(Room.init)
    }
    try withStartedModel(configure) {
      try Alchemic.withModel({ $0.decorate((any Shelf).self) { $0 } }) { () throws in
        let room = try AcGet(Room.self)
        try Alchemic.withModel(sharing: .unaffected, { $0.decorate(Box.self) { _ in Box() } }) {
          () throws in #expect(try AcGet(Room.self) !== room)
        }
      }
    }
  }

  @Test("Y6: a decorator over a replaced factory keeps no object of the child's scope")
  func captiveOfDecorator() throws {
    try withStartedModel({ $0.register { Box() } }) {
      try Alchemic.withModel({
        $0.register(.named("cart"), .scope(WebShop.Job.self)) { Cart() }
      }) { () throws in
        try Alchemic.withModel({
          $0.register(.template) { Box() }
          $0.decorate(Box.self) { (inner, _: Cart) in inner }
        }) {}
        let found = problems {
          try Alchemic.withModel({ $0.decorate(Box.self) { (inner, _: Cart) in inner } }) {}
        }
        #expect(found.map(\.id) == [.captiveDependency])
      }
    }
  }

  @Test("Y6: an inherited factory that a child replaces keeps no object of the child's scope")
  func captive() throws {
    let configure: (ModelBuilder) -> Void = {
      $0.register { Cart() }
      $0.register { Checkout($0) }
    }
    try withStartedModel(configure) {
      let found = problems {
        try Alchemic.withModel({ $0.register(.scope(WebShop.Job.self)) { Cart() } }) {}
      }
      #expect(found.map(\.id) == [.captiveDependency])
      try Alchemic.withModel({
        $0.register(.scope(WebShop.Job.self)) { Cart() }
        $0.register(.template) { Checkout($0) }
      }) { () throws in
        try Alchemic.withModel({ $0.register(.scope(WebShop.Job.self)) { Cart() } }) {}
      }
    }
  }

  @Test("Y6: the time to share grows with the objects of a nest and with its depth")
  func time() throws {
    /// Returns the seconds for a chain of so many objects, shared by nested children.
    func seconds(_ count: Int) throws -> Double {
      var seconds = 0.0
      try withStartedModel({ model in
        model.register(Link.init, .value(nil), options: .named("0"))
        for number in 1..<count {
          model.register(Link.init, .named("\(number - 1)"), options: .named("\(number)"))
        }
      }) {
        func open(_ left: Int) throws {
          if left == 0 { return _ = try AcGet(Link.self, .named("\(count - 1)")) }
          try Alchemic.withModel(sharing: .unaffected, { $0.register { Cable() } }) {
            () throws in try open(left - 1)
          }
        }
        seconds = try processorTime { try open(4) }
      }
      return seconds
    }
    let few = try (0..<3).map { _ in try seconds(250) }.min() ?? 0
    let many = try seconds(1_000)
    // Four times the objects: the time of a quadratic search would be 16 times as long.
    #expect(many < 10 * few)
  }
}
#endif
