import AlchemicInject
import AlchemicTestSupport
import Testing

private struct Broken: Error {}

/// Needs a till as an argument. The till refers to it by a property.
private final class Shop: Sendable {
  let till: Till
  init(till: Till) { self.till = till }
}

/// Exists before its last property fails.
private final class Till: AlchemicAware, @unchecked Sendable {
  @Injected var gate: Gate
  @Injected var shop: Shop
  @Injected var street: Street?
  @Injected var key: Key
  private(set) var isReady = false
  init() {}
  func didInjectDependencies() { isReady = true }
}

private final class Gate: Sendable {}
private final class Key: Sendable {}

/// Needs the shop. The thread that creates the shop creates this at the same time.
private final class Street: Sendable {
  let shop: Shop
  init(shop: Shop, gate: Gate) { self.shop = shop }
}

private final class NodeA: AlchemicAware, @unchecked Sendable {
  @Injected var b: NodeB
  @Injected var key: Key
  private(set) var isReady = false
  init() {}
  func didInjectDependencies() { isReady = true }
}

private final class NodeB: AlchemicAware, @unchecked Sendable {
  @Injected var c: NodeC
  @Injected var a: NodeA
  @Injected var key: Key
  private(set) var isReady = false
  init() {}
  func didInjectDependencies() { isReady = true }
}

private final class NodeC: @unchecked Sendable {
  let a: NodeA
  init(a: NodeA) { self.a = a }
}

/// Creations that fail while other threads wait for a part of them.
@Suite(.ownThreads) struct FailingTogetherTests {
  @Test(
    "a web that fails for one thread is completed by the other, which waited for a part of it",
    arguments: [false, true])
  func waitedForByAnotherThread(alsoOuter: Bool) throws {
    for round in 0..<200 {
      let begun = Counter()
      let keys = Counter()
      let (shops, streets) = (Counter(), Counter())
      let model = try makeModel { model in
        model.register(AcLazy()) { (gate: Gate, till: Till) -> Shop in
          shops.increment()
          return Shop(till: till)
        }
        model.register(Till.init, AcLazy())
        if alsoOuter {
          model.register(AcLazy()) { (shop: Shop, gate: Gate) -> Street in
            streets.increment()
            return Street(shop: shop, gate: gate)
          }
        }
        model.register(AcTemplate()) { () -> Gate in
          begun.increment()
          yieldThread()
          return Gate()
        }
        model.register(AcLazy()) { () throws -> Key in
          keys.increment()
          if keys.value == 1 { throw Broken() }
          return Key()
        }
      }
      let found = Log<Shop>()
      let failed = Log<ProblemID>()
      inTime {
        onThreads(2) { thread in
          // One thread is creating objects when the other one makes its request.
          waitUntil { thread == round % 2 || begun.value > 0 }
          let problems = problems {
            if thread == 1 {
              found.add(try model.get(Till.self).shop)
            } else if alsoOuter {
              found.add(try model.get(Street.self).shop)
            } else {
              found.add(try model.get(Shop.self))
            }
          }
          problems.forEach { failed.add($0.id) }
        }
      }
      #expect(failed.entries == [.creationFailed])
      #expect(found.entries.count == 1)
      let (shop, till) = (try model.get(Shop.self), try model.get(Till.self))
      #expect(found.entries.first === shop)
      #expect(shop.till === till && till.shop === shop && till.isReady)
      #expect(keys.value == 2 && shops.value == 2)
      if alsoOuter { #expect(till.street?.shop === shop) }
    }
  }

  @Test("threads that create a web, a part of which fails at first, get one whole web or the error")
  func webs() throws {
    let whole = Counter()
    for round in 0..<Effort.of(1_000, atLeast: 100) {
      let keys = Counter()
      let model = try makeModel { model in
        model.register(NodeA.init, AcLazy())
        model.register(NodeB.init, AcLazy())
        model.register(NodeC.init, AcLazy())
        model.register(AcTemplate()) { () throws -> Key in
          keys.increment()
          let number = keys.value
          yieldThread()
          if number <= 1 + round % 3 { throw Broken() }
          return Key()
        }
      }
      let wrong = Log<String>()
      inTime {
        onThreads(3) { thread in
          do {
            switch thread {
            case 0: if try !model.get(NodeA.self).isReady { wrong.add("a is not ready") }
            case 1: if try !model.get(NodeB.self).isReady { wrong.add("b is not ready") }
            default: if try !model.get(NodeC.self).a.isReady { wrong.add("c.a is not ready") }
            }
            whole.increment()
          } catch let error as AlchemicError {
            if error.problems.map(\.id) != [.creationFailed] { wrong.add("\(error)") }
          } catch { wrong.add("\(error)") }
        }
      }
      #expect(wrong.entries == [])
      let (a, b) = (try model.get(NodeA.self), try model.get(NodeB.self))
      let c = try model.get(NodeC.self)
      #expect(a.b === b && b.a === a && b.c === c && c.a === a && a.isReady && b.isReady)
    }
    #expect(whole.value > 0)
  }

  @Test("threads that waited for a failed creation get a try of their own, and its object")
  func ownTry() throws {
    for _ in 0..<100 {
      let tries = Counter()
      let model = try makeModel { model in
        model.register(AcLazy()) { () throws -> Key in
          tries.increment()
          let isFirst = tries.value == 1
          yieldThread()
          if isFirst { throw Broken() }
          return Key()
        }
      }
      let found = Log<Key>()
      let failed = Counter()
      onThreads(8) { _ in
        do { found.add(try model.get(Key.self)) } catch { failed.increment() }
      }
      #expect(failed.value == 1 && tries.value == 2 && found.entries.count == 7)
      #expect(Set(found.entries.map { ObjectIdentifier($0) }).count == 1)
    }
  }
}
