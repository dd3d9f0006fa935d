import AlchemicCore
import AlchemicRuntime

/// Turns the needs of a model's factories into the edges of a graph.
struct GraphReader {
  private let index: FactoryIndex
  private(set) var edges: [ModelGraph.Edge] = []
  /// By the number of a request without criteria.
  private var known = [Int: Answer]()

  /// The answer to a request, without its purpose.
  private struct Answer {
    let candidates: [Int]
    let fitting: Set<Int>
    let chosen: [Int]
    /// Whether one of the answering factories is transient.
    let isFollowed: Bool
  }

  /// - Complexity: O(*f* + *d*) in the numbers of factories and their needs, and O(*f*) for each
  ///   type.
  init(_ model: Model) {
    index = model.index
    let reader = NeedReader(of: index, model.injector)
    for factory in index.declared {
      reader.read(factory) { need in
        switch need {
        case .owner(let owner): edges.append(edge(from: factory, to: owner))
        case .argument(let argument, let request):
          edges.append(edge(from: factory, .argument(argument.position), request))
        case .property(let property, let request, _):
          edges.append(edge(from: factory, .property(property.name), request, of: property))
        }
      }
    }
  }

  private mutating func answer(to request: NeedRequest) -> Answer {
    if let answer = known[request.number] { return answer }
    let fitting = request.fitting
    let chosen: [Factory]
    do throws(AlchemicError) {
      chosen = try index.answer(to: request.shape, matching: request.criteria).factories
    } catch {
      // The criteria of a property are available only in its wrapper.
      chosen = request.mayHaveCriteria ? fitting.preferred : []
    }
    let answer = Answer(
      candidates: (index.factories(producing: request.shape.element) + request.whole)
        .map(\.position),
      fitting: Set(fitting.all.map(\.position)), chosen: chosen.map(\.position),
      isFollowed: chosen.contains(where: \.facts.isTransient))
    known[request.number] = answer
    return answer
  }

  private mutating func edge(
    from factory: Factory, _ purpose: ModelGraph.Purpose, _ request: NeedRequest,
    of property: InjectedProperty? = nil
  ) -> ModelGraph.Edge {
    let answer = answer(to: request)
    // If only one factory fits, the criteria of an object cannot choose another.
    let isOnly =
      answer.candidates.count == 1 && answer.chosen == answer.candidates && !request.isOptional
      && !request.shape.isArray
    return ModelGraph.Edge(
      from: factory.position, purpose: purpose, type: request.target,
      element: request.shape.element,
      isOptional: request.isOptional, isArray: request.shape.isArray,
      isProvider: request.isLater,
      follows: property.map { $0.isTransient || answer.isFollowed } ?? false,
      isWeak: property?.isWeak ?? false,
      criteria: request.criteria.isEmpty ? [] : request.criteria.spellings,
      mayHaveCriteria: request.mayHaveCriteria && !isOnly, candidates: answer.candidates,
      fitting: answer.fitting, chosen: answer.chosen)
  }

  /// Returns the edge to the object whose method is called, or to the object that a decorator
  /// wraps.
  private func edge(from factory: Factory, to owner: Factory) -> ModelGraph.Edge {
    ModelGraph.Edge(
      from: factory.position, purpose: factory.isDecorator ? .wrapped : .owner,
      type: owner.facts.product, element: owner.facts.product, isOptional: false, isArray: false,
      isProvider: false, follows: false, isWeak: false, criteria: [], mayHaveCriteria: false,
      candidates: [owner.position], fitting: [owner.position], chosen: [owner.position])
  }
}
