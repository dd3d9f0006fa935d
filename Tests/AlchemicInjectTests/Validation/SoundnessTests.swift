import AlchemicRuntime
import AlchemicTestSupport
import AlchemicTesting
import Testing

@testable import AlchemicCore
@testable import AlchemicInject

private protocol Rule: AnyObject {}
private final class First: Rule {}
private final class Second: Rule {}
private protocol Loose {}
private struct Named: Loose {}
private struct Plain: Loose {}
private enum Here { enum Store: AcQualifier {} }
private enum There { enum Store: AcQualifier {} }

private final class Single { @Injected var rule: any Rule }
private final class All { @InjectedArray var rules: [any Rule] }
private final class Following { @Transient var rules: [any Rule] }
private final class Opener { @Injected var rule: Provider<any Rule> }
private final class Lister { @Injected var rules: Provider<[any Rule]> }
private final class Taker { init(_ rule: any Rule) {} }
private final class WeakHost { @Weak var loose: (any Loose)? }
private final class WeakList { @Weak var rules: [First]? }
private final class WeakGiven {
  @Weak var rule: (any Rule)?
  init(_ rule: any Rule) { $rule.use(rule) }
}
private final class WeakOne { @Weak var rule: (any Rule)? }
private final class FollowingOne { @Transient var rule: any Rule }
private final class QualifiedOne {
  @Qualified<Here.Store>.Injected var rule: any Rule
}
private final class Tree: AlchemicAware { @Injected var tree: Tree }

/// The ids of the problems that strict validation finds, and the standard one as warnings.
private func refusals(_ configure: (ModelBuilder) -> Void) -> [ProblemID] {
  let found = problems { _ = try makeModel(.strict, configure) }
  let model = try? makeModel(configure)
  #expect(model?.warnings.map(\.id) == found.map(\.id), "the same as warnings")
  #expect(model?.warnings.allSatisfy(\.isWarning) == true)
  return found.map(\.id)
}

/// Models of which strict validation knows before the start whether they are sound.
@Suite struct SoundnessTests {
  @Test("V3: what only a primary gives a property, and cannot give it, is known before the start")
  func primaries() {
    let first: (ModelBuilder) -> Void = { $0.register(First.init) }
    let given: (ModelBuilder) -> Void = {
      first($0)
      $0.register(.primary) { (_: Given<Int>) in Second() }
    }
    let awaited: (ModelBuilder) -> Void = {
      first($0)
      $0.register(.primary, .template) { () async in Second() }
    }
    let template: (ModelBuilder) -> Void = {
      first($0)
      $0.register(.primary, .template) { Second() }
    }
    func refusals<Host>(
      _ host: @escaping @Sendable () -> Host, _ declare: (ModelBuilder) -> Void
    ) -> [ProblemID] {
      AlchemicInjectTests.refusals { model in
        declare(model)
        model.register(host)
      }
    }
    #expect(refusals(Single.init, given) == [.needsArguments])
    #expect(refusals(Opener.init, given) == [.wrongArguments])
    #expect(refusals(Single.init, awaited) == [.cannotWait])
    #expect(refusals(FollowingOne.init, template) == [.transientTemplate])
    #expect(refusals(WeakOne.init, template) == [.weakTemplate])
    #expect(refusals(Single.init, template) == [])
    #expect(refusals(All.init, given) == [.needsArguments])
  }

