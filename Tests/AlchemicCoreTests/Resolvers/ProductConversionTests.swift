#if Invoking
import Alchemic
import AlchemicRuntime
import AlchemicTestSupport
import Testing

@testable import AlchemicCore
@testable import AlchemicInvoking

private protocol Pet { var name: String { get } }
private protocol Owned: AnyObject { var owner: String { get } }
private protocol Tagged { var tag: Int { get } }
private class Animal: Pet, Owned, Tagged {
  private let life: LifeTracker.Life
  init(_ tracker: LifeTracker) { life = tracker.life() }
  var name: String { "animal" }
  var owner: String { "nobody" }
  var tag: Int { 1 }
}
private final class Dog: Animal { override var name: String { "dog" } }
private final class Cat: Animal { override var name: String { "cat" } }

private struct Small: Pet, Equatable {
  var name: String
}
private struct Large: Pet, Equatable {
  var name: String
  var numbers = [1, 2, 3]
  var others = (4, 5)
  static func == (one: Self, other: Self) -> Bool {
    one.name == other.name && one.others == other.others
  }
}
private struct Empty: Pet { var name: String { "empty" } }
private enum Fish: Pet, Error {
  case trout, other(String)
  var name: String { if case .other(let name) = self { name } else { "trout" } }
}
private struct Aligned: Pet {
  let lanes = SIMD4<Double>(1, 2, 3, 4)
  var name: String { "\(lanes.sum())" }
}
private struct Broken: Error {}

private final class Leash {
  let pet: any Pet
  let large: any Pet & Sendable
  init(_ pet: any Pet, _ large: any Pet & Sendable) { (self.pet, self.large) = (pet, large) }
}

private final class Hosting: Pet, Owned, AlchemicAware {
  @Injected var small: Small
  private(set) var hooks = 0
  init() {}
  var name: String { small.name }
  var owner: String { "\(hooks)" }
  func didInjectDependencies() { hooks += 1 }
}

@MainActor private final class OnMainActor: @MainActor Pet {
  nonisolated init() {}
  let name = "main"
}

/// A pet if its content is one. If the content is one on the main actor only, so is this.
private class Keeper<Kept> {
  let kept: Kept
  init(_ kept: Kept) { self.kept = kept }
}
extension Keeper: Pet where Kept: Pet { var name: String { "keeper of \(kept.name)" } }
private final class MainKeeper: Keeper<OnMainActor> {}

private struct Lanes {
  let both = SIMD2<Double>(3, 4)
}
private final class Track {
  let lanes: Lanes
  let few: SIMD2<Float>
  let perhaps: Lanes?
  init(_ lanes: Lanes, _ few: SIMD2<Float>, _ perhaps: Lanes?) {
    (self.lanes, self.few, self.perhaps) = (lanes, few, perhaps)
  }
}

/// Requests a template's product as each type that it fits. The first request determines the
/// conversion, so each request is made several times.
@Suite struct ProductConversionTests {
  private func threeTimes<Value>(
    _ type: Value.Type, in model: Model, _ check: (Value) throws -> Void
  ) throws {
    for _ in 0..<3 { try check(model.get(type)) }
  }

