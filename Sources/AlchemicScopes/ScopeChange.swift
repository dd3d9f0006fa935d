import AlchemicCore

/// The effects of closing or renewing a scope.
package final class ScopeChange {
  /// The changes of the answers that hosts follow.
  var replacements: [Replacement]
  /// The problems of objects that did not stop.
  let problems: [Problem]
  private let survivors: ScopeSurvivors?

  init(
    _ replacements: [Replacement], _ problems: [Problem], survivors: ScopeSurvivors? = nil
  ) {
    (self.replacements, self.problems, self.survivors) = (replacements, problems, survivors)
  }

  /// Releases the former answers, and warns of objects that are alive after that.
  func reportSurvivors(in model: Model) {
    replacements = []
    survivors?.report(in: model)
  }
}
