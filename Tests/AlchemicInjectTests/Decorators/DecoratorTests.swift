#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private typealias Store = Storage.Store
private typealias Disk = Storage.Disk

private final class Reader: @unchecked Sendable {
  @Injected var store: any Store
  @InjectedArray var stores: [any Store]
  @Injected var disk: Disk
}

private func path() throws -> String { try AcGet((any Store).self).path }

private func object(_ store: any Store) -> AnyObject? { store as? Storage.Logging }

@Suite struct DecoratorTests {
  @Test("F1: a request for the type gets the decorator; one for the class, the object itself")
  func byType() throws {
    try Alchemic.withModel {
      $0.register { Disk("disk") }
      Storage.log($0)
    } operation: { () throws in
      #expect(try path() == "logging(disk)")
      #expect(try AcGet(Disk.self).path == "disk")
      let reader = Reader()
      #expect(reader.store.path == "logging(disk)")
      #expect(reader.stores.map(\.path) == ["logging(disk)"])
      #expect(reader.disk.path == "disk")
      #expect(try AcGet((any Store)?.self)?.path == "logging(disk)")
      #expect(try AcGet(Provider<any Store>.self)().path == "logging(disk)")
    }
  }

  @Test("F1: a singleton is decorated once, the product of a template each time")
  func lifetimes() throws {
    try Alchemic.withModel {
      $0.register { Disk("disk") }
      Storage.log($0)
    } operation: { () throws in
      let (first, second) = (try AcGet((any Store).self), try AcGet((any Store).self))
      let logging = try #require(first as? Storage.Logging)
      #expect(object(first) === object(second))
      #expect(logging.inner as AnyObject === (try AcGet(Disk.self)))
    }
    try Alchemic.withModel {
      $0.register(.template) { Disk("disk") }
      Storage.log($0)
    } operation: { () throws in
      let (first, second) = (try AcGet((any Store).self), try AcGet((any Store).self))
      #expect(object(first) != nil && object(first) !== object(second))
    }
  }

  @Test("F1: in the order of declaration, the first is the innermost")
  func nested() throws {
    try Alchemic.withModel {
      Storage.cache($0)
      $0.register { Disk("disk") }
      Storage.log($0)
    } operation: { () throws in
      #expect(try path() == "logging(caching(disk))")
    }
  }

  @Test("F1: AcOrder puts a decorator nearer to the object")
  func ordered() throws {
    try Alchemic.withModel {
      $0.register { Disk("disk") }
      Storage.cache($0)
      $0.register { Storage.Metrics() }
      $0.decorate((any Store).self, .order(1)) { (inner, metrics: Storage.Metrics) in
        Storage.Logging(inner, metrics)
      }
    } operation: { () throws in
      #expect(try path() == "caching(logging(disk))")
    }
  }

  @Test("F1: each element of an array is decorated, in the order of the elements")
  func arrays() throws {
    try Alchemic.withModel {
      $0.register(.order(2)) { Storage.Memory() }
      $0.register(.named("a"), .order(3)) { Disk("a") }
      $0.register(.named("b"), .order(1)) { Disk("b") as any Store }
      $0.register(.named("c")) { Storage.Cloud(path: "c") }
      Storage.cache($0)
    } operation: { () throws in
      let paths = try AcGet([any Store].self).map(\.path)
      #expect(paths == ["b", "memory", "a", "c"].map { "caching(\($0))" })
      #expect(try AcGet([Disk].self).map(\.path) == ["a"])
    }
  }

  @Test("F1: by name, by qualifier, and by other criteria")
  func criteria() throws {
    enum Main: AcQualifier {}
    try Alchemic.withModel {
      $0.register(.named("a")) { Disk("a") }
      $0.register(.qualifier(Main.self)) { Storage.Memory() }
      Storage.cache($0)
    } operation: { () throws in
      #expect(try AcGet((any Store).self, .named("a")).path == "caching(a)")
      #expect(try AcGet(Disk.self, .named("a")).path == "a")
      #expect(try AcGet((any Store).self, .qualified(Main.self)).path == "caching(memory)")
      #expect(try AcGet((any Store).self, .ofClass(Disk.self)).path == "caching(a)")
    }
  }

  @Test("F1: a primary is decorated as any other")
  func primaries() throws {
    try Alchemic.withModel {
      $0.register { Disk("disk") }
      $0.register(.primary) { Storage.Memory() }
      Storage.cache($0)
    } operation: { () throws in
      #expect(try path() == "caching(memory)")
      #expect(try AcGet(Disk.self).path == "disk")
    }
  }

  @Test("F1: the products of protocols, structures and functions are decorated")
  func products() throws {
    for declare: (ModelBuilder) -> Void in [
      { $0.register { Storage.Cloud(path: "x") } },
      { $0.register { Storage.Cloud(path: "x") as any Store } },
      { $0.register(.template) { Disk("x") as any Store } },
      { $0.register(object: Disk("x")) },
      { $0.register(.lazy) { Disk("x") } },
    ] {
      try Alchemic.withModel {
        declare($0)
        Storage.log($0)
      } operation: { () throws in
        #expect(try path() == "logging(x)")
        #expect(try path() == "logging(x)")
      }
    }
  }

  @Test("F1: a class that declares itself a decorator")
  func byClass() throws {
    try Alchemic.withModel {
      $0.register { Disk("disk") }
      $0.declare(Auditing.self) { of in
        AcInitializer(of, Auditing.init)
        AcRegister(of, AcDecorates((any Store).self))
      }
    } operation: { () throws in
      #expect(try path() == "auditing(disk)")
    }
  }

