import AlchemicCore
import Alchemic
import AlchemicTestSupport

/// What a caller does with a web's model.
package enum Operation: Hashable, Sendable, CustomStringConvertible {
  case start
  case get(Int)

  package var description: String {
    switch self {
    case .start: "start"
    case .get(let index): "get \(index)"
    }
  }
}

/// A model of a web, its callers, and their expected outcomes, which are those of each operation
/// alone on one thread.
package final class Trial: Explored, @unchecked Sendable {
  // Proof: `found` is under its lock, the rest is constant but for the outcome of each caller,
  // which is under a lock too.

  package let web: Web
  package let operations: [Operation]
  private let world: World
  package var hashState: ((inout Hasher) -> Void)? { { [sound] in sound.hashCreations(into: &$0) } }
  private let sound: Model
  /// The ids of the problems with which each operation ends.
  private let expected: [[ProblemID]]
  /// By class: whether its object can be had.
  private let canBeHad: [Bool]
  /// By class: the objects that callers have got, or have found by what these have.
  private let found: Locked<[[AnyNode]]>
  private let outcomes: Locked<[[ProblemID]?]>

  /// - Throws: The problems of a web that is no sound model.
  package init(_ web: Web, _ operations: [Operation]) throws {
    self.web = web
    self.operations = operations
    world = World(web)
    sound = try makeModel { [world] in world.declare(in: $0) }
    found = Locked([[AnyNode]](repeating: [], count: web.count))
    outcomes = Locked([[ProblemID]?](repeating: nil, count: operations.count))
    let (model, world) = (sound, world)
    func outcome(_ operation: Operation) -> [ProblemID] {
      defer { model.end() }
      return Self.outcome(of: operation, model, world)
    }
    canBeHad = (0..<web.count).map { outcome(.get($0)).isEmpty }
    expected = operations.map(outcome)
    world.reset()
  }

  private static func outcome(
    of operation: Operation, _ model: Model, _ world: World, _ use: (AnyNode) -> Void = { _ in }
  ) -> [ProblemID] {
    CurrentModel.withModel(model) {
      do {
        switch operation {
        case .start: _ = try model.createSingletons()
        case .get(let index): use(try world.get(index, from: model))
        }
        return []
      } catch let error as AlchemicError {
        return error.problems.map(\.id)
      } catch {
        world.note("\(error)")
        return []
      }
    }
  }

  package var description: String { "\(web): \(operations)" }

  package func reset() {
    sound.end()
    world.reset()
    found.withLock { $0 = [[AnyNode]](repeating: [], count: web.count) }
    outcomes.withLock { $0 = [[ProblemID]?](repeating: nil, count: operations.count) }
  }

  package func run(_ caller: Int) {
    let ids = Self.outcome(of: operations[caller], sound, world) { use($0) }
    outcomes.withLock { $0[caller] = ids }
  }

  /// The same for a task.
  package func runAwaiting(_ caller: Int) async {
    guard case .get(let index) = operations[caller] else { return run(caller) }
    let (model, world) = (sound, world)
    let ids: [ProblemID] = await CurrentModel.withModel(model) {
      do {
        use(try await world.getAwaiting(index))
        return []
      } catch {
        return (error as? AlchemicError)?.problems.map(\.id) ?? []
      }
    }
    outcomes.withLock { $0[caller] = ids }
  }

  /// Looks at an object that a caller has got, and at all that it has.
  private func use(_ object: AnyNode) {
    var seen: Set<ObjectIdentifier> = []
    var open = [object]
    while let node = open.popLast() {
      guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
      found.withLock { $0[node.index].append(node) }
      if web.hasHooks, node.hooks != 1 {
        world.note(
          "a caller of \(object.index) has \(node.index) with \(node.hooks) calls of its hook")
      }
      open += node.arguments
      // To read a property that cannot be resolved would stop the program.
      let properties = web.targets(of: node.index, .property)
      if properties.allSatisfy({ canBeHad[$0] }) { open += node.properties }
    }
  }

  package func findings() -> [String] {
    for (operation, (outcome, expected)) in zip(operations, zip(outcomes.withLock { $0 }, expected))
    where outcome != expected {
      world.note(
        "\(operation) ends with \(outcome.map { "\($0)" } ?? "nothing"), and not \(expected)")
    }
    let objects = found.withLock { $0 }
    for index in 0..<web.count {
      let identities = Set(objects[index].map { ObjectIdentifier($0) })
      if identities.count > 1 { world.note("there are \(identities.count) objects of \(index)") }
      if let first = objects[index].first,
        CurrentModel.withModel(sound, { try? world.get(index, from: sound) }) !== first
      {
        world.note("the model has another object of \(index)")
      }
    }
    return world.state.withLock { state in
      // A need that the graph does not show may cause an initializer to run again.
      if web.failing == nil, web.hidden.isEmpty {
        for index in 0..<web.count where state.made[index] > 1 {
          state.findings.append("\(index) was made \(state.made[index]) times")
        }
      }
      return state.findings
    }
  }
}

extension World {
  func getAwaiting(_ index: Int) async throws -> AnyNode {
    func get<T: Tag>(_: T.Type) async throws -> AnyNode { try await AcGetAsync(Node<T>.self) }
    return try await get(tags[index])
  }
}
