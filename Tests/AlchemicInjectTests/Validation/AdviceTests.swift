#if Suggestions && Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private protocol Store: AnyObject {}
private protocol Shelf: AnyObject {}
private protocol Shape {}
private protocol Round {}
private struct Square: Shape {}
private struct Disc: Shape, Round {}
private final class Ring: Shape, Round {}
private protocol Loud {}
private protocol Calm {}
private final class Horn: Loud {}
private final class Pillow: Calm {}
private final class Disk: Store {}
private final class Cloud: Store {}
private final class Pair<Element> {}
private enum Main: AcQualifier {}
private enum Mian: AcQualifier {}
private enum Visit: AlchemicScope {}
private enum Order: AlchemicScope { static let outer = Visit.self }
private final class Cart {}
private final class Safe { func key() -> [UInt8] { [7] } }
private final class Cabinet { @Qualified<Main>.InjectedArray var stores: [any Store] }
private final class Guest { init(_ cart: Cart) {} }
private final class Stand { @Transient var cart: Cart }
private final class Crate: Store {
  let inner: any Store
  init(_ inner: any Store) { self.inner = inner }
}
private final class Parent {
  var child: Child?
  var makeChild: Provider<Child>?
}
private final class Child { init(_ parent: Parent) {} }
private final class Left {
  @Injected var right: Right
  init() { _ = right }
}
private final class Right {
  @Injected var left: Left
  init() { _ = left }
}

/// Advice that did not help is one that does now: each is followed as it stands.
@Suite(.ownThreads) struct AdviceTests {
  private func advice(_ configure: (ModelBuilder) -> Void) -> [String] {
    problems { _ = try makeModel(.strict, configure) }.map {
      $0.description.components(after: "→ ")
    }
  }

  private func advice(
    _ configure: (ModelBuilder) -> Void = { _ in }, request: () throws -> Void
  ) -> String? {
    problems { try Alchemic.withModel(configure, operation: request) }.first?.description
      .components(after: "→ ")
  }

  private func isSound(_ configure: (ModelBuilder) -> Void) -> Bool {
    problems { _ = try makeModel(.strict, configure) }.isEmpty
  }

  @Test("V6: an empty name finds nothing: give one")
  func emptyName() {
    let text = advice({ $0.register(Disk.init) }) { _ = try AcGet(Disk.self, .named("")) }
    #expect(text == "give the name of a factory: none has an empty one")
  }

