import AlchemicInject
import AlchemicTestSupport
import Synchronization
import Testing

@testable import AlchemicCore
@testable import AlchemicRuntime

private protocol Named: AnyObject, Sendable { var number: Int { get } }
private protocol Marked: AnyObject, Sendable { var isAlive: Bool { get } }
private class Base: @unchecked Sendable {
  // Proof: as `Rate`.
  fileprivate var mark = 0x600D
}

/// An object that reports whether it is alive.
private final class Rate: Base, Named, Marked, @unchecked Sendable {
  // Proof: `mark` is written in the initializer and in `deinit`, when no other code has the object.
  // A library that returned the object after that would fail these tests.
  let number: Int
  private let life: LifeTracker.Life

  init(_ number: Int, _ tracker: LifeTracker) {
    self.number = number
    life = tracker.life()
  }

  deinit { mark = 0xDEAD }
  var isAlive: Bool { mark == 0x600D }
}

private protocol Scaled: Sendable { var factor: Int { get } }
private struct Scale: Scaled { let factor: Int }

/// The type as which an object is requested.
private enum Form: CaseIterable {
  case ofClass, ofProtocol, ofTwo, ofBase, ofBaseAndTwo, anyObject, optional, optionalOfTwo

  /// Requests the object and returns its number.
  func number(in model: Model) throws -> Int? {
    switch self {
    case .ofClass: try model.get(Rate.self).number
    case .ofProtocol: try model.get((any Named).self).number
    case .ofTwo: try named(model.get((any Named & Marked).self))
    case .ofBase: (try model.get(Base.self) as? Rate)?.number
    case .ofBaseAndTwo: try named(model.get((any Base & Named & Marked).self))
    case .anyObject: (try model.get(AnyObject.self) as? Rate)?.number
    case .optional: try model.get(Rate?.self)?.number
    case .optionalOfTwo: try model.get((any Named & Marked)?.self).flatMap { named($0) }
    }
  }

  private func named(_ object: any Named & Marked) -> Int? { object.isAlive ? object.number : nil }
}

