import AlchemicCore
import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

// In this file only their declarations name the classes. Discovery finds them.

private protocol Found: AnyObject {}

final class FoundCreatable: AlchemicCreatable, Found {
  init() {}
}

private final class FoundPrivate: AlchemicManaged, Found {
  init() {}
  static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, FoundPrivate.init)
    AcRegister(of, AcFactoryName("found private"))
  }
}

/// A class that retains the argument of its declaration.
private final class FoundKeeping: AlchemicCreatable {
  static let kept = Log<UnsafeTransfer<ClassObjectFactory>>()
  init() {}
  static func alchemic(_ of: ClassObjectFactory) { kept.add(UnsafeTransfer(of)) }
}

private enum Outer {
  enum Inner {
    final class FoundNested: AlchemicCreatable, Found {
      init() {}
    }
  }
}

private func neverCalled() {
  final class FoundLocal: AlchemicCreatable, Found {
    init() {}
    static func alchemic(_ of: ClassObjectFactory) { AcRegister(of, AcFactoryName("found local")) }
  }
}

class FoundBase: AlchemicCreatable, Found {
  required init() {}
}

final class NotFoundSubclass: FoundBase {}

final class FoundSubclass: FoundBase, AlchemicSubclass {
  static func alchemicSubclass(_ of: ClassObjectFactory) {
    AcRegister(of, AcFactoryName("found subclass"))
  }
}

final class GenericManaged<Element>: AlchemicCreatable {
  init() {}
}

final class FoundConfiguration: AlchemicConfig {
  static func configureAlchemic(_ model: ModelBuilder) {
    model.register(AcFactoryName("found value")) { FoundValue(number: 7) }
  }
}

final class MistakenConfiguration: AlchemicConfig {
  /// What it does besides declaring, in the test that sets it.
  static let mistake = Locked<(@Sendable () -> Void)?>(nil)

  static func configureAlchemic(_ model: ModelBuilder) {
    mistake.withLock { $0 }?()
  }
}

struct FoundValue { let number: Int }

@Suite(.alchemicMain) struct DiscoveryTests {
  @Test(
    "R1: classes that no code refers to are found: public, private, nested, local, marked subclass")
  func findsClasses() throws {
    try Alchemic.start()
    let all: [any Found] = try AcGet()
    #expect(
      Set(all.map { String(describing: type(of: $0)) }) == [
        "FoundBase", "FoundCreatable", "FoundSubclass", "FoundLocal", "FoundPrivate", "FoundNested",
      ])
    #expect(all.count == 6)
  }

  @Test("R1, M11: discovered classes come in the order of their qualified names, at every start")
  func orderIsStable() throws {
    let orders = try (0..<3).map { _ in
      try Alchemic.start()
      defer { Alchemic.reset() }
      let all: [any Found] = try AcGet()
      return all.map { String(describing: type(of: $0)) }
    }
    // The qualified name of a nested class begins with the name of the outer type.
    #expect(
      orders[0] == [
        "FoundBase", "FoundCreatable", "FoundLocal", "FoundPrivate", "FoundNested", "FoundSubclass",
      ])
    #expect(orders[0] == orders[1])
    #expect(orders[0] == orders[2])
  }

  @Test("R1: the argument of alchemic(_:) refers to its class, also when the class retains it")
  func keptDeclaration() {
    ModelBuilder().discover()
    let types = FoundKeeping.kept.entries.map { ObjectIdentifier($0.value.type) }
    #expect(!types.isEmpty && Set(types) == [ObjectIdentifier(FoundKeeping.self)])
  }

  @Test("R1: a conforming generic class is named in a warning")
  func warnsOfGenericClass() throws {
    let log = Log<Problem>()
    Alchemic.observe { if case .warning(let warning) = $0 { log.add(warning) } }
    try Alchemic.start()
    #expect(
      log.entries.map(\.headline).contains(
        "[generic-class] 'AlchemicCoreTests.GenericManaged' is generic, so it cannot be discovered."
      ))
  }

  @Test("R5: a configuration is found, and declares values")
  func findsConfiguration() throws {
    try Alchemic.start()
    #expect(try AcGet(FoundValue.self, AcName("found value")).number == 7)
  }

  @Test("R5: a configuration that validates the model is told that it is one")
  func validatingConfiguration() throws {
    let found = Log<Problem>()
    // A test with a model of its own may discover the same configuration meanwhile.
    let thread = ThreadID.current
    let validate: @Sendable () -> Void = {
      guard ThreadID.current == thread else { return }
      for problem in problems(in: { try Alchemic.validate() }) { found.add(problem) }
    }
    MistakenConfiguration.mistake.withLock { $0 = validate }
    defer { MistakenConfiguration.mistake.withLock { $0 = nil } }
    try Alchemic.start()
    #expect(
      found.entries.map(\.description) == [
        """
        [not-started] Alchemic was used by a declaration that it has found itself.
           → call it when the declaration has returned
        """
      ])
  }

  #if Suggestions
  @Test("R1, S4: requesting a subclass without its marker is an error that names the marker")
  func unmarkedSubclass() throws {
    try Alchemic.start()
    let found = problems { _ = try AcGet() as NotFoundSubclass }
    #expect(found.map(\.id) == [.noMatch])
    #expect(found[0].description.contains("→ add AlchemicSubclass to NotFoundSubclass: "))
  }
  #endif

  @Test("L1: validate() accepts the discovered classes")
  func validates() throws {
    try Alchemic.validate()
  }
}
