import AlchemicInject
import AlchemicTestSupport
import Synchronization
import Testing

/// A number that goes up and down.
private final class Tally: Sendable {
  private let number = Atomic<Int>(0)
  var value: Int { number.load(ordering: .acquiring) }
  func add(_ change: Int) { number.add(change, ordering: .acquiringAndReleasing) }
}

/// Counts its objects.
private class Counted {
  let alive: Tally
  init(_ alive: Tally) {
    self.alive = alive
    alive.add(1)
  }
  deinit { alive.add(-1) }
}

private final class A: Counted {}
private final class B: Counted {}
private protocol Kind { var number: Int { get } }
private struct Large: Kind {
  var words = (1, 2, 3, 4, 5, 6, 7, 8, 9)
  let kept: A
  var number: Int { words.8 }
}
private struct Huge { var parts: [64 of Int] }
private struct Vector { let lanes: SIMD4<Double> }
private struct Nothing {}

/// A template that is an argument of another one, and whose own arguments have all alignments.
private struct Aligned {
  let short: Int8
  let vector: Vector
  let nothing: Nothing
  let text: String
}

private final class Pair {
  let a: A
  let b: B
  init(a: A, b: B) { (self.a, self.b) = (a, b) }
}

private struct Refused: Error {}

private final class Many {
  let text: String
  init(
    pair: Pair, kind: any Kind, none: (any CustomStringConvertible & AnyObject)?, vector: Vector,
    nothing: Nothing, short: Int8, all: [any Kind], huge: Huge
  ) {
    text =
      "\(pair.a.alive.value) \(kind.number) \(none == nil) \(vector.lanes.sum()) \(short)"
      + " \(all.count) \(huge.parts[63])"
  }
}

/// Ten templates, each of which is made of the next. The innermost one calls a function.
private class Step {
  let next: Step?
  init(_ next: Step?) { self.next = next }
}
private final class Step0: Step { init(next: Step1) { super.init(next) } }
private final class Step1: Step { init(next: Step2) { super.init(next) } }
private final class Step2: Step { init(next: Step3) { super.init(next) } }
private final class Step3: Step { init(next: Step4) { super.init(next) } }
private final class Step4: Step { init(next: Step5) { super.init(next) } }
private final class Step5: Step { init(next: Step6) { super.init(next) } }
private final class Step6: Step { init(next: Step7) { super.init(next) } }
private final class Step7: Step { init(next: Step8) { super.init(next) } }
private final class Step8: Step { init(next: Step9) { super.init(next) } }
private final class Step9: Step { init(alone: Alone) { super.init(nil) } }
private final class Alone {}

private func registerSteps(_ model: ModelBuilder, innermost: @escaping @Sendable () throws -> Void)
{
  model.register(Step0.init, AcTemplate())
  model.register(Step1.init, AcTemplate())
  model.register(Step2.init, AcTemplate())
  model.register(Step3.init, AcTemplate())
  model.register(Step4.init, AcTemplate())
  model.register(Step5.init, AcTemplate())
  model.register(Step6.init, AcTemplate())
  model.register(Step7.init, AcTemplate())
  model.register(Step8.init, AcTemplate())
  model.register(AcTemplate()) { (alone: Alone) in
    try innermost()
    return Step9(alone: alone)
  }
  model.register(Alone.init, AcTemplate())
}

@Suite struct TemplateStackTests {
  @Test("R3: arguments of every size and kind reach a function, in order, again and again")
  func everyKind() throws {
    let alive = Tally()
    let log = Log<String>()
    let model = try makeModel { model in
      model.register(AcTemplate()) {
        log.add("a")
        return A(alive)
      }
      model.register(AcTemplate()) { () -> B in
        log.add("b")
        return B(alive)
      }
      model.register(Pair.init, AcTemplate())
      model.register(AcTemplate()) { (a: A) -> Large in
        log.add("large")
        return Large(kept: a)
      }
      model.register(AcTemplate()) { Vector(lanes: SIMD4(1, 2, 3, 4)) }
      model.register { Nothing() }
      model.register(AcTemplate(), AcFactoryName("Int8")) { Int8(7) }
      model.register(AcTemplate()) { (_: Nothing) in
        var huge = Huge(parts: [64 of Int](repeating: 0))
        huge.parts[63] = 99
        return huge
      }
      model.register(
        Many.init, .byType, .byType, .byType, .byType, .byType, AcValue(Int8(7)), .byType, .byType,
        options: AcTemplate())
    }
    for _ in 0..<3 {
      let many = try model.get(Many.self)
      #expect(many.text == "4 9 true 10.0 7 1 99")
      #expect(alive.value == 0)
    }
    #expect(log.entries.prefix(6) == ["a", "b", "a", "large", "a", "large"])
  }