  @Test("F1: an initializer is registered as a decorator")
  func byInitializer() throws {
    try Alchemic.withModel {
      $0.register { Disk("disk") }
      $0.register { Storage.Metrics() }
      $0.register(Storage.Logging.init, AcDecorates((any Store).self))
    } operation: { () throws in
      #expect(try path() == "logging(disk)")
    }
  }

  @Test("F1: a decorator of a superclass, and of a value")
  func otherTypes() throws {
    class Animal: @unchecked Sendable { var sound: String { "" } }
    final class Cat: Animal, @unchecked Sendable { override var sound: String { "meow" } }
    final class Loud: Animal, @unchecked Sendable {
      let inner: Animal
      init(_ inner: Animal) { self.inner = inner }
      override var sound: String { inner.sound + "!" }
    }
    try Alchemic.withModel {
      $0.register { Cat() }
      $0.decorate(Animal.self) { Loud($0) }
      $0.register { 20 }
      $0.decorate(Int.self) { $0 + 1 }
      $0.decorate(Int.self) { $0 * 2 }
    } operation: { () throws in
      #expect(try AcGet(Animal.self).sound == "meow!")
      #expect(try AcGet(Cat.self).sound == "meow")
      #expect(try AcGet(Int.self) == 42)
    }
  }

  @Test("F1: the decorator of a protocol that refines another is nearer to the object")
  func refinement() throws {
    try Alchemic.withModel {
      $0.register { Box() }
      $0.decorate((any Readable).self) { ReadLog(inner: $0) }
      $0.decorate((any Writable).self) { WriteLog(inner: $0) }
    } operation: { () throws in
      #expect(try AcGet((any Readable).self).reads == "readLog(writeLog(box))")
      #expect(try AcGet((any Writable).self).reads == "writeLog(box)")
      #expect(try AcGet(Box.self).reads == "box")
    }
  }

  @Test("F1: the properties of a decorator are injected")
  func properties() throws {
    try Alchemic.withModel {
      $0.register { Disk("disk") }
      $0.register { Storage.Metrics() }
      $0.decorate((any Store).self) { Measured($0) }
    } operation: { () throws in
      let store = try #require(try AcGet((any Store).self) as? Measured)
      #expect(store.metrics === (try AcGet(Storage.Metrics.self)))
    }
  }

  @Test("F1: a decorator is part of the model: its facts, its drawing, its events")
  func partOfModel() throws {
    try Alchemic.withModel {
      $0.register { Disk("disk") }
      Storage.log($0)
      Storage.cache($0)
    } operation: { () throws in
      let facts = try Alchemic.model.factories.filter { $0.origin == .decorator }
      #expect(facts.map(\.name) == ["decorated Disk", "decorated decorated Disk"])
      let drawing = "\(try Alchemic.model)"
      #expect(drawing.contains("decorated Disk"))
    }
  }

  @Test("F1: a decorator's error names it, and the next request tries again")
  func failing() throws {
    struct Full: Error {}
    let isFull = Box2(true)
    try Alchemic.withModel {
      $0.register(.lazy) { Disk("x") }
      $0.decorate((any Store).self) { inner in
        if isFull.value { throw Full() }
        return Storage.Caching(inner: inner)
      }
    } operation: { () throws in
      let found = problems { _ = try path() }
      #expect(found.map(\.id) == [.creationFailed])
      #expect(found.first?.subject == "decorated Disk")
      isFull.value = false
      #expect(try path() == "caching(x)")
    }
  }

  @Test("F1: an asynchronous singleton is decorated when it has been awaited")
  func awaited() async throws {
    try await Alchemic.withModel {
      $0.register { () async -> Disk in Disk("net") }
      Storage.log($0)
    } operation: { () async throws in
      #expect(try await AcGetAsync((any Store).self).path == "logging(net)")
      #expect(try path() == "logging(net)")
    }
    try await Alchemic.withModel {
      $0.register(.lazy) { () async -> Disk in Disk("net") }
      Storage.log($0)
    } operation: { () async throws in
      #expect(try await AcGetAsync((any Store).self).path == "logging(net)")
    }
  }

  @Test("F1: the objects of a scope are decorated in each scope")
  func scopes() async throws {
    enum Request: AlchemicScope {}
    try await Alchemic.withModel {
      $0.register(AcScope(Request.self)) { Disk("x") }
      Storage.log($0)
    } operation: { () async throws in
      #expect(problems { _ = try path() }.map(\.id) == [.noScope])
      var seen: [AnyObject?] = []
      for _ in 0..<2 {
        try await Alchemic.withScope(Request.self) {
          #expect(object(try AcGet((any Store).self)) === object(try AcGet((any Store).self)))
          seen.append(object(try AcGet((any Store).self)))
        }
      }
      #expect(seen[0] != nil && seen[0] !== seen[1])
    }
  }
}

private final class Auditing: Store {
  let inner: any Store
  init(_ inner: any Store) { self.inner = inner }
  var path: String { "auditing(\(inner.path))" }
}

private final class Box2: @unchecked Sendable {
  var value: Bool
  init(_ value: Bool) { self.value = value }
}

private final class Measured: Store, @unchecked Sendable {
  let inner: any Store
  @Injected var metrics: Storage.Metrics
  init(_ inner: any Store) { self.inner = inner }
  var path: String { "measured(\(inner.path))" }
}

private protocol Readable: Sendable { var reads: String { get } }
private protocol Writable: Readable {}

private final class Box: Writable {
  var reads: String { "box" }
}

private struct ReadLog: Readable {
  let inner: any Readable
  var reads: String { "readLog(\(inner.reads))" }
}

private struct WriteLog: Writable {
  let inner: any Writable
  var reads: String { "writeLog(\(inner.reads))" }
}
#endif