/// A resolver caches one object, and retains it in advance. The object is deallocated all the same
/// when it is exchanged, or when its model is.
@Suite(.ownThreads) struct CachedAnswerTests {
  @Test(
    "however often an object was requested, it is released with the exchange or with its model",
    arguments: Form.allCases)
  private func lives(_ form: Form) throws {
    let tracker = LifeTracker()
    do {
      let model = try makeModel { $0.register { Rate(0, tracker) } }
      // The second object is not retained in advance, and the one after it neither.
      for (number, requests) in [1, 3000, 2].enumerated() {
        if number > 0 { try set(Rate(number, tracker), in: model) }
        for _ in 0..<requests { #expect(try form.number(in: model) == number) }
        #expect(tracker.living == 1)
      }
    }
    #expect(tracker.made == 3 && tracker.living == 0)
  }

  @Test("more requests than an object is retained in advance return that object; it is released")
  func manyRequests() throws {
    let tracker = LifeTracker()
    do {
      let model = try makeModel { $0.register { Rate(7, tracker) } }
      let resolver = try model.resolver(for: (any Named).self)
      let first = try resolver.value(as: (any Named).self)
      for _ in 0..<(3 * Int(AnswerState.prepaidAtOnce)) {
        #expect(try resolver.value(as: (any Named).self) === first)
      }
      #expect(resolver.prepayment == .active)
    }
    #expect(tracker.made == 1 && tracker.living == 0)
  }

  @Test("nil is not retained in advance, and the object after it is")
  func nothingFirst() throws {
    let tracker = LifeTracker()
    do {
      let model = try makeModel { $0.register(Rate.self, AcReference(), AcNillable()) }
      let resolver = try model.resolver(for: Rate?.self)
      for _ in 0..<3 { #expect(try resolver.value(as: Rate?.self) == nil) }
      #expect(resolver.prepayment == .possible)
      try set(Rate(1, tracker), in: model)
      for _ in 0..<3 { #expect(try resolver.value(as: Rate?.self)?.number == 1) }
      #expect(resolver.prepayment == .active)
      try set(Rate(2, tracker), in: model)
      for _ in 0..<3 { #expect(try resolver.value(as: Rate?.self)?.number == 2) }
      #expect(resolver.prepayment == .impossible && tracker.living == 1)
    }
    #expect(tracker.living == 0)
  }

  @Test("a value in an existential, after nil, is not retained in advance")
  func nothingInExistential() throws {
    let model = try makeModel { $0.register((any Scaled).self, AcReference(), AcNillable()) }
    let resolver = try model.resolver(for: (any Scaled)?.self)
    for _ in 0..<3 { #expect(try resolver.value(as: (any Scaled)?.self) == nil) }
    #expect(resolver.prepayment == .possible)
    try CurrentModel.withModel(model) { try AcSet(Scale(factor: 2) as any Scaled) }
    for _ in 0..<3 { #expect(try resolver.value(as: (any Scaled)?.self)?.factor == 2) }
    #expect(resolver.prepayment == .possible)
  }

  @Test("a caller that has taken a reference gets its object, also after an exchange")
  func exchangeBetween() throws {
    let tracker = LifeTracker()
    do {
      let model = try makeModel { $0.register { Rate(0, tracker) } }
      let resolver = try model.resolver(for: (any Named).self)
      _ = try resolver.value(as: (any Named).self)
      #expect(resolver.takePrepaid())
      try set(Rate(1, tracker), in: model)
      #expect(try resolver.value(as: (any Named).self).number == 1 && tracker.living == 2)
      #expect(resolver.movePrepaid(as: (any Named).self).number == 0)
      #expect(tracker.living == 1)
    }
    #expect(tracker.living == 0)
  }

  @Test(
    "threads that ask while the first object is exchanged get a live one, and all are released",
    arguments: [false, true])
  func exchangeUnderRequests(isSpread: Bool) throws {
    let tracker = LifeTracker()
    let wrong = Counter()
    let rounds = Effort.of(2_000)
    for _ in 0..<rounds {
      let model = try makeModel { $0.register { Rate(0, tracker) } }
      _ = try model.get((any Named & Marked).self)
      let resolver = try model.resolver(for: (any Named & Marked).self)
      if isSpread { resolver.spread() }
      #expect((resolver.word.load(ordering: .relaxed) == AnswerState.spread) == isSpread)
      let isExchanged = Atomic<Bool>(false)
      onThreads(4) { thread in
        CurrentModel.withModel(model) {
          if thread == 0 {
            for number in 1...3 { try? AcSet(Rate(number, tracker)) }
            return isExchanged.store(true, ordering: .releasing)
          }
          for _ in 0..<50 {
            let mustBeLast = isExchanged.load(ordering: .acquiring)
            guard let rate: any Named & Marked = try? AcGet(), rate.isAlive else {
              return wrong.increment()
            }
            if mustBeLast, rate.number != 3 { wrong.increment() }
          }
        }
      }
      if tracker.living != 1 { wrong.increment() }
    }
    #expect(wrong.value == 0)
    #expect(tracker.made == 4 * rounds && tracker.living == 0)
  }

  @Test("threads that use up the references retained in advance, repeatedly, get the one object")
  func prepaymentUnderRequests() throws {
    let tracker = LifeTracker()
    let wrong = Counter()
    do {
      let model = try makeModel { $0.register { Rate(7, tracker) } }
      let resolver = try model.resolver(for: (any Marked).self)
      onThreads(4) { _ in
        for _ in 0..<Effort.of(100_000) {
          guard let rate = try? resolver.value(as: (any Marked).self), rate.isAlive else {
            return wrong.increment()
          }
        }
      }
      #expect(resolver.prepayment == .active)
    }
    #expect(wrong.value == 0 && tracker.made == 1 && tracker.living == 0)
  }

  @Test(
    "after enough collisions each thread has references of its own; the object is released as before",
    arguments: Form.allCases)
  private func spreads(_ form: Form) throws {
    let tracker = LifeTracker()
    let wrong = Counter()
    do {
      let model = try makeModel { $0.register { Rate(0, tracker) } }
      let resolver = try model.resolver(for: (any Named).self)
      #expect(try resolver.value(as: (any Named).self).number == 0)
      for number in 1...CachedAnswer.mostCollisions {
        #expect(resolver.takeAfterCollision(1))
        #expect(resolver.movePrepaid(as: (any Named).self).number == 0)
        let isSpread = number == CachedAnswer.mostCollisions
        #expect((resolver.word.load(ordering: .relaxed) == AnswerState.spread) == isSpread)
      }
      // A first read of a property takes two references. One is left when the part has no more.
      while resolver.prepaidOfThread > 1 {
        #expect(resolver.takeSpread(1))
        _ = resolver.movePrepaid(as: (any Named).self)
      }
      #expect(resolver.takePrepaid(2) && resolver.prepaidOfThread == AnswerState.prepaidAtOnce - 2)
      for _ in 0..<2 { #expect(resolver.movePrepaid(as: (any Named).self).number == 0) }
      // More than there are parts.
      onThreads(20) { _ in
        for _ in 0..<2_000 {
          if (try? resolver.value(as: (any Named).self).number) != 0 { wrong.increment() }
        }
      }
      #expect(try form.number(in: model) == 0 && tracker.living == 1)
      if form != .ofClass {
        try set(Rate(1, tracker), in: model)
        #expect(tracker.living == 1)
        #expect(!resolver.takeSpread(1) && !resolver.takeAfterCollision(1))
        #expect(try resolver.value(as: (any Named).self).number == 1)
      }
    }
    #expect(wrong.value == 0 && tracker.living == 0)
  }

  @Test("an answer without prepaid references is not spread")
  func spreadsNothing() throws {
    let tracker = LifeTracker()
    let model = try makeModel { $0.register(Rate.self, AcReference()) }
    let resolver = try model.resolver(for: Rate.self)
    resolver.spread()
    #expect(resolver.parts == nil)
    for number in 0..<2 {
      try set(Rate(number, tracker), in: model)
      #expect(try resolver.value(as: Rate.self).number == number)
    }
    resolver.spread()
    #expect(resolver.parts == nil && resolver.prepayment == .impossible)
  }

  private func set(_ rate: Rate, in model: Model) throws {
    try CurrentModel.withModel(model) { try AcSet(rate) }
  }
}

extension CachedAnswer {
  /// The prepaid references of the calling thread's part.
  fileprivate var prepaidOfThread: UInt32 {
    (parts?.ofThread.memory.load(as: UInt32.self) ?? 0) / AnswerState.prepaid
  }
}

/// Tests which types ``ValueType`` classifies as references.
@Suite(.ownThreads) struct ReferenceTypeTests {
  private protocol AnyNamed {}
  private actor Worker {}
  private enum Choice { case one(Rate) }

  @Test(
    "references to one object: classes, protocols that only classes have, and optionals of these",
    arguments: [
      Rate.self, Base.self, Worker.self, AnyObject.self, (any Named).self,
      (any Named & Marked).self, (any Base & Named).self, Rate?.self, (any Named)?.self,
      AnyObject?.self,
    ] as [Any.Type])
  private func references(_ type: Any.Type) { #expect(Self.isReference(type)) }

  @Test(
    "other types are not references to one object",
    arguments: [
      Int.self, String.self, Any.self, (any AnyNamed).self, (any Error).self, Rate??.self,
      Int?.self, [Rate].self, (Rate, Rate).self, Choice.self, (() -> Void).self,
      (any AnyNamed)?.self, Rate.Type.self, Borrowed<Rate>.self,
    ] as [Any.Type])
  private func others(_ type: Any.Type) { #expect(!Self.isReference(type)) }

  private static func isReference(_ type: Any.Type) -> Bool {
    let form = ValueType(type).form
    return form == .object || form == .reference
  }
}