  @Test("R3: the arguments of a nested template are aligned")
  func aligned() throws {
    let model = try makeModel { model in
      model.register(AcTemplate()) { Vector(lanes: SIMD4(1, 2, 3, 4)) }
      model.register { Nothing() }
      model.register { Int8(7) }
      model.register { "text" }
      model.register(
        Aligned.init(short:vector:nothing:text:), .named("Int8"), .byType, .byType,
        .named("String"), options: AcTemplate())
      model.register(AcTemplate()) { (first: Aligned, _: Nothing, second: Aligned) in
        [first, second]
      }
    }
    for _ in 0..<3 {
      for value in try model.get([Aligned].self) {
        #expect(value.short == 7 && value.text == "text")
        #expect(value.vector.lanes == SIMD4(1, 2, 3, 4))
      }
    }
  }

  @Test(
    "R6: if a creation fails, the arguments that exist are released, once",
    arguments: [1, 2, 3, 4, 5])
  func failing(at call: Int) throws {
    let alive = Tally()
    let calls = Tally()
    let model = try makeModel { model in
      func make<Product>(_ product: Product) throws -> Product {
        calls.add(1)
        if calls.value == call { throw Refused() }
        return product
      }
      model.register(AcTemplate()) { try make(A(alive)) }
      model.register(AcTemplate()) { try make(B(alive)) }
      model.register(AcTemplate()) { (a: A, b: B) in try make(Pair(a: a, b: b)) }
      model.register(AcTemplate()) { (b: B, pair: Pair, kept: Alone) in (b, pair) }
      model.register { Alone() }
    }
    // Once as a first request, whose resolvers are not known, and once as a later one.
    for isFirst in [true, false] {
      if !isFirst {
        calls.add(10)
        _ = try model.get((B, Pair).self)
      }
      calls.add(-calls.value)
      if call == 5 {
        _ = try model.get((B, Pair).self)
      } else {
        let found = problems { _ = try model.get((B, Pair).self) }
        #expect(found.map(\.id) == [.creationFailed])
      }
      #expect(alive.value == 0)
    }
  }

  @Test("R6: the path of an error names each template between the request and the mistake")
  func path() throws {
    let fails = Counter()
    let model = try makeModel { model in
      registerSteps(model) { if fails.value > 0 { throw Refused() } }
    }
    _ = try model.get(Step0.self)
    fails.increment()
    let found = problems { _ = try model.get(Step0.self) }
    #expect(found.map(\.subject) == ["Step9"])
    #expect(found[0].path.map(\.subject) == (0...8).reversed().map { "Step\($0)" })
  }

  @Test("M2: what an argument's creation sets is what the next argument sees")
  func setMeanwhile() throws {
    final class Shared {
      let number: Int
      init(_ number: Int) { self.number = number }
    }
    let model = try makeModel { model in
      model.register { Shared(0) }
      model.register(AcTemplate()) { () throws -> Alone in
        let number = try AcGet(Shared.self).number
        try AcSet(Shared(number + 1))
        return Alone()
      }
      model.register(AcTemplate()) { (before: Shared, _: Alone, after: Shared) in
        [before.number, after.number]
      }
    }
    try CurrentModel.withModel(model) {
      for round in 0..<5 {
        let numbers = try AcGet([Int].self)
        #expect(numbers == [round, round + 1])
      }
    }
  }
}
