public import AlchemicCore
import AlchemicRuntime

/// Why a property or an argument has the object that it has.
public struct Explanation: Sendable, CustomStringConvertible {
  /// The need that is explained.
  public let edge: ModelGraph.Edge
  /// The factory whose product has it.
  public let host: ModelGraph.Node
  /// Every factory whose products have the type, those that answer first.
  public let candidates: [Candidate]
  /// The declarations of the type for other profiles than the active ones.
  public let absent: [ModelGraph.AbsentNode]

  /// A factory whose products have the type.
  public struct Candidate: Sendable {
    /// The factory.
    public let node: ModelGraph.Node
    /// Whether it answers, and why.
    public let verdict: Verdict
    /// Its object; nil if the graph was asked, and not a model.
    public let object: ObjectState?
  }

  /// Whether a factory answers, and the reason.
  @nonexhaustive
  public enum Verdict: Sendable, Hashable {
    /// It answers.
    case chosen(Choice)
    /// It does not answer.
    case excluded(Exclusion)
  }

  /// Why a factory answers.
  @nonexhaustive
  public enum Choice: Sendable, Hashable {
    /// No other factory produces the type.
    case onlyCandidate
    /// It is primary, and others are not.
    case primary
    /// The child model declares it, and inherits the others.
    case own
    /// It meets the criteria, and others do not.
    case criteria
    /// All candidates are elements.
    case element
    /// Criteria of the property may choose it: only an object of the host shows them.
    case possible
    /// It is the outermost decorator of the one that is chosen.
    case decorator
    /// It is the object whose method is called, or the one that a decorator wraps.
    case fixed
  }

  /// Why a factory does not answer.
  @nonexhaustive
  public enum Exclusion: Sendable, Hashable {
    /// Another one is primary.
    case notPrimary
    /// The child model declares another one, which replaces what it inherits.
    case inherited
    /// It does not meet the criteria.
    case criteria
    /// It is found by its name or its qualifier only.
    case byNameOnly
    /// Decorators answer in its place.
    case decorated
    /// It produces the array as a whole, and factories produce elements, or the reverse.
    case otherForm
    /// Several fit, and nothing chooses among them: a problem of the model.
    case ambiguous
  }

  /// The object of a factory.
  @nonexhaustive
  public enum ObjectState: Sendable, Hashable {
    /// No object exists now: it is created on request.
    case absent
    /// The factory has created it.
    case created
    /// `AcSet` has stored it, called here.
    case set(at: CodeLocation)
    /// Every request creates another one.
    case eachTime
    /// Scopes keep the objects.
    case inScopes
  }
}

extension ModelGraph {
  /// Returns why a need has its answer.
  ///
  /// - Parameter state: Returns the state of a factory's object, if it is known.
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

  /// Returns every factory whose products have the type of a need, those that answer first.
  func considered(for edge: Edge) -> [Int] {
    let chosen = Set(edge.chosen)
    return edge.chosen + edge.candidates.filter { !chosen.contains($0) } + hidden(by: edge)
  }

  /// Returns whether a factory answers a need, and why.
  func verdict(on number: Int, for edge: Edge) -> Explanation.Verdict {
    edge.chosen.contains(number)
      ? .chosen(choice(of: nodes[number], by: edge))
      : .excluded(exclusion(of: nodes[number], by: edge))
  }

  /// Returns the declarations of a type for other profiles than the active ones.
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
    return innermost(node).factory.isPrimary ? .primary : .onlyCandidate
  }

  private func exclusion(of node: Node, by edge: Edge) -> Explanation.Exclusion {
    if !edge.candidates.contains(node.number) { return .decorated }
    let inner = innermost(node).factory
    if !edge.fitting.contains(node.number) {
      if !edge.criteria.isEmpty { return .criteria }
      return inner.isFoundByNameOnly ? .byNameOnly : .otherForm
    }
    if !isOwn(node), edge.fitting.contains(where: { isOwn(nodes[$0]) }) { return .inherited }
    let hasPrimary = edge.fitting.contains { innermost(nodes[$0]).factory.isPrimary }
    if hasPrimary, !inner.isPrimary { return .notPrimary }
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
