public import AlchemicCore
import AlchemicRuntime

/// The factories of a model and their needs, as a value. It contains no object, and its computation
/// creates none.
///
/// ```swift
/// let graph = try Alchemic.model.graph
/// for edge in graph.edges where edge.candidates.count > 1 { print(graph.nodes[edge.from].name) }
/// ```
///
/// `Alchemic.graph(profiles:_:)` returns the graph of a program before its start, even if its model
/// has problems.
public struct ModelGraph: Sendable {
  /// The factories, in the order of their declaration: those of a parent model first, and layers of
  /// decorators last.
  public let nodes: [Node]
  /// The needs of the factories, in the order of the nodes. Each argument and each injected
  /// property is one edge.
  public let edges: [Edge]
  /// The mistakes of the model; empty if it is valid.
  public let problems: [Problem]
  /// The declarations for inactive profiles, fallbacks that repeat others, and what excluded
  /// configurations declare. The model does not contain them.
  public let absent: [AbsentNode]

  /// A factory.
  public struct Node: Sendable {
    /// The index in ``ModelGraph/nodes``.
    public let number: Int
    /// The description of the factory: its name, lifetime, options and source location.
    public let factory: FactoryFacts
    /// The node that a layer of a decorator wraps; nil for any other factory.
    public let wrapped: Int?
    /// Whether factories that are preferred answer every request that this factory could answer. A
    /// start then does not create its object.
    public let isOverridden: Bool
  }

  /// The need of a factory for one argument or one property.
  public struct Edge: Sendable {
    /// The node with the need.
    public let from: Int
    /// The use of the answer.
    public let purpose: Purpose
    /// The type of the argument or the property.
    public let type: Any.Type
    /// The type of a single product: the element of an array, or the product of a provider.
    public let element: Any.Type
    /// Whether the value may be nil.
    public let isOptional: Bool
    /// Whether the answer contains all candidates, as an array or a map.
    public let isArray: Bool
    /// Whether the value is a provider, which resolves the request at each call.
    public let isProvider: Bool
    /// Whether the property follows `AcSet`: the property or an answering factory is transient.
    public let follows: Bool
    /// Whether the property references its object weakly.
    public let isWeak: Bool
    /// The conditions besides the type, as a program spells them. For a property, the graph
    /// contains only those that its type shows, as `@Qualified` does.
    public let criteria: [String]
    /// Whether the property may have further criteria, or a constant. Only an object of its host
    /// contains these. ``chosen`` is then the answer without them.
    public let mayHaveCriteria: Bool
    /// The nodes whose products have the type, in the order of arrays.
    public let candidates: [Int]
    /// The candidates that meet the criteria; without criteria, those that a request by type alone
    /// finds.
    let fitting: Set<Int>
    /// The nodes that answer. Empty if no factory does, which is a problem or an answer of nil.
    public let chosen: [Int]
  }

  /// The use of the answer to a need.
  @nonexhaustive
  public enum Purpose: Sendable, Hashable {
    /// An argument of the function that creates the product, from 0.
    case argument(Int)
    /// An injected property. For a property in a structure, this is the path to it:
    /// `services.store`.
    case property(String)
    /// The object whose method creates the product.
    case owner
    /// The object that a decorator wraps.
    case wrapped
  }

  /// A declaration that the model does not contain: for inactive profiles, a fallback that repeats
  /// another one, or one of an excluded configuration.
  public struct AbsentNode: Sendable {
    /// The description of the factory that the declaration would be.
    public let factory: FactoryFacts
    /// The names of the profiles of a declaration for inactive profiles; otherwise empty.
    public let profiles: [String]
    let note: String?
  }

  /// The number of nodes that a child model inherits. They precede its own nodes.
  let inheritedCount: Int

  init(
    nodes: [Node], edges: [Edge], problems: [Problem] = [], absent: [AbsentNode] = [],
    inheritedCount: Int = 0
  ) {
    self.inheritedCount = inheritedCount
    self.nodes = nodes
    self.edges = edges
    self.problems = problems
    self.absent = absent
  }

  /// Returns the node with a name.
  ///
  /// - Complexity: O(*n*) in the number of nodes.
  public func node(named name: String) -> Node? { nodes.first { $0.name == name } }
}

extension ModelGraph.Node {
  /// The name of the factory.
  ///
  /// - Complexity: A name that is derived from the type is computed at each access.
  public var name: String { factory.name }

  /// The type of the products, as a program spells it.
  public var type: String { factory.productName }

  /// The module of the declaration; for a class without details, the module of the class.
  public var module: String {
    let place = factory.location?.fileID ?? qualifiedTypeName(factory.product)
    return String(place.prefix { $0 != "/" && $0 != "." })
  }
}

extension ModelGraph.Edge {
  /// The argument or the property, as a message shows it: `argument 1`, `store`.
  public var label: String {
    switch purpose {
    case .argument(let position): "argument \(position + 1)"
    case .property(let name): name
    case .owner: "its method is called"
    case .wrapped: "wraps"
    }
  }

  /// The property; nil for any other need.
  public var property: String? { if case .property(let name) = purpose { name } else { nil } }
}