  @Test("an object is requested as its class, its superclass, by protocols, and as an optional")
  func objects() throws {
    let tracker = LifeTracker()
    let model = try makeModel { $0.register({ Dog(tracker) }, AcTemplate()) }
    try threeTimes(Dog.self, in: model) { #expect($0.name == "dog") }
    try threeTimes(Animal.self, in: model) { #expect($0 is Dog) }
    try threeTimes(AnyObject.self, in: model) { #expect($0 is Dog) }
    try threeTimes((any Owned).self, in: model) { #expect($0.owner == "nobody" && $0 is Dog) }
    try threeTimes((any Owned & Pet & Tagged).self, in: model) {
      #expect($0.owner == "nobody" && $0.name == "dog" && $0.tag == 1)
    }
    try threeTimes((any Animal & Pet).self, in: model) { #expect($0.name == "dog" && $0.tag == 1) }
    try threeTimes((any Pet).self, in: model) { #expect($0.name == "dog" && $0 is Dog) }
    try threeTimes((any Pet & Tagged).self, in: model) { #expect($0.name == "dog" && $0.tag == 1) }
    try threeTimes(Any.self, in: model) { #expect($0 is Dog) }
    try threeTimes(Dog?.self, in: model) { #expect($0?.name == "dog") }
    try threeTimes((any Owned)?.self, in: model) { #expect($0?.owner == "nobody") }
    try threeTimes((any Pet)?.self, in: model) { #expect($0?.name == "dog") }
    try threeTimes((any Pet & Tagged)??.self, in: model) { #expect($0??.tag == 1) }
    try threeTimes([any Pet].self, in: model) { #expect($0.map(\.name) == ["dog"]) }
    #expect(tracker.made == 14 * 3 && tracker.living == 0)
  }

  @Test("objects of several subclasses keep their own types when they are requested by a protocol")
  func subclasses() throws {
    let tracker = LifeTracker()
    let made = Counter()
    let model = try makeModel { model in
      model.register(AcTemplate()) { () -> Animal in
        made.increment()
        return made.value % 2 == 1 ? Dog(tracker) : Cat(tracker)
      }
    }
    for _ in 0..<3 {
      let (dog, cat) = (try model.get((any Pet).self), try model.get((any Pet).self))
      #expect(dog.name == "dog" && cat.name == "cat")
      #expect(dog is Dog && !(dog is Cat) && cat is Cat && !(cat is Dog))
      #expect(type(of: dog) == Dog.self && type(of: cat) == Cat.self)
    }
    let (dog, cat) = (try model.get((any Owned)?.self), try model.get((any Owned)?.self))
    #expect(dog is Dog && !(dog is Cat) && cat is Cat)
  }

  @Test(
    "a structure is requested as an optional, and by a protocol, with a box and without"
  )
  func values() throws {
    let model = try makeModel { model in
      model.register({ Small(name: "a small name, but not so short") }, AcTemplate())
      model.register({ Large(name: "large") }, AcTemplate())
      model.register({ Empty() }, AcTemplate())
      model.register({ Fish.other("a fish whose name is long") }, AcTemplate())
      model.register({ Aligned() }, AcTemplate())
    }
    try threeTimes(Small?.self, in: model) { #expect($0?.name == "a small name, but not so short") }
    try threeTimes(Large?.self, in: model) { #expect($0 == Large(name: "large")) }
    try threeTimes([any Pet].self, in: model) { pets in
      #expect(
        pets.map(\.name) == [
          "a small name, but not so short", "large", "empty", "a fish whose name is long", "10.0",
        ])
      #expect(pets[0] as? Small == Small(name: "a small name, but not so short"))
      #expect(pets[1] as? Large == Large(name: "large"))
      #expect(pets[2] is Empty && pets[3] is Fish && pets[4] is Aligned)
    }
    try threeTimes((any Error).self, in: model) { #expect(($0 as? Fish)?.name.count == 25) }
  }

  @Test("a single structure is requested by a protocol", arguments: [false, true])
  func oneValue(isLarge: Bool) throws {
    let model = try makeModel { model in
      if isLarge {
        model.register({ Large(name: "one") }, AcTemplate())
      } else {
        model.register({ Small(name: "one") }, AcTemplate())
      }
    }
    try threeTimes((any Pet).self, in: model) { #expect($0.name == "one") }
    try threeTimes((any Pet)?.self, in: model) { #expect($0?.name == "one") }
    try threeTimes((any Pet & Sendable)??.self, in: model) { #expect($0??.name == "one") }
    try threeTimes(Any.self, in: model) { _ in }
  }

  @Test("a template's product is an argument, also by a protocol that stores it in a box")
  func arguments() throws {
    let model = try makeModel { model in
      model.register({ Large(name: "in a box") }, AcTemplate())
      model.register(Leash.init, AcTemplate())
    }
    try threeTimes(Leash.self, in: model) { leash in
      #expect(leash.pet.name == "in a box" && leash.large as? Large == Large(name: "in a box"))
    }
  }

  @Test("a function that throws leaves no value behind, nor a box")
  func throwing() throws {
    let made = Counter()
    let model = try makeModel { model in
      model.register(AcTemplate()) { () throws -> Large in
        made.increment()
        if made.value % 2 == 0 { throw Broken() }
        return Large(name: "odd")
      }
    }
    for _ in 0..<3 {
      #expect(try model.get((any Pet).self).name == "odd")
      #expect(throws: AlchemicError.self) { try model.get((any Pet).self) }
    }
  }

  @Test(
    "a product that is registered as a protocol is injected if it is a host; others may not be")
  func existentialProducts() throws {
    let made = Counter()
    let model = try makeModel { model in
      model.register({ Small(name: "injected") }, AcTemplate())
      model.register(AcTemplate(), AcFactoryName("open")) { () -> any Pet in
        made.increment()
        return made.value % 2 == 1 ? Hosting() : Large(name: "no host")
      }
      model.register(AcTemplate(), AcFactoryName("bound")) { () -> any Owned in Hosting() }
      model.register(AcTemplate()) { () -> any Error in Fish.trout }
    }
    for _ in 0..<3 {
      let open: any Pet = try model.get(matching: SearchCriteria(AcName("open")))
      #expect(open.name == "injected" && (open as? Hosting)?.owner == "1")
      let value: any Pet = try model.get(matching: SearchCriteria(AcName("open")))
      #expect(value is Large)
      #expect(try model.get((any Owned).self).owner == "1")
      #expect(try model.get((any Error).self) as? Fish != nil)
    }
  }

  @Test(
    "a main-actor conformance holds only there, also after a use there; so does one that depends on it",
    arguments: 0..<3)
  func isolatedConformance(way: Int) async throws {
    let model = try makeModel { model in
      switch way {
      case 0: model.register(OnMainActor.init, AcTemplate())
      case 1: model.register({ Keeper(OnMainActor()) }, AcTemplate())
      default: model.register({ MainKeeper(OnMainActor()) }, AcTemplate())
      }
    }
    try await MainActor.run {
      try threeTimes((any Pet).self, in: model) { #expect(!$0.name.isEmpty) }
    }
    let found = Log<[ProblemID]>()
    inTime {
      found.add(problems { _ = try model.get((any Pet).self) }.map(\.id))
    }
    #expect(found.entries == [[.needsMainActor]])
  }

  @Test("a conditional conformance holds for a type that meets the condition")
  func conditionalConformance() throws {
    let model = try makeModel { $0.register({ Keeper(Small(name: "it")) }, AcTemplate()) }
    try threeTimes((any Pet).self, in: model) { #expect($0.name == "keeper of it") }
  }

  @Test("a host in an existential in an existential is injected too")
  func existentialInAny() throws {
    @inline(never) func boxed<Value>(_ value: Value) -> Any { value }
    let model = try makeModel { model in
      model.register({ Small(name: "injected") }, AcTemplate())
      model.register(AcTemplate(), AcFactoryName("deep")) { () -> Any in
        boxed(Hosting() as any Pet)
      }
    }
    for _ in 0..<3 {
      let any: Any = try model.get(matching: SearchCriteria(.named("deep")))
      #expect((any as? Hosting)?.owner == "1")
    }
  }

  @Test("arguments may have a greater alignment than a word")
  func alignment() throws {
    let model = try makeModel { model in
      model.register({ Lanes() }, AcTemplate())
      model.register({ SIMD2<Float>(1, 2) }, AcTemplate())
      model.register(Track.init, AcTemplate())
    }
    try threeTimes(Track.self, in: model) { track in
      #expect(track.lanes.both == [3, 4] && track.few == [1, 2] && track.perhaps?.both == [3, 4])
    }
  }

  @Test("with an observer, each request by a protocol creates one product, and none stays")
  func observed() throws {
    let tracker = LifeTracker()
    let model = try makeModel { $0.register({ Dog(tracker) }, AcTemplate()) }
    let events = Counter()
    let observation = Alchemic.observe { _ in events.increment() }
    defer { observation.cancel() }
    try threeTimes((any Pet).self, in: model) { #expect($0.name == "dog") }
    try threeTimes((any Pet)?.self, in: model) { #expect($0?.name == "dog") }
    #expect(tracker.made == 6 && tracker.living == 0)
  }

  @Test("shared values are requested by a protocol too, also values in a box")
  func shared() async throws {
    let model = try makeModel { model in
      model.register { Large(name: "large") }
      model.register { Small(name: "small") }
      model.register { () async in Fish.other("fish") }
    }
    for _ in 0..<2 {
      #expect(try model.get([Large].self).map(\.name) == ["large"])
      #expect(try model.resolver(for: Large?.self).value(as: Large?.self)?.name == "large")
      #expect(
        try await model.resolver(for: Fish?.self).answerAwaiting().take(as: Fish?.self)?.name
          == "fish")
    }
    let alone = try makeModel { $0.register { Large(name: "alone") } }
    #expect(try alone.get((any Pet).self).name == "alone")
    #expect(try alone.get((any Pet)?.self)?.name == "alone")
    #expect(try alone.get([any Pet].self).map(\.name) == ["alone"])
  }

  @Test("without a match the innermost of nested optionals is nil")
  func nestedNil() throws {
    let model = try makeModel { _ in }
    #expect(try model.get(Small??.self) == .some(nil))
    #expect(try model.get(Int??.self) == .some(nil))
    let dog = try model.get(Dog???.self)
    #expect(dog.map { $0.map { $0 == nil } } == .some(.some(true)))
    let some = try makeModel { $0.register { 7 } }
    #expect(try some.get(Int??.self) == .some(7))
  }

  @Test(
    "AcInvoke with a main-actor conformance succeeds on the main actor, and is an error elsewhere"
  )
  func invokedOnMainActor() async throws {
    let model = try makeModel { $0.register(OnMainActor.init, AcFactoryName("main")) }
    let name = SearchCriteria(.named("main"))
    let found = problems { _ = try model.invoke((any Pet).self, matching: name, with: []) }
    #expect(found.map(\.id) == [.needsMainActor])
    let shown = try await MainActor.run {
      try model.invoke((any Pet).self, matching: name, with: []).name
    }
    #expect(shown == "main")
  }
}
#endif
