import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private protocol Printer: AnyObject, Sendable { var name: String { get } }

private final class LinePrinter: Printer, AlchemicCreatable {
  var name: String { "printer" }
}

private final class FakePrinter: Printer, AlchemicTestDouble {
  var name: String { "double" }
}

private final class NamedPrinter: Printer {
  let name: String
  init(_ name: String) { self.name = name }
}

private final class Office: AlchemicManaged, Sendable {
  let printer: any Printer
  init(printer: any Printer) { self.printer = printer }
  static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Office.init) }
}

private class Paper: AlchemicManaged {
  let size: Int
  init(size: Int) { self.size = size }
  static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, Paper.init, .value(4))
    AcRegister(of, .named("paper"))
  }
}

private final class FakePaper: Paper, AlchemicTestDouble {
  init() { super.init(size: 0) }
}

private class Ink: AlchemicCreatable {
  required init() {}
  var isFake: Bool { false }
}

private final class FakeInk: Ink, AlchemicTestDouble, AlchemicSubclass {
  override var isFake: Bool { true }
  static func alchemicSubclass(_ of: ClassObjectFactory) { AcRegister(of, .named("fake ink")) }
}

@Suite("Test doubles")
struct TestDoubleTests {
  @Test("X3: a double wins over the program's service in a test", .alchemic)
  func wins() throws {
    #expect(try AcGet((any Printer).self).name == "double")
    #expect(try AcGet(Office.self).printer.name == "double")
    #expect(try AcGet([any Printer].self).map(\.name) == ["double"])
  }

  @Test("X3: a double may inherit a managed class, and does not repeat its declarations", .alchemic)
  func subclass() throws {
    #expect(try AcGet(Paper.self).size == 0)
    #expect(try AcGet(Ink.self).isFake)
    #expect(try AcGet(Ink.self, .named("fake ink")).isFake)
  }

  @Test(
    "X3: the test's own replacements win over doubles",
    .alchemic { $0.register { NamedPrinter("own") as any Printer } })
  func loses() throws {
    #expect(try AcGet(Office.self).printer.name == "own")
  }

  @Test("X3: each test has its own objects of a double", .alchemic)
  func ownObjects() async throws {
    let printer: any Printer = try AcGet()
    #expect(try AcGet((any Printer).self) === printer)
    try await Task.detached { [test = Test.current] in
      try await run(.alchemic, on: test) { () throws in
        #expect(try AcGet((any Printer).self) !== printer)
      }
    }.value
  }

  @Test("X3: the main model of a test process has no doubles", .alchemicMain)
  func mainModel() async throws {
    try await Alchemic.start()
    #expect(try AcGet((any Printer).self).name == "printer")
    #expect(try AcGet(Paper.self, .named("paper")).size == 4)
    #expect(!(try AcGet(Ink.self).isFake))
    #expect(try await Alchemic.discover().isEmpty)
    #expect(try Alchemic.validate().warnings.allSatisfy { !"\($0)".contains("FakePrinter") })
    let names = try Alchemic.model.factories.map(\.name)
    #expect(!names.contains { ["FakePrinter", "FakePaper", "fake ink"].contains($0) })
  }

  @Test("X3: a child without the trait has no doubles")
  func withoutTrait() throws {
    try Alchemic.withModel {
      $0.register { 1 }
    } operation: { () throws in
      #expect(try AcGet((any Printer).self).name == "printer")
    }
  }
}
