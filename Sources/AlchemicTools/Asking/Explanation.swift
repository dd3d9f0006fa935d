public import AlchemicCore
import AlchemicRuntime

/// The reason for which a property or an argument has its object.
public struct Explanation: Sendable, CustomStringConvertible {
  /// The explained need.
  public let edge: ModelGraph.Edge
  /// The factory whose product has the property or the argument.
  public let host: ModelGraph.Node
  /// Every factory whose products have the type. Factories that answer come first.
  public let candidates: [Candidate]
  /// The declarations of the type that the model does not have.
  public let absent: [ModelGraph.AbsentNode]

  /// A factory whose products have the type.
  public struct Candidate: Sendable {
    /// The factory.
    public let node: ModelGraph.Node
    /// Whether the factory answers, and the reason.
    public let verdict: Verdict
    /// The state of its object; nil if the explanation is of a graph without a model.
    public let object: ObjectState?
  }

  /// Whether a factory answers, and the reason.
  @nonexhaustive
  public enum Verdict: Sendable, Hashable {
    /// The factory answers.
    case chosen(Choice)
    /// The factory does not answer.
    case excluded(Exclusion)
  }

  /// The reason for which a factory answers.
  @nonexhaustive
  public enum Choice: Sendable, Hashable {
    /// No other factory produces the type.
    case onlyCandidate
    /// It is primary, and the other candidates are not.
    case primary
    /// The other candidates are fallbacks.
    case notFallback
    /// The child model declares it, and inherits the other candidates.
    case own
    /// It meets the criteria, and the other candidates do not.
    case criteria
    /// All candidates are elements of the answer.
    case element
    /// Criteria of the property may choose it. Only an object of the host contains these.
    case possible
    /// It is the outermost decorator of the chosen factory.
    case decorator
    /// It produces the object whose method is called, or the object that a decorator wraps.
    case fixed
  }

  /// The reason for which a factory does not answer.
  @nonexhaustive
  public enum Exclusion: Sendable, Hashable {
    /// Another candidate is primary.
    case notPrimary
    /// It is a fallback, and another candidate is not.
    case fallback
    /// The child model declares another candidate, which replaces the inherited ones.
    case inherited
    /// It does not meet the criteria.
    case criteria
    /// Only a request by its name or its qualifier finds it.
    case byNameOnly
    /// Decorators answer in its place.
    case decorated
    /// It produces the whole array, while other factories produce elements, or the reverse.
    case otherForm
    /// Several factories fit, and nothing chooses among them. This is a problem of the model.
    case ambiguous
  }

  /// The object of a factory.
  @nonexhaustive
  public enum ObjectState: Sendable, Hashable {
    /// No object exists now. A request will create it.
    case absent
    /// The factory has created it.
    case created
    /// `AcSet` has stored it, in a call at this location.
    case set(at: CodeLocation)
    /// Every request creates a new one.
    case eachTime
    /// Scopes keep the objects.
    case inScopes
  }
}

extension ModelGraph {
  /// Returns the reason for which a need has its answer.
  ///
  /// - Parameter state: Returns the state of a factory's object; nil if it is not known.
  func explanation(
    of edge: Edge, _ state: (Node) -> Explanation.ObjectState? = { _ in nil }
  ) -> Explanation {
    Explanation(
      edge: edge, host: nodes[edge.from],
      candidates: considered(for: edge).map { number in
        Explanation.Candidate(
          node: nodes[number], verdict: verdict(on: number, for: edge), object: state(nodes[number])
        )
      },
      absent: absent(of: edge.element))
  }

  /// Returns every factory whose products have the type of a need. Factories that answer come
  /// first.
  func considered(for edge: Edge) -> [Int] {
    let chosen = Set(edge.chosen)
    return edge.chosen + edge.candidates.filter { !chosen.contains($0) } + hidden(by: edge)
  }

  /// Returns whether a factory answers a need, and the reason.
  func verdict(on number: Int, for edge: Edge) -> Explanation.Verdict {
    edge.chosen.contains(number)
      ? .chosen(choice(of: nodes[number], by: edge))
      : .excluded(exclusion(of: nodes[number], by: edge))
  }

  /// Returns the declarations of a type that the model does not have.
  func absent(of type: Any.Type) -> [AbsentNode] {
    guard !absent.isEmpty else { return [] }
    let query = TypeQuery(type)
    return absent.filter { query.accepts($0.factory.product) }
  }

  /// The factories that decorators hide from a need.
  private func hidden(by edge: Edge) -> [Int] {
    var hidden: [Int] = []
    for number in edge.candidates {
      var next = nodes[number].wrapped
      while let number = next {
        hidden.append(number)
        next = nodes[number].wrapped
      }
    }
    if hidden.isEmpty { return [] }
    let candidates = Set(edge.candidates)
    return hidden.filter { !candidates.contains($0) }
  }

  private func choice(of node: Node, by edge: Edge) -> Explanation.Choice {
    if edge.purpose == .owner || edge.purpose == .wrapped { return .fixed }
    if edge.isArray { return .element }
    if edge.mayHaveCriteria, edge.chosen.count > 1 { return .possible }
    if edge.candidates.count == 1 { return node.wrapped == nil ? .onlyCandidate : .decorator }
    if edge.fitting.count == 1 { return edge.criteria.isEmpty ? .onlyCandidate : .criteria }
    if isOwn(node), edge.fitting.contains(where: { !isOwn(nodes[$0]) }) { return .own }
    let inner = innermost(node).factory
    if inner.isPrimary { return .primary }
    return edge.fitting.count > 1 && !inner.isFallback ? .notFallback : .onlyCandidate
  }

  private func exclusion(of node: Node, by edge: Edge) -> Explanation.Exclusion {
    if !edge.candidates.contains(node.number) { return .decorated }
    let inner = innermost(node).factory
    if !edge.fitting.contains(node.number) {
      if !edge.criteria.isEmpty { return .criteria }
      return inner.isFoundByNameOnly ? .byNameOnly : .otherForm
    }
    let isReplaced = edge.fitting.contains {
      isOwn(nodes[$0]) && !innermost(nodes[$0]).factory.isFallback
    }
    if !isOwn(node), isReplaced { return .inherited }
    let hasPrimary = edge.fitting.contains { innermost(nodes[$0]).factory.isPrimary }
    if hasPrimary, !inner.isPrimary { return .notPrimary }
    let hasOther = edge.fitting.contains { !innermost(nodes[$0]).factory.isFallback }
    if hasOther, inner.isFallback { return .fallback }
    return edge.isArray ? .otherForm : .ambiguous
  }

  /// Whether a child model declares the factory, and does not inherit it; false in any other model.
  private func isOwn(_ node: Node) -> Bool {
    inheritedCount > 0 && innermost(node).number >= inheritedCount
  }

  private func innermost(_ node: Node) -> Node {
    var node = node
    while let wrapped = node.wrapped { node = nodes[wrapped] }
    return node
  }
}
