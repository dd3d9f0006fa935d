import AlchemicRuntime

/// Checks whether the factories of a child model leave the inherited factories valid, as far as the
/// child's factories alone show that. Most do: they create a double of a service, and have no
/// needs.
struct ChildCheck {
  /// Whether no factory of the child is part of a circle of needs.
  let isApart: Bool
  /// Whether every factory that needs a product of the child's factories can receive it. If this
  /// check cannot tell, the whole model must be checked.
  let isSound: Bool

  /// The result without any check.
  static let ofAll = ChildCheck(isApart: false, isSound: false)

  private init(isApart: Bool, isSound: Bool) {
    (self.isApart, self.isSound) = (isApart, isSound)
  }

  /// - Parameters:
  ///   - resolution: The needs of the child's own factories.
  ///   - inherited: The parent's factories. The parent has no problems.
  /// - Complexity: O(*n*) in the numbers of the child's factories and their needs.
  init(of resolution: DependencyResolution, in inherited: InheritedFactories) {
    let own = inherited.own
    let needs = own.indices.map { number in
      resolution.needs[number].map(\.factory.position)
        + resolution.mayRead[number].flatMap { resolution.candidates[$0] }
    }
    // A factory without needs ends every path.
    let others = own.indices.filter { !needs[$0].isEmpty }
    if others.isEmpty {
      isApart = true
    } else {
      let inheritedNeeds = inherited.inheritance.needs
      let goals = Set(
        others.flatMap { other in
          inheritedNeeds.with {
            $0.withRequests(takenBy: own[other].facts.product) { $0.map(\.number) }
          }
        })
      let starts = Set(others.flatMap { needs[$0] })
      let isDirect = others.contains { starts.contains(own[$0].position) }
      isApart =
        !isDirect
        && inheritedNeeds.with {
          !$0.table.leads(from: starts.filter { $0 < inherited.count }, to: goals)
        }
    }
    isSound = isApart && inherited.inheritance.needs.with { Self.fit(own, in: $0) }
  }

  /// Returns whether the factories can answer each inherited request for their products.
  private static func fit(_ own: [Factory], in inherited: InheritedNeeds) -> Bool {
    var answered: Set<Int> = []
    for factory in own {
      if inherited.table.hasMisfit(named: factory) { return false }
      let isFit = inherited.withRequests(takenBy: factory.facts.product) { requests in
        requests.allSatisfy { request in
          guard request.mayChoose(factory) else { return true }
          // Several answers are an error only for some requests.
          let isFirst = answered.insert(request.number).inserted
          return factory.plainlyAnswers(request) && (isFirst || request.isForAll)
        }
      }
      if !isFit { return false }
    }
    return true
  }
}

extension Factory {
  /// Returns whether the products fit a request for their type as those of most factories do.
  func plainlyAnswers(_ request: NeedRequest) -> Bool {
    !facts.isNillable && !facts.isTransient && !facts.isWeak && !takesArguments
      && (isShared || facts.making == .anywhere)
      && request.provider?.arguments.isEmpty != false
      && (!request.needsShared || isShared && mayBeObject)
  }
}

extension NeedRequest {
  /// Whether the request is for a whole array, or has criteria that its type does not show.
  var isForAll: Bool { shape.isArray || mayHaveCriteria }
}
