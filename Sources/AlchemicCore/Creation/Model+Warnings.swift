import Synchronization

extension Model {
  /// The declarations that are valid but probably unintended, the properties that validation can
  /// decide only with an object of their host, and the singletons that wait for a reference. Such a
  /// property or singleton leaves the list after the model has checked it with an object or created
  /// it.
  ///
  /// - Complexity: O(*f* + *p*) in the numbers of factories and of properties of their products. If
  ///   objects expire, O(*f* (1 + *t*) + *p*) in the templates *t* that a factory needs.
  public var warnings: [Problem] { report.warnings }

  /// Records that observers of the start know the warnings, or will when it ends.
  package func noteToldWarnings() { hasToldWarnings.store(true, ordering: .relaxed) }

  /// What a validation of the model has checked.
  package var report: ValidationReport {
    let revision = revision
    let review = PropertyReview(
      of: revision.graph.factories, in: revision.index, injector,
      isChecked: { self.findings.holds(.checked, of: $0) })
    let waiting = revision.graph.waitingForReferences(revision.traits.parts) { store.isPresent($0) }
    let singletons = revision.graph.singletons.filter { !store.isPresent($0) }
    let warnings = singletons.compactMap { singleton in
      waiting[ObjectIdentifier(singleton)].map {
        singleton.facts.problem(.waitsForReference(named: $0.facts.name))
      }
    }
    return ValidationReport(
      factories: revision.graph.factories.count, review,
      warnings: revision.allWarnings + EndlessTemplates.problems(in: revision.graph)
        + review.warnings.merged + warnings)
  }
}
