public import AlchemicCore
public import AlchemicInject

extension Model {
  /// The factories of the model and their needs: see ``ModelGraph``.
  ///
  /// - Complexity: O(*f* + *d*) in the numbers of factories and their needs, and O(*f*) for each
  ///   requested type: about as much as the validation of the model.
  public var graph: ModelGraph { ModelGraph(of: self) }
}

extension Alchemic {
  /// Returns the graph of the model that ``start(profiles:_:)`` would build. Creates no object.
  ///
  /// A model with problems also has a graph: see ``ModelGraph/problems``.
  ///
  /// - Parameters:
  ///   - profiles: As for ``start(_:profiles:_:)``.
  ///   - configure: Adds factories, as for ``start(profiles:_:)``.
  /// - Throws: ``AlchemicError`` with `not-started` within a declaration.
  /// - Complexity: As for building the model: O(*f* + *d*) in the numbers of factories and their
  ///   dependencies.
  public static func graph(
    profiles: Set<AlchemicProfile> = [], _ configure: (ModelBuilder) -> Void = { _ in }
  ) throws -> ModelGraph {
    let (model, problems) = try buildRegardless(configure, in: profiles)
    return ModelGraph(of: model, problems: problems)
  }
}

extension ModelGraph {
  /// - Parameter problems: The problems that the validation of the model found.
  package init(of model: Model, problems: [Problem] = []) {
    let overridden = model.revision.overridden
    let factories = model.index.declared
    self.init(
      nodes: factories.map { factory in
        Node(
          number: factory.position, factory: factory.facts,
          wrapped: factory.isDecorator ? factory.owner?.position : nil,
          isOverridden: overridden.contains(factory.position))
      },
      edges: GraphReader(model).edges, problems: problems,
      absent: model.index.absent.map {
        AbsentNode(factory: $0.facts, profiles: $0.profiles, note: $0.reason)
      },
      inheritedCount: model.index.inheritedCount)
  }
}
