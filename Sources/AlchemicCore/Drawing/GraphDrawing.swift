import AlchemicRuntime

/// The factories of a model and their dependencies, as a graph. It contains no objects.
final class GraphDrawing {
  /// The target of an arrow.
  indirect enum Node {
    case factory(FactoryFacts)
    /// All factories that fit a type, where separate arrows would be unreadable.
    case many(type: String, count: Int)
  }

  /// A dependency.
  struct Edge {
    /// Positions of nodes.
    let from: Int
    let to: Int
    /// The property that contains the object; nil for an argument.
    let property: String?
  }

  private static let mostArrows = 100

  /// The factories, followed by the nodes that stand for many.
  private(set) var nodes: [Node]
  private(set) var edges: [Edge] = []
  /// The fitting factories by type. A type that many properties request is searched once.
  private var found = [ObjectIdentifier: [Int]]()
  /// The node that stands for many factories, by type.
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
        let element = TargetShape(property.target).element
        let provider = model.index.provider(element)
        let type = provider.map { TargetShape($0.product).element } ?? element
        let fitting = positions(fitting: type, in: model).filter { position in
          property.qualifier.map(graph.factories[position].facts.qualifiers.contains) ?? true
        }
        add(from, fitting, type, property: property.name)
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
  /// Returns a text with codes in place of some scalars. A quote that is combined with an accent
  /// still ends a text, hence scalars rather than characters.
  ///
  /// - Parameter code: Returns nil for a scalar that does not change.
  static func escaped(_ text: String, _ code: (Unicode.Scalar) -> String?) -> String {
    text.unicodeScalars.map { code($0) ?? String($0) }.joined()
  }
}

/// The language of a drawing.
public enum GraphFormat: String, Sendable, CaseIterable {
  /// For Graphviz.
  case dot
  /// For Mermaid, which the documents of many services support.
  case mermaid
  /// JSON, for programs.
  case json
}

extension Model {
  /// Returns a drawing of the factories and their dependencies. Solid arrows are arguments. Dashed
  /// arrows, with names, are properties as far as their types show. If more than 100 factories fit,
  /// one arrow leads to their number.
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
