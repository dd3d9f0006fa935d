import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

private typealias Store = Storage.Store
private typealias Disk = Storage.Disk

private func path() throws -> String { try AcGet((any Store).self).path }

private final class Screen: AlchemicAware, @unchecked Sendable {
  @Transient var store: any Store
  private(set) var seen: [String] = []
  func didInject(variable: String) { seen.append(store.path) }
}

private final class Reader: @unchecked Sendable {
  @Transient var store: any Store
}

@Suite struct DecoratorSettingTests {
  @Test("F1: AcSet stores what is wrapped, and the next request wraps it")
  func set() throws {
    try Alchemic.withModel {
      $0.register { Disk("a") }
      Storage.log($0)
      Storage.cache($0)
    } operation: { () throws in
      let reader = Reader()
      #expect(reader.store.path == "caching(logging(a))")
      try AcSet(Disk("b"))
      #expect(try path() == "caching(logging(b))")
      #expect(reader.store.path == "caching(logging(b))")
      #expect(try AcGet(Disk.self).path == "b")
      try AcSet(Disk("c"))
      #expect(try path() == "caching(logging(c))")
    }
  }

  @Test("F1: hosts that follow are notified once, with the new decorator")
  func hooks() throws {
    try Alchemic.withModel {
      $0.register { Disk("a") as any Store }
      $0.register { Screen() }
      Storage.cache($0)
    } operation: { () throws in
      let screen: Screen = try AcGet()
      #expect(screen.seen == ["caching(a)"])
      try AcSet(Storage.Cloud(path: "b") as any Store)
      #expect(screen.seen == ["caching(a)", "caching(b)"])
    }
  }

  @Test("F1: a reference is decorated when it is set; nil stays nil")
  func references() throws {
    try Alchemic.withModel {
      $0.register((any Store).self, .reference)
      Storage.log($0)
    } operation: { () throws in
      #expect(problems { _ = try path() }.map(\.id) == [.unsetReference])
      try AcSet(Disk("a") as any Store)
      #expect(try path() == "logging(a)")
    }
    try Alchemic.withModel {
      $0.register((any Store).self, .reference, .nillable)
      Storage.log($0)
    } operation: { () throws in
      #expect(try AcGet((any Store)?.self) == nil)
      try AcSet(Disk("a") as any Store)
      #expect(try AcGet((any Store)?.self)?.path == "logging(a)")
      try AcSet(nil as (any Store)?)
      #expect(try AcGet((any Store)?.self) == nil)
    }
  }

  @Test("F1: AcSet by name and by class sets what is wrapped")
  func criteria() throws {
    try Alchemic.withModel {
      $0.register(.named("a")) { Disk("a") }
      $0.register(.named("b")) { Disk("b") }
      Storage.cache($0)
    } operation: { () throws in
      try AcSet(Disk("c"), .named("b"))
      #expect(try AcGet([any Store].self).map(\.path) == ["caching(a)", "caching(c)"])
    }
  }

  @Test("F1: a weak object is wrapped by a weak object, or each time")
  func weak() throws {
    class Animal: @unchecked Sendable { var sound: String { "meow" } }
    final class Loud: Animal, @unchecked Sendable {
      let inner: Animal
      init(_ inner: Animal) { self.inner = inner }
      override var sound: String { inner.sound + "!" }
    }
    try Alchemic.withModel {
      $0.register(.weak) { Animal() }
      $0.decorate(Animal.self) { Loud($0) }
      $0.register(.weak) { Disk("a") }
      Storage.cache($0)
    } operation: { () throws in
      var first: Animal? = try AcGet()
      #expect((try AcGet(Animal.self)) === first)
      weak let inner = (first as? Loud)?.inner
      #expect(inner != nil)
      first = nil
      #expect(inner == nil)
      #expect(try AcGet(Animal.self).sound == "meow!")
      #expect(try path() == "caching(a)")
    }
  }

  @Test("F1: objects that are set while others ask are never mixed up", .timeLimit(.minutes(5)))
  func race() async throws {
    try await Alchemic.withModel {
      $0.register { Disk("0") }
      Storage.log($0)
    } operation: { () async throws in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<4 {
          group.addTask {
            for number in 0..<500 {
              if task == 0 { try AcSet(Disk("\(number)")) }
              let path = try path()
              #expect(path.hasPrefix("logging(") && !path.hasPrefix("logging(logging("))
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try path() == "logging(499)")
    }
  }
}
