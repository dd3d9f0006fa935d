import AlchemicInject
import AlchemicTestSupport
import Testing

private final class Plain {}

/// Has an initializer for each form of `register`.
private final class Made {
  let count: Int
  init() { count = 0 }
  init(a: Plain) { count = 1 }
  init(a: Plain, b: Plain) { count = 2 }
  init(a: Plain, b: Plain, c: Plain) { count = 3 }
  init(a: Plain, b: Plain, c: Plain, d: Plain, e: Plain) { count = 5 }
}

private struct Two {
  let a: Plain
  let b: Plain
}

private final class Kept {
  let plain: Plain
  init(_ plain: Plain) { self.plain = plain }
}

/// Has initializers of several isolations.
private final class Mixed: Sendable {
  let count: Int
  init(a: Plain) { count = 1 }
  @MainActor init(a: Plain, b: Plain) { count = 2 }
  init(a: Plain, b: Plain, c: Plain) async { count = 3 }
}

private struct Pairs { let kept: [Kept] }

/// Registers a function of which it does not know the number of arguments.
private func registerAny<each Argument, Product>(
  _ model: ModelBuilder, _ make: sending @escaping (repeat each Argument) throws -> Product
) {
  model.register(make, AcTemplate())
}

private func registerAnyNamed<each Argument, Product>(
  _ model: ModelBuilder, _ make: sending @escaping (repeat each Argument) throws -> Product
) {
  model.register(AcTemplate(), make: make)
}

@Suite struct RegisterFormTests {
  /// Returns the number of arguments of the initializer that a declaration has chosen.
  ///
  /// A function that returns at once must not be taken for an asynchronous one: then `get` fails.
  private func count(_ declare: (ModelBuilder) -> Void) throws -> Int {
    let model = try makeModel { model in
      model.register(Plain.init)
      declare(model)
    }
    _ = try model.get(Made.self)
    return try model.get(Made.self).count
  }

  @Test("R5: each form of register takes functions of each number of arguments")
  func forms() throws {
    let counts = try [
      count { $0.register(Made.init) },
      count { $0.register(Made.init, AcTemplate()) },
      count { $0.register { Made() } },
      count { $0.register(AcTemplate()) { Made() } },
      count { $0.register(Made.init(a:)) },
      count { $0.register(AcTemplate()) { (a: Plain) in Made(a: a) } },
      count { $0.register(AcTemplate()) { Made(a: $0) } },
      count { $0.register(Made.init(a:b:), AcTemplate()) },
      count { $0.register(AcTemplate()) { (a: Plain, b: Plain) in Made(a: a, b: b) } },
      count { $0.register(AcTemplate()) { Made(a: $0, b: $1) } },
      count { $0.register(Made.init(a:b:c:), AcTemplate()) },
      count { $0.register(AcTemplate()) { Made(a: $0, b: $1, c: $2) } },
      count { $0.register(Made.init(a:b:c:d:e:), AcTemplate()) },
      count { $0.register(AcTemplate()) { Made(a: $0, b: $1, c: $2, d: $3, e: $4) } },
    ]
    #expect(counts == [0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 5, 5])
  }

  @Test("R5: code that does not know the number of arguments registers functions, too")
  func anyNumber() throws {
    let counts = try [
      count { registerAny($0) { Made() } },
      count { registerAny($0) { (a: Plain) in Made(a: a) } },
      count { registerAny($0, Made.init(a:b:c:d:e:)) },
      count { registerAnyNamed($0) { Made() } },
      count { registerAnyNamed($0) { (a: Plain, b: Plain) in Made(a: a, b: b) } },
    ]
    #expect(counts == [0, 1, 5, 0, 2])
  }

  @Test("R5: of several initializers, the one that any thread may call at once is chosen")
  func isolation() throws {
    let model = try makeModel { model in
      model.register(Plain.init)
      model.register(Mixed.init, AcTemplate())
    }
    #expect(model.factories.map(\.making) == [.anywhere, .anywhere])
    #expect(try model.get(Mixed.self).count == 1)
  }

  @Test("R5: a closure with captures and no parameters has no arguments")
  func captures() throws {
    let number = 7
    for declare: (ModelBuilder) -> Void in [
      { $0.register { [number] in [number] } },
      { $0.register(.template) { [number] in [number] } },
      { $0.register(.template, .named("numbers")) { [number] () -> [Int] in [number] } },
      { $0.register(object: [number]) },
      { $0.register(.named("numbers"), object: [number]) },
    ] {
      let model = try makeModel(declare)
      let isNamed = model.factories[0].isFoundByNameOnly
      let criteria = isNamed ? SearchCriteria(.named("numbers")) : SearchCriteria()
      let numbers = try model.get([Int].self, matching: criteria)
      #expect(numbers == [7])
    }
  }

  @Test("R5: a closure may borrow an argument, or take it over")
  func ownership() throws {
    let model = try makeModel { model in
      model.register(Plain.init)
      model.register(AcTemplate()) { (a: borrowing Plain) in Kept(copy a) }
      model.register(AcTemplate()) { (a: consuming Plain, kept: Kept) in
        Pairs(kept: [Kept(a), kept])
      }
      model.register(AcTemplate()) { Two(a: $0, b: $0) }
    }
    for _ in 0..<2 {
      let two = try model.get(Two.self)
      #expect(two.a === two.b)
      let all: [Kept] = try model.get(Pairs.self).kept
      #expect(try all.map { $0.plain === (try model.get(Plain.self)) } == [true, true])
    }
  }
}
