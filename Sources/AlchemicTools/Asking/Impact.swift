public import AlchemicCore
import AlchemicRuntime

/// The factories that are affected if `AcSet` replaces the object of a factory: all that need it,
/// directly or indirectly.
public struct Impact: Sendable, CustomStringConvertible {
  /// The factory whose object would be replaced.
  public let node: ModelGraph.Node
  /// The needs that lead to the factory, the nearest first. A dependent has only the needs of its
  /// least distance.
  public let dependents: [Dependent]

  /// A factory that needs the replaced object.
  public struct Dependent: Sendable {
    /// The factory.
    public let node: ModelGraph.Node
    /// The need of the dependent.
    public let edge: ModelGraph.Edge
    /// The factory to which the need leads: the replaced one, or a nearer dependent.
    public let needed: ModelGraph.Node
    /// The number of needs on the way to the replaced factory, from 1.
    public let distance: Int
    /// The effect of `AcSet` on the dependent.
    public let effect: Effect
  }

  /// The effect of `AcSet` on a dependent.
  @nonexhaustive
  public enum Effect: String, Sendable {
    /// The property has the new object at its next read.
    case follows = "follows AcSet"
    /// The provider requests the object again at each call.
    case asksAgain = "its provider returns the new object"
    /// New products receive the new object. Existing products keep the former one.
    case newOnly = "new products receive it, existing ones keep theirs"
    /// The object is wrapped again at the next request.
    case wrapsAgain = "wraps the new object at the next request"
    /// The dependent keeps the former object.
    case keeps = "keeps the former object"
    /// The dependent keeps its object. Only an object further along the chain is replaced.
    case indirect = "keeps its object, which depends on the factory"
  }

  /// Describes each dependent on one line.
  public var description: String {
    let name = "'\(Wording.shown(node.name))'"
    guard !dependents.isEmpty else { return "\(name): no factory needs it" }
    let lines = dependents.map { dependent in
      let need = Wording.shown("\(dependent.node.type).\(dependent.edge.label)")
      let place = dependent.node.factory.location.map { " — \($0)" } ?? ""
      let through =
        dependent.distance == 1 ? "" : " through '\(Wording.shown(dependent.needed.name))'"
      return "\(String(repeating: "  ", count: dependent.distance))\(need)\(through): "
        + "\(dependent.effect.rawValue)\(place)"
    }
    let number = Set(dependents.map(\.node.number)).count
    let count = number == 1 ? "1 factory" : "\(number) factories"
    return "\(name) is needed by \(count)\n" + lines.joined(separator: "\n")
  }
}

extension ModelGraph {
  /// Returns which factories depend on a factory, and whether they follow `AcSet` or keep their
  /// objects.
  ///
  /// - Parameter number: The number of a node.
  /// - Complexity: O(*n* + *e*) in the numbers of nodes and edges.
  public func impact(of number: Int) -> Impact {
    var needing = [[Int]](repeating: [], count: nodes.count)
    for (index, edge) in edges.enumerated() {
      for needed in edge.mayHaveCriteria ? edge.candidates : edge.chosen {
        needing[needed].append(index)
      }
    }
    var isSeen = Set([number])
    // The nodes whose next product has the new object.
    var isRenewed = isSeen
    var dependents: [Impact.Dependent] = []
    var reached = [number]
    var distance = 0
    while !reached.isEmpty {
      distance += 1
      var next: Set<Int> = []
      for needed in reached {
        for edge in needing[needed].map({ edges[$0] }) where !isSeen.contains(edge.from) {
          next.insert(edge.from)
          let effect = effect(on: edge, isDirect: isRenewed.contains(needed))
          if effect == .newOnly || effect == .wrapsAgain { isRenewed.insert(edge.from) }
          dependents.append(
            Impact.Dependent(
              node: nodes[edge.from], edge: edge, needed: nodes[needed], distance: distance,
              effect: effect))
        }
      }
      isSeen.formUnion(next)
      reached = next.sorted()
    }
    return Impact(node: nodes[number], dependents: dependents)
  }

  /// Returns the effect of `AcSet` on a need.
  ///
  /// - Parameter isDirect: Whether the next answer to the need is another object.
  func effect(on edge: Edge, isDirect: Bool) -> Impact.Effect {
    if edge.isProvider { return isDirect ? .asksAgain : .indirect }
    switch edge.purpose {
    case _ where !isDirect: return .indirect
    case .wrapped: return .wrapsAgain
    case .property where edge.follows: return .follows
    case .property, .argument, .owner:
      return nodes[edge.from].factory.lifetime == .template ? .newOnly : .keeps
    }
  }
}

extension Model {
  /// Returns which factories depend on the factories of a type, and whether they follow `AcSet` or
  /// keep their objects.
  ///
  /// ```swift
  /// for impact in try Alchemic.model.impact(of: (any Store).self) { print(impact) }
  /// ```
  ///
  /// - Parameter type: A class, a protocol such as `(any Store).self`, or a value type.
  /// - Returns: One impact for each factory whose products have the type, except layers of
  ///   decorators.
  /// - Complexity: As for ``graph``, and O(*n* + *e*) for each of the factories.
  public func impact(of type: Any.Type) -> [Impact] {
    let graph = self.graph
    let query = TypeQuery(type)
    return graph.nodes.filter { $0.wrapped == nil && query.accepts($0.factory.product) }
      .map { graph.impact(of: $0.number) }
  }
}