  @Test("V6: two values with one qualifier: another qualifier, or a primary")
  func twoQualified() {
    let two: (ModelBuilder) -> Void = { model in
      model.register(.qualifier(Main.self)) { 1 }
      model.register(.qualifier(Main.self)) { 2 }
    }
    #expect(
      advice(two) == [
        "remove one, give each its own .qualifier(…), or mark the one that replaces another with "
          + ".primary"
      ])
    #expect(
      isSound { model in
        model.register(.qualifier(Main.self)) { 1 }
        model.register(.qualifier(Mian.self)) { 2 }
      })
    #expect(
      isSound { model in
        model.register(.qualifier(Main.self)) { 1 }
        model.register(.qualifier(Main.self), .primary) { 2 }
        model.register({ (_: Int) in "" }, .qualified(Main.self))
      })
  }

  @Test("V6: an unknown qualifier of a value: only values with a qualifier are proposed")
  func unknownQualifier() throws {
    let configure: (ModelBuilder) -> Void = { model in
      model.register(.named("a")) { Float(1) }
      model.register(.named("b")) { Float(2) }
      model.register(.qualifier(Mian.self)) { Float(3) }
    }
    let found = problems {
      try Alchemic.withModel(configure) { _ = try AcGet(Float.self, .qualified(Main.self)) }
    }
    #expect(found.first?.candidates.map(\.name) == ["Float (Mian)"])
    #expect(found.first?.description.contains("did you mean 'Float (Mian)'") == true)
  }

  @Test("V6: a class that is declared twice: remove one")
  func declaredTwice() {
    let text = advice { model in
      model.declare(Disk.self) { AcInitializer($0, Disk.init) }
      model.register(Disk.init)
    }
    #expect(text.first?.hasPrefix("remove one, ") == true)
  }

  @Test("V6: a short name of a type is not compared with all names")
  func shortName() {
    let found = problems { model in
      model.register(.named("Root")) { Disk() }
      model.register { (_: Bool) in Cloud() }
    }
    #expect(found.map(\.candidates.count) == [0])
  }

  @Test("V6: all candidates are listed, up to six")
  func allCandidates() {
    let found = problems { model in
      for name in ["a", "b", "c", "d"] { model.register(.named(name)) { Disk() } }
      model.register({ (_: Disk) in Cloud() }, .named("other"))
    }
    #expect(found.first?.candidates.map(\.name) == ["a", "b", "c", "d"])
  }

  @Test("V6: for a composition, only types that have all of it are proposed, and only classes")
  func compositions() {
    let both = advice { _ = try AcGet((any Shape & Round).self) }
    #expect(both?.contains("Ring") == true && both?.contains("Disc") == true)
    #expect(both?.contains("Square") == false)
    let objects = advice { _ = try AcGet((any Shape & AnyObject).self) }
    #expect(objects?.contains("Ring") == true && objects?.contains("Disc") == false)
  }

  @Test("V6: for a composition that nothing has, the factories of its parts are listed")
  func partsOfComposition() throws {
    let found = problems { model in
      model.register(Horn.init)
      model.register { Pillow() as any Calm }
      model.register(Disk.init)
      model.register { (_: any Loud & Calm) in Cloud() }
    }
    #expect(found.map(\.id) == [.noMatch])
    #expect(found.first?.candidates.map(\.name) == ["Horn", "Calm"])
    #expect(
      found.first?.description.contains("register what conforms to all of Calm & Loud") == true)
    #expect(
      isSound { model in
        model.register { (_: Horn, _: any Calm) in Cloud() }
        model.register(Horn.init)
        model.register { Pillow() as any Calm }
      })
  }

  @Test("V6: a generic class is never discovered: register it")
  func generic() throws {
    let text = advice { _ = try AcGet(Pair<Int>.self) }
    #expect(text?.contains("model.register(Pair<Int>.init)") == true)
    try Alchemic.withModel {
      $0.register(Pair<Int>.init)
    } operation: { () throws in
      _ = try AcGet(Pair<Int>.self)
    }
  }

  @Test("V6, O6: a scope cannot lie within the one that lies within it")
  func reversedScopes() {
    let text = advice { model in
      model.register(Cart.init, .scope(Order.self))
      model.register(Guest.init, .scope(Visit.self))
    }
    #expect(text.count == 1 && text.first?.contains("outer scope") == false)
    #expect(
      isSound { model in
        model.register(Cart.init, .scope(Order.self))
        model.register(Guest.init, .scope(Order.self))
      })
  }

  @Test("V6, O1: an object that no scope declares is set: declare a reference of the scope")
  func undeclared() async throws {
    let wrong = await problems {
      try await Alchemic.withModel {
        $0.register(Cart.init, .scope(Visit.self))
      } operation: {
        try await Alchemic.withScope(Visit.self) {
          try $0.set(Disk())
        } operation: {
        }
      }
    }
    #expect(
      wrong.first?.description.hasSuffix(
        "declare it as a reference of the scope: model.register(Disk.self, .reference, "
          + ".scope(Visit.self))") == true)
    try await Alchemic.withModel {
      $0.register(Disk.self, .reference, .scope(Visit.self))
    } operation: { () async throws in
      try await Alchemic.withScope(Visit.self) {
        try $0.set(Disk())
      } operation: {
      }
    }
  }

  @Test("V6: a decorator takes the decorated object once")
  func decoratedTwice() {
    let text = advice { model in
      model.register(Disk.init)
      model.decorate((any Store).self) { (inner: any Store, _: any Store) in Crate(inner) }
    }
    #expect(text == ["take 'Store' only once: a second one would be the decorator itself"])
    #expect(
      isSound { model in
        model.register(Disk.init)
        model.decorate((any Store).self) { (inner: any Store) in Crate(inner) }
      })
  }

  @Test("V6: a class that wraps by hand: by name, or as a decorator")
  func byHand() {
    let text = advice { model in
      model.register(Disk.init)
      model.register(Crate.init, .primary)
    }
    #expect(text.first?.hasSuffix("; or let it wrap each Store, with .decorates(…)") == true)
    #expect(
      isSound { model in
        model.register(Disk.init)
        model.register(Crate.init, .decorates((any Store).self))
      })
  }

  @Test("V6, O6: a decorator has no scope: a provider")
  func captiveOfDecorator() {
    let wrong: (ModelBuilder) -> Void = { model in
      model.register(Disk.init)
      model.register(Cart.init, .scope(Visit.self))
      model.decorate((any Store).self) { (inner: any Store, _: Cart) in Crate(inner) }
    }
    #expect(
      advice(wrong) == [
        "take a Provider<Cart>, which requests the object of its caller's scope; or let what it "
          + "wraps belong to Visit, too"
      ])
    #expect(
      isSound { model in
        model.register(Disk.init)
        model.register(Cart.init, .scope(Visit.self))
        model.decorate((any Store).self) { (inner: any Store, _: Provider<Cart>) in Crate(inner) }
      })
  }

  @Test("V6: a decorated type of an inactive profile: the profile is named")
  func decoratedElsewhere() {
    let text = advice { model in
      model.register(.only(in: .named("shop"))) { Disk() as any Store }
      model.decorate((any Store).self) { (inner: any Store) in Crate(inner) }
    }
    #expect(
      text == ["give the decorator the same .only(in: …), or start in that profile"])
    #expect(
      isSound { model in
        model.register(.only(in: .named("shop"))) { Disk() as any Store }
        model.decorate((any Store).self, .only(in: .named("shop"))) { (inner: any Store) in
          Crate(inner)
        }
      })
  }

  @Test("V6: a cycle through model.inject: a provider")
  func filledCycle() {
    let text = advice { model in
      model.register(Parent.init)
      model.register(Child.init)
      model.inject(Parent.self) { (parent, child: Child) in parent.child = child }
    }
    #expect(text.first?.hasPrefix("take a Provider<Child> in model.inject") == true)
    #expect(
      isSound { model in
        model.register(Parent.init)
        model.register(Child.init)
        model.inject(Parent.self) { (parent, child: Provider<Child>) in parent.makeChild = child }
      })
  }

  @Test("V6: a reference cannot be filled")
  func filledReference() {
    let text = advice { model in
      model.register(Parent.self, .reference)
      model.register(Child.init)
      model.inject(Parent.self) { (parent, _: Provider<Child>) in parent.child = nil }
    }
    #expect(text == ["fill the object before AcSet stores it, and remove the call"])
  }

  @Test("V6, O3: a property that follows an object of a scope is read elsewhere")
  func readElsewhere() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try Alchemic.start { model in
        model.register(Cart.init, .scope(Visit.self))
        model.register(Stand.init)
      }
      _ = try AcGet(Stand.self).cart
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("or declare the property as an optional, which is nil elsewhere"))
  }

  @Test("V6: initializers that read each other's properties: read them later")
  func readInInitializers() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try Alchemic.start { model in
        model.register(Left.init)
        model.register(Right.init)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("→ read Right.left after the initializer, or take its object as a"))
  }

  @Test("V6, F3: a profile of the start that no factory has is a warning")
  func unusedProfile() throws {
    func found(_ profile: AlchemicProfile, _ configure: (ModelBuilder) -> Void) -> [Problem] {
      do {
        return try makeModel(.strict) { model in
          model.activate([profile])
          configure(model)
        }.warnings
      } catch { return (error as? AlchemicError)?.problems ?? [] }
    }
    let configure: (ModelBuilder) -> Void = {
      $0.register(.only(in: .named("staging"))) { Disk() }
    }
    let unknown = found(.named("stagin"), configure)
    #expect(unknown.map(\.id) == [.unknownProfile])
    #expect(unknown.first?.subject == "stagin")
    #expect(unknown.first?.detail == "debug, preview, staging, test")
    #expect(found(.named("staging"), configure).isEmpty)
    let asking = found(.named("stagin")) { model in
      if model.profiles.contains(.named("stagin")) { model.register(Disk.init) }
    }
    #expect(asking.isEmpty)
  }

  @Test("V6, R4: a method of a reference that may be nil waits for an object")
  func methodOfNillable() throws {
    let configure: (ModelBuilder) -> Void = { model in
      model.declare(Safe.self) { of in
        AcRegister(of, .reference, .nillable)
        AcMethod(of, Safe.key)
      }
    }
    #expect(try makeModel(configure).warnings.map(\.id) == [.waitsForReference])
    try withStartedModel(configure) { () throws in
      try AcSet(Safe())
      #expect(try AcGet([UInt8].self) == [7])
    }
  }

  @Test("V6, Q2: after a stop, messages name it", .alchemicMain)
  func afterStop() async throws {
    func start() throws { try Alchemic.start { $0.register(Disk.init) } }
    try start()
    try await Alchemic.stop()
    func headline() -> String? { problems { _ = try AcGet(Disk.self) }.first?.headline }
    let here = "had ended the model, at AlchemicInjectTests/AdviceTests.swift:"
    #expect(
      headline()?.hasPrefix("[not-started] AcGet was used after Alchemic.stop() \(here)") == true)
    try start()
    _ = try AcGet(Disk.self)
    Alchemic.reset()
    #expect(
      headline()?.hasPrefix("[not-started] AcGet was used after Alchemic.reset() \(here)") == true)
  }

  @Test("V6, Q2: an object that is set after a stop is that of the next start", .alchemicMain)
  func setAfterStop() async throws {
    func start() throws { try Alchemic.start { $0.register(Disk.init) } }
    try start()
    try await Alchemic.stop()
    let disk = Disk()
    try AcSet(disk)
    try start()
    #expect(try AcGet(Disk.self) === disk)
  }

  @Test("V6: observers get a warning once: by the start, not again by the injection", .alchemicMain)
  func once() throws {
    let warnings = Log<Problem>()
    let observation = Alchemic.observe { event in
      if case .warning(let warning) = event { warnings.add(warning) }
    }
    defer { observation.cancel() }
    try Alchemic.start { model in
      model.register(Disk.init)
      model.register(Cabinet.init)
    }
    #expect(try AcGet(Cabinet.self).stores.isEmpty)
    func unknown() -> Int { warnings.entries.filter { $0.id == .unknownName }.count }
    #expect(unknown() == 1)
    #expect(try AcGet([any Store].self, .qualified(Mian.self)).isEmpty)
    #expect(unknown() == 2)
  }
}

extension String {
  fileprivate func components(after mark: String) -> String {
    split(separator: mark, omittingEmptySubsequences: false).dropFirst().joined(separator: mark)
  }
}
#endif
