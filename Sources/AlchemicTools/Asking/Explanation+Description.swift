import AlchemicCore
import AlchemicRuntime

extension Explanation {
  /// The explanation over several lines: the need, each factory with its verdict, and the behaviour
  /// of the property after `AcSet`.
  public var description: String {
    let need = Wording.shown("\(host.factory.productName).\(edge.label)")
    var lines = ["\(need): \(typeName(edge.type))\(Self.place(of: host.factory))"]
    if !edge.criteria.isEmpty { lines.append("  with \(edge.criteria.joined(separator: ", "))") }
    if candidates.isEmpty {
      lines.append("  nothing produces it" + (edge.isOptional ? ", so it is nil" : ""))
    }
    for candidate in candidates {
      lines.append("  \(Self.line(of: candidate))")
    }
    for absent in absent {
      lines.append(
        "  not '\(Wording.shown(absent.factory.name))'\(Self.place(of: absent.factory)): "
          + "it is \(absent.reason)")
    }
    if edge.mayHaveCriteria {
      lines.append(
        "  the property may have a criterion or a constant, which only an object of its host shows")
    }
    lines.append("  \(update)")
    return lines.joined(separator: "\n")
  }

  private static func line(of candidate: Candidate) -> String {
    let facts = candidate.node.factory
    let object = candidate.object.map { "; \($0.text)" } ?? ""
    let name = "'\(Wording.shown(facts.name))' (\(facts.productName))\(place(of: facts))"
    return switch candidate.verdict {
    case .chosen(let choice): "→ \(name): \(choice.text)\(object)"
    case .excluded(let exclusion): "not \(name): \(exclusion.text)\(object)"
    }
  }

  private static func place(of facts: FactoryFacts) -> String {
    facts.location.map { " — \($0)" } ?? ""
  }

  private var update: String { edge.update(of: host) }
}

extension ModelGraph.Edge {
  /// Returns the effect of `AcSet` on the need.
  ///
  /// - Parameter host: The factory with the need.
  func update(of host: ModelGraph.Node) -> String {
    switch purpose {
    case _ where isProvider: "a provider: each call returns the present object"
    case .property where follows: "the property follows AcSet"
    case .property: "the property keeps its object after AcSet"
    case .wrapped: "AcSet stores another object, and the next request wraps it"
    case .argument, .owner:
      host.factory.lifetime == .template
        ? "each new product receives the present object"
        : "the object keeps its argument after AcSet"
    }
  }
}

extension ModelGraph.AbsentNode {
  /// The reason for which the model does not have it.
  var reason: String {
    note ?? "only for the profile \(profiles.map { Wording.shown($0) }.joined(separator: ", "))"
  }
}

extension Explanation.Verdict {
  /// The reason.
  var text: String {
    switch self {
    case .chosen(let choice): choice.text
    case .excluded(let exclusion): exclusion.text
    }
  }
}

extension Explanation.Choice {
  var text: String {
    switch self {
    case .onlyCandidate: "no other factory fits"
    case .primary: "it is primary"
    case .notFallback: "the others are fallbacks"
    case .own: "the child model declares it"
    case .criteria: "it meets the criteria"
    case .element: "one element of the array"
    case .possible: "criteria may choose it"
    case .decorator: "the outermost decorator answers"
    case .fixed: "fixed by the declaration"
    }
  }
}

extension Explanation.ObjectState {
  var text: String {
    switch self {
    case .absent: "no object yet"
    case .created: "its object exists"
    case .set(let setter): "AcSet stored its object — \(setter)"
    case .eachTime: "a new object each time"
    case .inScopes: "an object in each scope"
    }
  }
}

extension Explanation.Exclusion {
  var text: String {
    switch self {
    case .notPrimary: "another one is primary"
    case .fallback: "it is a fallback, and another one is not"
    case .inherited: "the child model declares another one"
    case .criteria: "it does not meet the criteria"
    case .byNameOnly: "only its name or its qualifier finds it"
    case .decorated: "a decorator wraps it"
    case .otherForm: "the answer has another form: elements, or the whole array"
    case .ambiguous: "several factories fit, and none is primary"
    }
  }
}
