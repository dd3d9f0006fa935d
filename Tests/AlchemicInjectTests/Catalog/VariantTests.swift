#if Invoking && Suggestions
import Alchemic
import AlchemicTestSupport
import Testing

/// Texts of problems that differ from those on their pages.
@Suite struct VariantTests {
  private final class Plain: Sendable {}
  private let file = "AlchemicInjectTests/VariantTests.swift"

  private func text(_ configure: (ModelBuilder) -> Void) -> String {
    problems(configure).map(\.description).joined(separator: "\n")
  }

  private func text(
    _ configure: (ModelBuilder) -> Void, _ body: () throws -> Void
  ) -> String {
    problems { try withStartedModel(configure, body) }.map(\.description).joined(separator: "\n")
  }

  @Test("E1: wrong-type: a value cannot be held weakly")
  func weakProperty() {
    final class Meter: AlchemicAware { @Weak var limit: Int? }
    let line = #line + 3
    let found = text { model in
      model.register { 100 }
      model.register(Meter.init)
    } _: {
    }
    #expect(
      found == """
        [wrong-type] 'Int' cannot be held weakly: it is no object.
           needed by   Meter.limit
                       Meter — \(file):\(line)
           → use @Injected
        """)
  }

  @Test("E1: cycle: closures that call AcGet are steps of the path")
  func closures() {
    final class Bank { init(_ auditor: Auditor) {} }
    final class Auditor { init(_ bank: Bank) {} }
    let line = #line + 2
    let found = text { model in
      model.register { Bank(try AcGet()) }
      model.register { Auditor(try AcGet()) }
    } _: {
    }
    #expect(
      found == """
        [cycle] 'Bank' needs itself before it exists.
           needed by   AcGet — \(file):\(line + 1)
                       Auditor — \(file):\(line + 1)
                       AcGet — \(file):\(line)
                       Bank — \(file):\(line)
           → remove one of these dependencies, or turn it into an @Injected property: properties are filled after the objects exist
        """)
  }

  @Test("E1: not-makeable: the remedy names the class, not its factory, and where it is declared")
  func notMakeable() {
    let line = #line + 2
    let named = text { model in
      model.declare(Plain.self) { AcRegister($0, .named("the plain one")) }
    }
    #expect(
      named == """
        [not-makeable] Nothing declares how 'the plain one' is created, or that it is a reference.
           • 'the plain one' (Plain) — \(file):\(line)
           → in the closure of model.declare call AcInitializer(of, Plain.init) or AcRegister(of, .reference)
        """)
  }

  @Test("E1: registered-twice: calls are counted")
  func registeredOften() {
    let found = text { model in
      model.declare(Plain.self) { of in
        AcInitializer(of, Plain.init)
        for _ in 0..<3 { AcRegister(of) }
      }
    }
    #expect(found.hasPrefix("[registered-twice] AcRegister was called 3 times for 'Plain'.\n"))
  }

  @Test("E1: option-conflict: a weak value; one declaration twice; more than two options")
  func conflicts() {
    let line = #line + 1
    let weak = text { $0.register(.named("limit"), .weak) { 100 } }
    #expect(
      weak == """
        [option-conflict] 'limit' cannot have .weak, because its products are not objects (Int).
           • .weak — \(file):\(line)
           → remove it
        """)
    let twice = text { model in
      model.declare(Plain.self) { of in
        AcInitializer(of, Plain.init)
        AcInitializer(of, Plain.init)
      }
    }
    #expect(
      twice.hasPrefix(
        "[option-conflict] 'Plain' has 2 options of one kind: AcInitializer and AcInitializer.\n"))
    let three = text { $0.register(.order(1), .order(2), .order(3)) { 1 } }
    #expect(
      three.hasPrefix(
        "[option-conflict] 'Int' cannot have all of .order(1) and .order(2) and .order(3).\n"))
  }

  @Test("E1: transient-template: an array names the template among its elements")
  func templateInArray() {
    final class Host: AlchemicAware { @Transient(.ofClass(Plain.self)) var all: [Plain] }
    let line = #line - 1
    let found = text { model in
      model.register(.named("kept")) { Plain() }
      model.register(.named("new"), .template) { Plain() }
      model.register(Host.init)
    } _: {
    }
    #expect(
      found == """
        [transient-template] A property follows 'new', which is a template: AcSet cannot replace its objects.
           needed by   Host.all — \(file):\(line)
                       Host — \(file):\(line + 5)
           • 'new' (Plain) — \(file):\(line + 4)
           → use @Injected, or make the factory a singleton or a reference
        """)
  }

  @Test("E1: not-settable: nothing registered, no such name, nil without criteria")
  func notSettable() {
    func text(_ body: () throws -> Void) -> String { self.text({ _ in }, body) }
    let line = #line + 1
    let nothing = text { try AcSet(Plain()) }
    #expect(
      nothing == """
        [not-settable] AcSet found nothing to set for 'Plain'.
           needed by   AcSet — \(file):\(line)
           → register a factory for it, with .reference if only AcSet creates it
        """)
    let misspelt = self.text {
      $0.register(.named("plain")) { Plain() }
    } _: {
      try AcSet(Plain(), .named("palin"))
    }
    #expect(misspelt.hasPrefix("[no-match] Nothing produces 'Plain' with .named(\"palin\").\n"))
    #expect(misspelt.contains("did you mean 'plain' (Plain) — "))
    let nothingInParticular = text { try AcSet(AcNil) }
    #expect(nothingInParticular.hasSuffix("→ select the factory with .named(…)"))
  }

  @Test("E1: unexpected-nil: an invoked function returns nil, and an object is requested")
  func invokedNil() {
    let line = #line + 2
    let found = text {
      $0.register(.nillable) { () -> Plain? in nil }
    } _: {
      _ = try AcInvoke(.named("Plain")) as Plain
    }
    #expect(
      found == """
        [unexpected-nil] 'Plain' is nil, but an object was requested.
           needed by   AcInvoke — \(file):\(line + 2)
           • 'Plain' — \(file):\(line)
           → request an optional, or set an object first
        """)
  }
}
#endif
