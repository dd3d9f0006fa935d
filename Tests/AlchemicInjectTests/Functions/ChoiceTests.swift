#if Invoking
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private protocol Service: AnyObject {}
private final class Real: Service { init() {} }
private final class Session: Sendable {
  let number: Int
  init(_ number: Int = 0) { self.number = number }
}
private class Base: AlchemicAware {
  @Injected var service: any Service
  init() {}
  func didInjectDependencies() {}
}
private final class Derived: Base {
  @Injected var session: Session
}
private final class Maker {
  let made: Counter
  init(_ made: Counter) {
    made.increment()
    self.made = made
  }
  func joined(_ session: Session, _ service: any Service) -> String { "\(session.number)" }
  static func standard() -> [String] { ["standard"] }
}
private final class Plain { @Injected var service: any Service }
private protocol Store: AnyObject {}
private final class FileStore: Store { init() {} }
private final class CloudStore: Store {}
private final class ByName: AlchemicAware {
  @Injected(AcName("file")) var store: any Store
  init(_ made: Counter) { made.increment() }
}
private final class ByClass: AlchemicAware {
  @InjectedArray(AcClass(FileStore.self)) var stores: [any Store]
  init(_ made: Counter) { made.increment() }
}
private final class Numbers {
  @InjectedArray var numbers: [Int]
  @Injected var perhaps: [Int]?
}
private protocol Repository<Item>: AnyObject { associatedtype Item }
private final class Integers: Repository { typealias Item = Int }

@Suite(.ownThreads) struct ChoiceTests {
  @Test("M4, G2: AcSet stores in the primary")
  func setAndPrimaries() throws {
    try Alchemic.withModel { model in
      model.register(AcFactoryName("one")) { Session(1) }
      model.register(AcFactoryName("two"), AcPrimary()) { Session(2) }
    } operation: { () throws in
      try AcSet(Session(3))
      #expect(try (AcGet(AcName("one")) as Session).number == 1)
      #expect(try (AcGet(AcName("two")) as Session).number == 3)
    }
  }

  @Test("M11: arrays are in the order of declaration, not of any hash")
  func arrayOrder() throws {
    let names = (0..<40).map { "name \($0)" }
    for _ in 0..<3 {
      try Alchemic.withModel { model in
        for (number, name) in names.enumerated() {
          model.register(AcFactoryName(name)) { Session(number) }
        }
      } operation: { () throws in
        #expect(try (AcGet() as [Session]).map(\.number) == Array(0..<40))
      }
    }
  }

  @Test("S1: a property of a protocol type finds a conforming class without criteria")
  func protocolProperty() throws {
    try Alchemic.withModel {
      $0.register(Real.init)
    } operation: { () throws in
      #expect(try Plain().service === (AcGet() as Real))
    }
  }

  @Test("I6: an object of a base class is injected, even if only a subclass is registered")
  func baseClass() throws {
    try Alchemic.withModel { model in
      model.register(Real.init)
      model.register { Session(1) }
      model.register(Derived.init)
    } operation: { () throws in
      let (base, derived) = (Base(), Derived())
      AcInjectDependencies(base)
      AcInjectDependencies(derived)
      let (real, session): (Real, Session) = try (AcGet(), AcGet())
      #expect(base.service === real)
      #expect(derived.session === session)
      #expect(derived.service === real)
    }
  }

  @Test("L4: the event of a store has the value before the store", .alchemicMain)
  func oldValue() throws {
    let olds = Log<Int>()
    try Alchemic.start { $0.register { Session(1) } }
    Alchemic.observe { event in
      guard case .didStoreObject(_, let values) = event else { return }
      olds.add((values.old as? Session)?.number ?? -1)
    }
    try AcSet(Session(2))
    try AcSet(Session(3))
    #expect(olds.entries == [1, 2])
  }

  @Test("I12: a singleton that several threads request first is created once")
  func creation() throws {
    for _ in 0..<100 {
      let made = Counter()
      let model = try makeModel { $0.register { Maker(made) } }
      onThreads(4) { _ in _ = try? model.get(Maker.self) }
      #expect(made.value == 1)
    }
  }

  @Test("M3, M4: a host whose property does not need the unset reference is created at start")
  func chosenByCriteria() throws {
    let made = Counter()
    let model = try makeModel { model in
      model.register(FileStore.init, AcFactoryName("file"))
      model.register(CloudStore.self, AcReference(), AcPrimary())
      model.register { ByName(made) }
      model.register { ByClass(made) }
    }
    let report = try model.createSingletons()
    #expect(report.waiting.isEmpty)
    #expect(made.value == 2)
  }

  @Test("G4: AcInvoke returns optional arrays")
  func optionalArrays() throws {
    try Alchemic.withModel { model in
      model.register(AcFactoryName("list")) { ["a"] }
      model.register(AcFactoryName("none"), AcNillable()) { () -> [Int]? in nil }
    } operation: { () throws in
      let list: [String]? = try AcInvoke(AcName("list"))
      #expect(list == ["a"])
      let none: [Int]? = try AcInvoke(AcName("none"))
      #expect(none == nil)
    }
  }

  @Test("S1, I3: an array that one factory produces is found if no factory produces elements")
  func wholeArray() throws {
    try Alchemic.withModel {
      $0.register { [1, 2, 3] }
    } operation: { () throws in
      let numbers = Numbers()
      #expect(numbers.numbers == [1, 2, 3] && numbers.perhaps == [1, 2, 3])
    }
    try Alchemic.withModel { model in
      model.register { [1, 2, 3] }
      model.register { 4 }
    } operation: { () throws in
      #expect(Numbers().numbers == [4])
      #expect(try AcGet([Int].self, AcName("[Int]")) == [1, 2, 3])
    }
  }

  @Test("S1: a protocol with type arguments is found by its exact type; the remedy states that")
  func constrained() throws {
    let found = problems { model in
      model.register(Integers.init)
      model.register { (_: any Repository<Int>) in 1 }
    }
    #expect(found.map(\.id) == [.noMatch])
    #expect(found[0].description.contains("register it as exactly that type"))
    try Alchemic.withModel {
      $0.register { Integers() as any Repository<Int> }
    } operation: { () throws in
      _ = try AcGet((any Repository<Int>).self)
    }
  }

  @Test("S2: AcProtocol takes protocols only")
  func noProtocol() throws {
    try Alchemic.withModel {
      $0.register(FileStore.init)
    } operation: {
      let found = problems { _ = try AcGet((any Store).self, AcProtocol(FileStore.self)) }
      #expect(found.map(\.id) == [.wrongCriteria])
      #expect(found[0].description.contains(".conforming(FileStore.self)"))
    }
  }
}
#endif
