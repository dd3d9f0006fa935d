/// The dependencies between factories: the products that each factory needs before it can create
/// its own product. Reads no objects and runs no user code.
final class DependencyGraph: Sendable {
  let factories: [Factory]
  /// The position of the first of them: not 0 only in a graph of factories without needs. All other
  /// positions here are indices of ``factories``.
  private let first: Int
  /// By position: the positions of the factories that the arguments need.
  let eager: [[Int]]
  /// Parallel to `eager`: the number of the argument; nil for the object whose method is called.
  /// Empty if no factory has needs.
  private let argumentNumbers: [[Int?]]
  /// Whether any factory has needs.
  private let hasNeeds: Bool
  /// By position: for each property that is injected with the object, the number of its type.
  let atOnce: [[Int]]
  /// By the number of a property's type: the positions among which criteria may choose.
  let choices: [[Int]]
  /// Whether any factory must be awaited.
  let awaitsAnything: Bool
  /// The positions of the factories that need the main actor.
  let ofMainActor: Set<Int>
  /// By position: the cached result of `awaitedNeeds(of:)`.
  let awaitedNeeds: Locked<[[Int]?]>
  /// The positions of the factories whose singletons a start does not create, because every need
  /// for such an object has a primary instead.
  let overridden: Set<Int>
  /// Groups of shared factories whose objects may need each other in a circle.
  let components: [[Int]]
  private let knownComponents = LazyReference()
  private let knownRanks = LazyReference()

  /// - Parameters:
  ///   - factories: In the order of their declaration.
  ///   - needs: The needs of each factory's arguments.
  ///   - injections: For each property that is injected with its object, the number of its type.
  ///   - choices: By the number of a property's type: the factories among which criteria choose.
  ///   - mayRead: For each property of its class, also without hooks, the number of its type.
  ///   - candidates: By the number of a property's type: the factories that a read may need.
  init(
    _ factories: [Factory], needs: [[EagerNeed]],
    injections: [[Int]] = [], choices: [[Int]] = [], mayRead: [[Int]] = [],
    candidates: [[Int]] = [], overridden: Set<Int> = []
  ) {
    self.factories = factories
    first = factories.first?.position ?? 0
    self.overridden = overridden
    hasNeeds = needs.contains { !$0.isEmpty }
    let eager = needs.map { $0.map(\.factory.position) }
    argumentNumbers = hasNeeds ? needs.map { $0.map(\.argument) } : []
    (self.eager, atOnce, self.choices) = (eager, injections, choices)
    awaitsAnything = factories.contains { $0.facts.making == .awaited }
    awaitedNeeds = Locked([[Int]?](repeating: nil, count: awaitsAnything ? factories.count : 0))
    ofMainActor = Self.needingMainActor(factories, eager, injections, choices)
    let areApart = !hasNeeds && candidates.isEmpty
    components =
      areApart
      ? []
      : Self.creationComponents(
        factories, eager: eager,
        mayRead: mayRead.isEmpty ? [[Int]](repeating: [], count: factories.count) : mayRead,
        candidates: candidates)
  }

  /// Creates the graph of factories that need nothing, whatever their positions.
  convenience init(withoutNeeds factories: [Factory]) {
    self.init(factories, needs: factories.map { _ in [] }, injections: factories.map { _ in [] })
  }

  /// The factories, each after those that it needs. Otherwise in the order of declaration.
  var creationOrder: [Factory] { hasNeeds ? factories(at: walk().order) : factories }

  /// The factories whose objects a start creates, in that order.
  var singletons: [Factory] {
    let order = creationOrder
    if overridden.isEmpty, order.allSatisfy(\.facts.isMadeAtStart) { return order }
    return order.filter { $0.facts.isMadeAtStart && !overridden.contains($0.position) }
  }

  /// By position: the place in the order of creation.
  ///
  /// - Complexity: O(*f* + *d*) the first time.
  var creationRanks: [Int] {
    knownRanks.object {
      var ranks = [Int](repeating: 0, count: factories.count)
      for (rank, factory) in creationOrder.enumerated() { ranks[factory.position] = rank }
      return Positions(ranks)
    }.numbers
  }

  /// Returns the component of a factory; empty if the factory is in none.
  ///
  /// - Complexity: O(1); O(*f*) the first time.
  func component(of position: Int) -> [Int] {
    guard !components.isEmpty else { return [] }
    let numbers = knownComponents.object {
      var numbers = [Int](repeating: -1, count: factories.count)
      for (number, component) in components.enumerated() {
        for position in component { numbers[position] = number }
      }
      return Positions(numbers)
    }.numbers
    return numbers[position] < 0 ? [] : components[numbers[position]]
  }

  /// A number for each position.
  private final class Positions: Sendable {
    let numbers: [Int]

    init(_ numbers: [Int]) { self.numbers = numbers }
  }

  /// Cycles of arguments, each once, from the factory at which the walk enters it. A dense graph
  /// has too many cycles to read, so the list is limited. It is empty only if there is no cycle.
  var cycles: [[Factory]] { hasNeeds ? walk().cycles.map(factories(at:)) : [] }

  @inline(never)
  func factories(at positions: [Int]) -> [Factory] { positions.map { factories[$0] } }

  /// Returns the index of a factory in ``factories``; nil if it is of another model.
  func position(of factory: Factory) -> Int? {
    let position = factory.position - first
    return factories.indices.contains(position) && factories[position] === factory ? position : nil
  }

  /// Returns the factory with an identity; nil if it is of another model.
  ///
  /// - Complexity: O(*f*) in the factories; only called after a creation has failed.
  func factory(_ id: ObjectIdentifier) -> Factory? {
    factories.first { ObjectIdentifier($0) == id }
  }

  /// Returns the number of the first argument that another factory supplies, or nil.
  func argument(of factory: Factory, from needed: Factory) -> Int? {
    guard hasNeeds, let position = position(of: factory) else { return nil }
    for (other, number) in zip(eager[position], argumentNumbers[position])
    where factories[other] === needed {
      return number
    }
    return nil
  }

  /// A depth-first walk with an explicit stack, so that chains of any length are possible.
  private func walk() -> (order: [Int], cycles: [[Int]]) {
    var isSeen = [Bool](repeating: false, count: factories.count)
    var isDone = isSeen
    var order: [Int] = []
    var cycles: [[Int]] = []
    // There may be as many cycles as factories or more, each as long as all of them.
    var stepsLeft = 10_000
    for start in factories.indices where !isSeen[start] {
      if eager[start].isEmpty {
        isSeen[start] = true
        isDone[start] = true
        order.append(start)
        continue
      }
      var path: [(node: Int, next: Int)] = [(start, 0)]
      isSeen[start] = true
      while let (node, next) = path.last {
        guard next < eager[node].count else {
          isDone[node] = true
          order.append(node)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let needed = eager[node][next]
        if !isSeen[needed] {
          isSeen[needed] = true
          path.append((needed, 0))
        } else if !isDone[needed], stepsLeft > 0,
          let entry = path.lastIndex(where: { $0.node == needed })
        {
          cycles.append(path[entry...].map(\.node))
          stepsLeft -= path.count - entry
        }
      }
    }
    return (order, cycles)
  }
}

/// A product that must exist before another one can be created, and the argument that needs it,
/// from 0; nil for the object whose method is called.
typealias EagerNeed = (factory: Factory, argument: Int?)
