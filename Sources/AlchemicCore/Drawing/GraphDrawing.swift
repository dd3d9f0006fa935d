import AlchemicRuntime

/// The factories of a model and what they need, as something to draw. No object is looked at.
final class GraphDrawing {
  /// What an arrow leads to.
  indirect enum Node {
    case factory(FactoryFacts)
    /// Any of so many that fit a type: more arrows than anybody could tell apart.
    case many(type: String, count: Int)
  }

  /// One need.
  struct Edge {
    /// Positions of nodes.
    let from: Int
    let to: Int
    /// The property that has the object; nil for an argument.
    let property: String?
  }

  private static let mostArrows = 100

  /// First the factories.
  private(set) var nodes: [Node]
  private(set) var edges: [Edge] = []
  /// By type: a protocol that many properties ask for is searched once.
  private var found = [ObjectIdentifier: [Int]]()
  /// By type: the node that stands for what fits.
  private var crowds = [ObjectIdentifier: Int]()

  init(_ model: Model) {
    let graph = model.graph
    nodes = graph.factories.map { .factory($0.facts) }
    for (from, factory) in graph.factories.enumerated() {
      for (argument, needed) in graph.needs(of: from) {
        let type = argument.map { factory.arguments[$0].type } ?? factory.facts.product
        add(from, needed, type, property: nil)
      }
      for property in model.injector?.properties(of: factory.facts.product) ?? [] {
        let type = TargetShape(property.target).element
        add(from, positions(fitting: type, in: model), type, property: property.name)
      }
    }
  }

  @inline(never)
  private func add(
    _ from: Int, _ needed: [Int], _ type: Any.Type, property: String?
  ) {
    guard needed.count > Self.mostArrows else {
      edges += needed.map { Edge(from: from, to: $0, property: property) }
      return
    }
    let crowd = crowds[ObjectIdentifier(type)] ?? nodes.count
    if crowd == nodes.count {
      nodes.append(.many(type: typeName(type), count: needed.count))
      crowds[ObjectIdentifier(type)] = crowd
    }
    edges.append(Edge(from: from, to: crowd, property: property))
  }

  private func positions(fitting type: Any.Type, in model: Model) -> [Int] {
    if let found = found[ObjectIdentifier(type)] { return found }
    let fitting = model.index.candidates(producing: type)
      .compactMap { model.graph.position(of: $0) }
    found[ObjectIdentifier(type)] = fitting
    return fitting
  }
}

extension GraphDrawing {
  /// A text with codes in place of some scalars. By scalars: a quote with an accent on it still
  /// ends a text.
  ///
  /// - Parameter code: Nil for a scalar that stays as it is.
  static func escaped(_ text: String, _ code: (Unicode.Scalar) -> String?) -> String {
    text.unicodeScalars.map { code($0) ?? String($0) }.joined()
  }
}

/// How a model is drawn.
public enum GraphFormat: String, Sendable, CaseIterable {
  /// For Graphviz.
  case dot
  /// For Mermaid, as in the documents of many services.
  case mermaid
  /// For programs.
  case json
}

extension Model {
  /// A drawing of the factories and what they need: arguments by solid arrows, properties, as far
  /// as their types tell, by dashed ones with their names. Where more than 100 fit one need, an
  /// arrow leads to their number instead.
  ///
  /// - Parameter format: The language of the drawing.
  /// - Complexity: O(*f* + *d*) in the factories and their dependencies.
  public func drawing(as format: GraphFormat) -> String {
    let drawing = GraphDrawing(self)
    return switch format {
    case .dot: drawing.dot
    case .mermaid: drawing.mermaid
    case .json: drawing.json
    }
  }
}
