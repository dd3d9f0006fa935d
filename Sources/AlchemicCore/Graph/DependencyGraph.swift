/// Which factory's object needs which others before it can exist. No object is looked at, and no
/// user code runs.
final class DependencyGraph: Sendable {
  let factories: [Factory]
  /// By position: the positions of what the arguments need.
  let eager: [[Int]]
  /// By position, beside `eager`: which argument it is; nil for the object whose method is called.
  /// Empty if nothing needs anything.
  private let argumentNumbers: [[Int?]]
  /// Whether any argument needs anything.
  private let hasNeeds: Bool
  /// By position: for each property that is injected with the object, the number of its choice.
  let atOnce: [[Int]]
  /// The positions of what may be needed; some criterion may choose among them.
  let choices: [[Int]]
  /// Whether a factory has to be awaited.
  let awaitsAnything: Bool
  /// The positions of what the main actor has to make.
  let ofMainActor: Set<Int>
  /// By position: what has to be awaited first, as far as it was asked for.
  let awaitedNeeds: Locked<[[Int]?]>
  /// Factories that share their objects, and whose objects may need each other in a circle.
  let components: [[Int]]

  /// - Parameters:
  ///   - factories: In the order of their declaration.
  ///   - needs: What the arguments of each need.
  ///   - injections: For each property that is injected with its object, the number of its choice.
  ///   - choices: What a property may need. Many have the same: it is the type that decides.
  ///   - mayRead: For each property of its class, also without hooks, the number of its candidates.
  ///   - candidates: What fits the type of a property.
  init(
    _ factories: [Factory], needs: [[EagerNeed]],
    injections: [[Int]] = [], choices: [[Factory]] = [], mayRead: [[Int]] = [],
    candidates: [[Factory]] = []
  ) {
    self.factories = factories
    hasNeeds = needs.contains { !$0.isEmpty }
    let eager = needs.map { $0.map(\.factory.position) }
    argumentNumbers = hasNeeds ? needs.map { $0.map(\.argument) } : []
    let choices = choices.map { $0.map(\.position) }
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
        candidates: candidates.map { $0.map(\.position) })
  }

  /// Every factory after what it needs; otherwise in the order of declaration.
  var creationOrder: [Factory] { hasNeeds ? factories(at: walk().order) : factories }

  /// Loops of arguments, each once, from its first declared factory on. Where everything needs
  /// everything there are more than anybody could read, so these are not all; one there always is.
  var cycles: [[Factory]] { hasNeeds ? walk().cycles.map(factories(at:)) : [] }

  @inline(never)
  func factories(at positions: [Int]) -> [Factory] { positions.map { factories[$0] } }

  /// Where a factory stands in ``factories``.
  func position(of factory: Factory) -> Int? {
    let position = factory.position
    return factories.indices.contains(position) && factories[position] === factory ? position : nil
  }

  /// The factory with this identity; nil if it is of another model.
  ///
  /// - Complexity: O(*f*) in the factories; it is asked after a creation has failed.
  func factory(_ id: ObjectIdentifier) -> Factory? {
    factories.first { ObjectIdentifier($0) == id }
  }

  /// Which argument of one factory another one's object is; the first of several, nil if none is.
  func argument(of factory: Factory, from needed: Factory) -> Int? {
    guard hasNeeds, let position = position(of: factory) else { return nil }
    for (other, number) in zip(eager[position], argumentNumbers[position])
    where factories[other] === needed {
      return number
    }
    return nil
  }

  /// What the arguments of one factory need, one after the other; nil for the object whose method
  /// is called.
  func needs(of position: Int) -> [(argument: Int?, needed: [Int])] {
    var needs: [(argument: Int?, needed: [Int])] = []
    guard hasNeeds else { return needs }
    for (needed, argument) in zip(eager[position], argumentNumbers[position]) {
      if let last = needs.last, last.argument == argument {
        needs[needs.count - 1].needed.append(needed)
      } else {
        needs.append((argument, [needed]))
      }
    }
    return needs
  }

  /// A depth-first walk with a stack of its own, so that a chain may be as long as it likes.
  private func walk() -> (order: [Int], cycles: [[Int]]) {
    var isSeen = [Bool](repeating: false, count: factories.count)
    var isDone = isSeen
    var order: [Int] = []
    var cycles: [[Int]] = []
    // Loops may be as many as factories, and each as long.
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

/// Something that has to exist before an object can be made.
struct EagerNeed {
  let factory: Factory
  /// The position of the argument that it is, from 0; nil for the object whose method is called.
  let argument: Int?
}
