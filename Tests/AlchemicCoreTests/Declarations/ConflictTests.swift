import AlchemicInject
import AlchemicTestSupport
import Testing

private final class Plain: Sendable {}

private final class Ready: AlchemicCreatable { init() {} }

private final class Maker {
  func part() -> Int { 1 }
}

/// Two options that exclude each other, on lines of their own, in one order or the other.
struct Conflict: CustomTestStringConvertible, Sendable {
  let first: FactoryOption
  let second: FactoryOption
  var testDescription: String { "\(first.kind) and \(second.kind)" }

  static let all: [Conflict] = {
    let template = AcTemplate()
    let others = [AcReference(), AcWeak(), AcNillable(), AcTransient()]
    return others.flatMap {
      [Conflict(first: template, second: $0), Conflict(first: $0, second: template)]
    }
  }()
}

@Suite struct ConflictTests {
  private let file = "AlchemicCoreTests/ConflictTests.swift"

  @Test(
    "M9: a template cannot be a reference, weak, nillable or transient", arguments: Conflict.all
  )
  func template(_ conflict: Conflict) throws {
    let found = problems { model in
      model.register(conflict.first, conflict.second, AcFactoryName("plain")) { Plain() }
    }.filter { $0.detail.contains(".template") }
    #expect(found.map(\.id) == [.optionConflict])
    #expect(found[0].description.contains("'plain' cannot have both .template and ."))
    #expect(found[0].candidates.map(\.location).contains(conflict.first.location))
    #expect(found[0].candidates.map(\.location).contains(conflict.second.location))
  }

  @Test("M9: a reference is no creatable class")
  func creatableReference() {
    let line = #line + 2
    let found = problems { model in
      model.declare(Ready.self) { AcRegister($0, .reference) }
    }
    #expect(
      found.map(\.description) == [
        """
        [option-conflict] 'Ready' cannot have both .reference and AlchemicCreatable.
           • .reference — \(file):\(line)
           • AlchemicCreatable
           → keep only one of them
        """
      ])
    // Other code that knows the class may have it made elsewhere.
    #expect(problems { $0.register(Ready.self, .reference) }.isEmpty)
  }

  @Test("M9: the message names the factory, both options and both source locations")
  func places() throws {
    let line = #line + 3
    let found = problems { model in
      model.register(
        AcNillable(),
        AcTemplate()
      ) { Plain() }
    }
    #expect(
      found.map(\.description) == [
        """
        [option-conflict] 'Plain' cannot have both .template and .nillable.
           • .template — \(file):\(line + 1)
           • .nillable — \(file):\(line)
           → keep only one of them
        """
      ])
  }

  @Test(
    "M9: a reference with an initializer is an error in either order", arguments: [true, false])
  func referenceWithInitializer(optionFirst: Bool) throws {
    let found = problems { model in
      model.declare(Plain.self) { of in
        if optionFirst { AcRegister(of, AcReference()) }
        AcInitializer(of, Plain.init)
        if !optionFirst { AcRegister(of, AcReference()) }
      }
    }
    let line = #line - 4
    #expect(found.map(\.id) == [.optionConflict])
    #expect(found[0].detail == ".reference and AcInitializer")
    #expect(
      found[0].candidates.map { $0.location?.line } == [optionFirst ? line - 1 : line + 1, line])
  }

  @Test("M9: a reference that a method or a closure would create is an error")
  func referenceOnMethod() throws {
    let method = problems { model in
      model.declare(Maker.self) { of in
        AcInitializer(of, Maker.init)
        AcMethod(of, Maker.part, options: AcReference())
      }
    }
    #expect(method.map(\.id) == [.optionConflict])
    #expect(method[0].detail == ".reference and AcMethod")
    let closure = problems { $0.register(AcReference()) { Plain() } }
    #expect(closure.map(\.id) == [.optionConflict])
    #expect(closure[0].detail == ".reference and its function")
  }

  @Test("M9: a value type cannot be held weakly, whatever the order of the options")
  func weakValue() throws {
    for options in [[AcWeak(), AcOrder(1)], [AcOrder(1), AcWeak()]] {
      let found = problems { $0.register(options[0], options[1]) { 5 } }
      #expect(found.map(\.id) == [.optionConflict])
      #expect(
        found[0].headline
          == "[option-conflict] 'Int' cannot have .weak, because its products are not objects (Int)."
      )
      #expect(found[0].candidates.map(\.name) == [".weak"])
    }
    #expect(problems { $0.register(AcWeak(), AcReference()) { 5 } }.count == 2)
    #expect(problems { $0.register(AcWeak()) { Plain() as any Sendable } }.count == 1)
  }

  @Test("M9: two names, two positions and two initializers are reported with both locations")
  func repeated() throws {
    let found = problems { model in
      model.declare(Plain.self) { of in
        AcRegister(
          of, AcFactoryName("one"),
          AcFactoryName("two"), AcOrder(1),
          AcOrder(2))
        AcInitializer(of, Plain.init)
        AcInitializer(of, Plain.init)
      }
    }
    let line = #line - 7
    #expect(found.map(\.id) == [.optionConflict, .optionConflict, .optionConflict])
    #expect(
      found.map(\.detail) == [
        "AcInitializer and AcInitializer",
        ".named(\"one\") and .named(\"two\")", ".order(1) and .order(2)",
      ])
    #expect(
      found.map { $0.candidates.map { $0.location?.line } } == [
        [line + 3, line + 4], [line, line + 1], [line + 1, line + 2],
      ])
  }

  @Test("M9: all conflicts are reported together with the other problems of the model")
  func together() throws {
    let found = problems { model in
      model.register(AcTemplate(), AcWeak(), AcNillable(), AcTransient()) { Plain() }
      model.register(AcFactoryName("twin")) { 1 }
      model.register(AcFactoryName("twin")) { 2 }
      model.register { (_: Maker) in "needs a maker" }
    }
    #expect(
      found.map(\.id) == [
        .optionConflict, .optionConflict, .optionConflict, .duplicateName, .noMatch,
      ])
  }

  @Test("M9: a duplicate name is reported with both locations")
  func duplicateName() throws {
    let found = problems { model in
      model.register(AcFactoryName("twin")) { 1 }
      model.declare(Plain.self) { of in
        AcRegister(of, AcFactoryName("twin"))
        AcInitializer(of, Plain.init)
      }
    }
    #expect(found.map(\.id) == [.duplicateName])
    #expect(Set(found[0].candidates.map { $0.location?.line }).count == 2)
  }

  @Test("M9: several duplicate names are reported in alphabetical order")
  func duplicateNames() {
    let found = problems { model in
      for name in ["c", "a", "b", "c", "b", "a", "b"] {
        model.register(AcFactoryName(name)) { Plain() }
      }
    }
    #expect(found.map(\.subject) == ["a", "b", "c"])
    #expect(found.map(\.candidates.count) == [2, 3, 2])
  }

  @Test("M9, M5: options that may be combined are not reported")
  func legal() throws {
    #expect(
      problems { model in
        model.register(AcWeak(), AcNillable(), AcTransient(), AcLazy(), AcPrimary()) { Plain() }
        model.register(
          Maker.self, AcReference(), AcWeak(), AcNillable(), AcTransient(), AcFactoryName("maker"))
      }.isEmpty)
  }
}
