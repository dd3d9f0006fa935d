import AlchemicInject
import CMeasure
import Measure
import Operations

/// An operation, and in which two numbers it is done.
struct Counted {
  let id: String
  let loop: Loop
  /// The least that a program needs for the same, done as often.
  var floor: Loop?
  let few: Int
  let many: Int
  /// How many of what is counted are in one.
  var parts = 1
}

/// All of them, made when it is their turn: what one has alive would be in the way of the next.
func countedOperations() throws -> [() -> Counted] {
  try HotModel.start()
  let hot = HotModel.operations.filter { $0.limit != nil && $0.id != "P2/mutex" }
  return hot.map { operation in
    {
      Counted(
        id: operation.id, loop: operation.pair.cost, floor: operation.pair.floor, few: 100,
        many: 1_100)
    }
  } + [
    gettingInChild, settingWithOneHost, settingPerHost, starting, usingChildren, gettingInScope,
    openingScopes, gettingDecorated,
    openingEmptyScopes, settingInScope, openingRequests,
  ]
}

/// `AcGet` in a child model.
private func gettingInChild() -> Counted {
  let pair = HotModel.inChildren.pair
  return Counted(id: "P14/get", loop: pair.cost, few: 100, many: 1_100)
}

/// A child of a thousand factories that is used once.
private func usingChildren() -> Counted {
  Alchemic.reset()
  let children = Children(1_000)
  do { try children.start() } catch { fatalError("\(error)") }
  return Counted(id: "P14/child", loop: children.operation.pair.cost, few: 10, many: 110)
}

/// `AcGet` in a scope.
private func gettingInScope() -> Counted { inScopes(Scopes.get) }

/// A scope in which three objects are created.
private func openingScopes() -> Counted { inScopes(Scopes.open) }

/// A scope without objects, a set, and a server's request.
private func openingEmptyScopes() -> Counted { inRequests("P16/empty") }
private func settingInScope() -> Counted { inRequests("P16/set") }
private func openingRequests() -> Counted { inRequests("P16/request") }

/// `AcGet` of a decorated singleton.
private func gettingDecorated() -> Counted { inScopes(Scopes.decorated) }

private func inScopes(_ operation: Measure.Operation) -> Counted {
  counted(operation) { try Scopes.start() }
}

private func inRequests(_ id: String) -> Counted {
  counted(Requests.operations.first { $0.id == id }!) { try Requests.start() }
}

private func counted(
  _ operation: Measure.Operation, after start: () throws -> Void
) -> Counted {
  Alchemic.reset()
  do { try start() } catch { fatalError("\(error)") }
  return Counted(
    id: operation.id, loop: operation.pair.cost, floor: operation.pair.floor, few: 100,
    many: 1_100)
}

/// `AcSet` with one host that is told.
private func settingWithOneHost() -> Counted {
  let pair = Following.setting(hosts: 1, haveHooks: true)
  return Counted(id: "P6/1", loop: pair.cost, floor: pair.floor, few: 100, many: 1_100)
}

/// What each host costs of an `AcSet` with many.
private func settingPerHost() -> Counted {
  let hosts = 1_000
  let pair = Following.setting(hosts: hosts, haveHooks: true)
  return Counted(
    id: "P6/host", loop: pair.cost, floor: pair.floor, few: 1, many: 11, parts: hosts)
}

/// A registration of a start with a thousand types, and its reset.
private func starting() -> Counted {
  let types = 1_000
  let scale = Scale(types)
  return Counted(
    id: "P5/1000",
    loop: { count in
      do {
        for _ in 0..<count {
          Alchemic.reset()
          try scale.start()
        }
      } catch { fatalError("\(error)") }
    }, few: 1, many: 3, parts: types)
}

/// What runs under callgrind: prints, in the order of the marks, ids, how many operations lie
/// between two marks, and of how many loops.
func runOperations() throws {
  for operation in try countedOperations().lazy.map({ $0() }) {
    let loops = [operation.loop] + (operation.floor.map { [$0] } ?? [])
    print(operation.id, (operation.many - operation.few) * operation.parts, loops.count)
    for loop in loops {
      // What is done first only, is done now.
      loop(operation.few)
      measure_mark()
      loop(operation.few)
      measure_mark()
      loop(operation.many)
      measure_mark()
    }
  }
}
