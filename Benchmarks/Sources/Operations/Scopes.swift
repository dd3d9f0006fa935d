import Alchemic
import CMeasure
import Measure

private enum Request: AlchemicScope {}

private final class First: Sendable {
  let number = 1
}

private final class Second: Sendable {
  let first: First
  init(_ first: First) { self.first = first }
}

private final class Third: Sendable {
  let (first, second): (First, Second)
  init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }
}

/// What a decorator decorates.
private protocol Store: AnyObject, Sendable { func value() -> Int }

private final class PlainStore: Store {
  func value() -> Int { 1 }
}

private final class CountedStore: Store {
  private let inner: any Store
  init(_ inner: any Store) { self.inner = inner }
  func value() -> Int { 2 }
}

/// P15: scopes that a task carries, and what is decorated.
public enum Scopes {
  /// The number of objects of a wide scope.
  private static let wideCount = 100
  private static let types = ManyTypes(wideCount).types

  /// Starts a model with the objects of a request, and with a decorated singleton.
  public static func start() throws {
    try Alchemic.start { model in
      model.register { OneOther() as any Other }
      model.register { PlainStore() as any Store }
      model.decorate((any Store).self) { CountedStore($0) as any Store }
      for type in types { register(type, in: model) }
      model.register(AcScope(Request.self)) { FastService() as any Service }
      model.register(First.init, AcScope(Request.self))
      model.register(Second.init, AcScope(Request.self))
      model.register(Third.init, AcScope(Request.self))
    }
  }

  /// A warm request, and by hand: a container that the task carries.
  public static var get: Operation {
    Operation(
      "P15/scope", "AcGet of an object in a scope, against a task-local container by hand",
      limit: 2, cost: { count in inScope { getByType(count) } }, floor: getFromTask)
  }

  /// A scope in which three objects are made, and by hand: the same objects in a container.
  public static var open: Operation {
    Operation(
      "P15/open", "open, make three objects, close, against a task-local container by hand",
      limit: 3, cost: openScopes, floor: openContainers)
  }

  /// A scope of a hundred objects: each is asked for twice.
  public static var openWide: Operation {
    Operation(
      "P15/wide", "open, make 100 objects, ask again, close, against such a container",
      limit: 3, cost: { openWideScopes(types, $0) }, floor: { openWideContainers(types, $0) })
  }

  /// A warm singleton with a decorator, and one without.
  public static var decorated: Operation {
    Operation(
      "P15/decorated", "AcGet of a decorated singleton, against an undecorated one", limit: 1.1,
      cost: getDecorated, floor: getUndecorated)
  }
}

@inline(never) private func getDecorated(_ count: Int) {
  var sum = 0
  do {
    for _ in 0..<count {
      let store: any Store = try AcGet()
      sum &+= store.value()
    }
  } catch { fatalError("\(error)") }
  measure_use(sum)
}

@inline(never) private func getUndecorated(_ count: Int) {
  var sum = 0
  do {
    for _ in 0..<count {
      let other: any Other = try AcGet()
      sum &+= other.other()
    }
  } catch { fatalError("\(error)") }
  measure_use(sum)
}

private func register<Product: Numbered>(_ type: Product.Type, in model: ModelBuilder) {
  model.register(AcScope(Request.self)) { Entry<Product>() }
}

/// One of the objects of a wide scope.
private final class Entry<Number: Numbered>: Sendable {
  let number = 1
}

@inline(never) private func openWideScopes(_ types: [any Numbered.Type], _ count: Int) {
  @Sendable func number<Product: Numbered>(_: Product.Type) throws -> Int {
    let item: Entry<Product> = try AcGet()
    return item.number
  }
  inTask {
    for _ in 0..<count {
      try await Alchemic.withScope(Request.self) {
        for _ in 0..<2 {
          for type in types { measure_use(try number(type)) }
        }
      }
    }
  }
}

@inline(never) private func openWideContainers(_ types: [any Numbered.Type], _ count: Int) {
  @Sendable func number<Product: Numbered>(_: Product.Type) -> Int {
    TaskContainer.current?.object { Entry<Product>() }.number ?? 0
  }
  inTask {
    for _ in 0..<count {
      TaskContainer.$current.withValue(TaskContainer()) {
        for _ in 0..<2 {
          for type in types { measure_use(number(type)) }
        }
      }
    }
  }
}

@inline(never) private func openScopes(_ count: Int) {
  inTask {
    for _ in 0..<count {
      try await Alchemic.withScope(Request.self) {
        let third: Third = try AcGet()
        measure_use(third.second.first.number)
      }
    }
  }
}

extension TaskContainer {
  fileprivate var first: First { object { First() } }
  fileprivate var second: Second { object { Second(first) } }
  fileprivate var third: Third { object { Third(first, second) } }
}

@inline(never) private func openContainers(_ count: Int) {
  inTask {
    for _ in 0..<count {
      TaskContainer.$current.withValue(TaskContainer()) {
        measure_use(TaskContainer.current?.third.second.first.number ?? 0)
      }
    }
  }
}

private func inScope(_ body: @escaping @Sendable () -> Void) {
  inTask { try await Alchemic.withScope(Request.self) { body() } }
}