  @Test("V3: an element that an array cannot have is known before the start")
  func arrays() {
    let given: (ModelBuilder) -> Void = {
      $0.register(First.init)
      $0.register { (_: Given<Int>) in Second() }
    }
    #expect(
      refusals {
        given($0)
        $0.register(All.init)
      } == [.needsArguments])
    #expect(
      refusals {
        given($0)
        $0.register(Lister.init)
      } == [.needsArguments])
    #expect(
      refusals {
        $0.register(First.init)
        $0.register(.template) { Second() }
        $0.register(Following.init)
      } == [.transientTemplate])
    #expect(
      refusals {
        $0.register(.transient) { First() }
        $0.register(.template) { Second() }
        $0.register(All.init)
      } == [.transientTemplate])
  }

  @Test("I4, V1: a weak property of what is no object is an error before the start")
  func weakValues() {
    let loose = problems { model in
      model.register(WeakHost.init)
      model.register { Plain() }
    }
    #expect(
      loose.map(\.headline) == ["[wrong-type] 'Plain' cannot be held weakly: it is no object."])
    let list = problems { model in
      model.register(WeakList.init)
      model.register(First.init)
    }
    #expect(
      list.map(\.headline) == ["[wrong-type] '[First]' cannot be held weakly: it is no object."])
  }

  @Test("V3: a nillable factory for what takes no nil is a warning, also with a qualifier")
  func nillable() {
    #expect(
      refusals {
        $0.register(First.self, .reference, .nillable)
        $0.register(Taker.init)
      } == [.unexpectedNil])
    #expect(
      refusals {
        $0.register(First.self, .reference, .nillable)
        $0.register(Single.init)
      } == [.unexpectedNil])
    #expect(
      refusals {
        $0.register(First.self, .reference, .nillable, .qualifier(Here.Store.self))
        $0.register(QualifiedOne.init)
      } == [.unexpectedNil])
    #expect(
      refusals {
        $0.register(First.self, .reference, .nillable)
        $0.register { (_: (any Rule)?, _: [any Rule]) in 1 }
        $0.register(WeakOne.init)
      } == [])
  }

  @Test("V3: the warning of a nillable factory names it, who needs it, and what to do")
  func nillableText() {
    let found = problems {
      _ = try makeModel(.strict) { model in
        model.register(First.self, .reference, .nillable)
        model.register(Taker.init, AcFactoryName("taker"))
      }
    }
    #expect(
      found.first?.headline == "[unexpected-nil] 'First' may be nil, but an object is requested.")
    #expect(found.first?.path.map(\.subject) == ["taker (argument 1)"])
    #expect(
      found.first?.description.hasSuffix(
        "→ request an optional, or remove .nillable from its registration") == true)
  }

  @Test("V3: a lazy object that has to be awaited is a warning for a property that is read")
  func lateForRead() {
    let declare: (ModelBuilder) -> Void = { model in
      model.register(.lazy) { () async in First() }
    }
    #expect(
      refusals {
        declare($0)
        $0.register(Single.init)
      } == [.needsAwait])
    #expect(
      refusals {
        declare($0)
        $0.register(Opener.init)
      } == [])
    #expect(
      refusals {
        $0.register { () async in First() }
        $0.register(Single.init)
      } == [])
    let found = problems {
      _ = try makeModel(.strict) {
        declare($0)
        $0.register(Single.init)
      }
    }
    #expect(
      found.first?.description.contains(
        """
        'First' must be awaited, no start awaits it, and a read of a property cannot wait.
        """) == true)
    #expect(
      found.first?.description.contains("take a Provider<any Rule> and await callAsync()") == true)
  }

  @Test("V3: a template with hooks that needs itself is a warning")
  func endless() {
    #expect(refusals { $0.register(.template) { Tree() } } == [.cycle])
    #expect(refusals { $0.register { Tree() } } == [])
  }

  @Test("V3: a singleton that waits for a reference is a warning in strict mode, too")
  func waiting() throws {
    let model = try makeModel(.strict) {
      $0.register(First.self, .reference)
      $0.register(Taker.init)
    }
    #expect(model.warnings.map(\.id) == [.waitsForReference])
  }

  @Test("M7: what a protocol finds does not depend on the order of the declarations")
  func order() throws {
    let named: (ModelBuilder) -> Void = { $0.register(.named("x")) { Named() } }
    let plain: (ModelBuilder) -> Void = { $0.register { Plain() as any Loose } }
    func found(_ declare: [(ModelBuilder) -> Void]) throws -> Int {
      let index = try makeModel { model in declare.forEach { $0(model) } }.revision.index
      return index.fitting(TargetShape((any Loose).self)).all.count
    }
    #expect(try found([named, plain]) == found([plain, named]))
  }

  @Test("V2: qualifiers of one name in two scopes do not clash")
  func qualifierNames() {
    let found = refusals {
      $0.register(.qualifier(Here.Store.self)) { First() }
      $0.register(.qualifier(There.Store.self)) { First() }
    }
    #expect(found == [])
  }

  @Test("A5: a weak property with a value by hand is not searched for")
  func weakByHand() throws {
    try Alchemic.withModel { model in
      model.register(First.init)
      model.register(Second.init)
      model.register { WeakGiven(First()) }
    } operation: {
    }
  }

  @Test("V4: the warnings of a model that was extended are those of all of it, each once")
  func extended() throws {
    let model = try makeModel { $0.register({ (rule: (any Rule)?) in 1 }, .named("plug")) }
    try extend(model) { $0.register { "unrelated" } }
    #expect(model.warnings.map(\.id) == [.unknownName])
    try extend(model) { $0.register(.named("plug")) { First() } }
    #expect(model.warnings.isEmpty)
  }

}

extension SoundnessTests {
  @Test("M1: an awaited singleton that only a name chooses exists after the start", .alchemicMain)
  func overriddenAwaited() async throws {
    final class Host: AlchemicAware { @Injected(.named("real")) var rule: any Rule }
    let error = await problems {
      try await Alchemic.start { model in
        model.register(.named("real")) { () async in Second() }
        model.register(.primary) { First() }
        model.register(Host.init)
      }
    }
    #expect(error.isEmpty)
  }

  @Test("M1: what only a replaced singleton needs is not made either")
  func replacedNeeds() throws {
    final class Network {}
    final class Real: Rule { init(_ network: Network) {} }
    let made = Counter()
    try Alchemic.withModel { model in
      model.register { () -> Network in
        made.increment()
        return Network()
      }
      model.register(Real.init)
      model.register(.primary) { First() }
      model.register(Taker.init)
    } operation: {
    }
    #expect(made.value == 0)
  }
}
