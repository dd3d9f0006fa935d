import AlchemicRuntime

/// The warning for a property that follows an object of a scope, but may be read outside such a
/// scope. Its host lives longer, and the property is no optional, so that such a read fails.
enum ScopedFollowers {
  /// - Parameter host: The factory of the hosts. A template may be used within the scope only, so
  ///   it has no such warning.
  static func warnings(of host: Factory, _ reader: NeedReader) -> [Problem] {
    guard host.isShared else { return [] }
    var warnings: [Problem] = []
    reader.read(host) { need in
      guard case .property(let property, let request, _) = need, !request.isLater,
        !request.isOptional, !request.shape.isArray
      else { return }
      // Criteria may choose each factory of the type.
      let answers = request.mayHaveCriteria ? request.producing : request.fitting.preferred
      let isOutside =
        !answers.isEmpty
        && answers.allSatisfy { answer in
          (property.isTransient || answer.facts.isTransient)
            && answer.facts.scope.map { !$0.lasts(as: host.facts.scope) } ?? false
        }
      guard isOutside, let followed = answers.first, let scope = followed.facts.scope else {
        return
      }
      warnings.append(
        followed.facts.problem(.mayHaveNoScope(scope.name), path: need.steps(from: host)))
    }
    return warnings
  }
}
