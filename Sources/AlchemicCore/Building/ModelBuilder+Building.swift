import AlchemicRuntime

extension ModelBuilder {
  /// Builds and validates the model. Creates no objects and runs no user code except aspects.
  ///
  /// - Parameter injector: Injects the properties of products; nil for no injection.
  /// - Returns: A model without problems.
  /// - Throws: ``AlchemicError`` with every problem of the declarations and the dependencies.
  /// - Complexity: O(*f* + *d*) in the numbers of factories and of their dependencies, and O(*f*)
  ///   for each requested protocol.
  package func build(injector: (any HostInjector)?) throws(AlchemicError) -> Model {
    let (revision, problems) = revision(injector: injector)
    guard problems.isEmpty else { throw AlchemicError(problems.merged) }
    return model(of: revision, injector)
  }

  /// Builds a model that may have problems: the parent of child models, or a model to draw. It
  /// creates no object itself. A child reports a problem of its parent if the child has the
  /// problem, too.
  package func buildRegardless(
    injector: (any HostInjector)?
  ) -> (model: Model, problems: [Problem]) {
    let (revision, problems) = revision(injector: injector, toleratesProblems: true)
    return (model(of: revision, injector), problems.merged)
  }

  private func model(of revision: ModelRevision, _ injector: (any HostInjector)?) -> Model {
    let model = Model(revision, injector: injector, observer: observer)
    model.open()
    return model
  }

  /// Builds and validates a model with the additions. All of it is validated, since an addition can
  /// invalidate other declarations. The model itself changes when the extension is published.
  ///
  /// - Returns: The extension; nil if nothing was added.
  package func buildExtension() -> ModelExtension? {
    guard let base, !known.isEmpty || !declarations.isEmpty else { return nil }
    let (revision, problems) = revision(injector: base.model.injector)
    return (revision, problems.merged)
  }

  /// - Parameter toleratesProblems: Whether the revision may keep problems, for child models.
  private func revision(
    injector: (any HostInjector)?, toleratesProblems: Bool = false
  ) -> (ModelRevision, [Problem]) {
    // Checked before aspects run, because the aspect of AlchemicFoundation declares a factory in
    // every model.
    if base == nil, hasFoundNothing, declarations.isEmpty {
      warnings.append(Problem(.nothingDeclared, "Alchemic"))
    }
    observer?.didBegin(.building)
    removeExcluded?(self, [])
    notifyAspects()
    isBuilt = true
    offers?.leaveOutRepeated?(&declarations, &absent, base?.revision.index)
    var problems = self.problems + Validation.problems(in: declarations) + problemsOfDecorators
    problems += unknownProfiles?(namedProfiles + chosenProfiles) ?? []
    let former = base?.revision
    var names = FactoryNames(declarations, beside: former)
    offers?.nameFallbacks?(&names.texts, names.doubtful, declarations, former?.index)
    problems += UniqueNames.problems(in: declarations, names, beside: former?.index)
    let ofDeclarations = problems

    let count = former?.index.count ?? 0
    var added = factories(named: names, inheriting: count, injector)
    let decorators = decorate(&added, after: count)
    problems += idleDecorators(among: added[...]) + idleFillers(among: added[...])
    let index = FactoryIndex(
      added, hasLayers: !decorators.isEmpty, absent: absent, after: former?.index)
    let formerNeeds = former.flatMap { mode == .standard ? needsIfApart?(added, $0) : nil }
    let isApart = formerNeeds != nil
    let checked = isApart ? added : index.declared
    let resolution = DependencyResolution(isApart ? [] : checked, in: index, injector: injector)
    let graph =
      isApart ? DependencyGraph(withoutNeeds: added) : DependencyGraph(checked, resolution)
    observer?.didBegin(.validation)
    problems +=
      resolution.problems + NoEagerCycles.problems(in: graph, index)
      + AwaitedLoops.problems(in: graph, index, injector)
    if let rules = former?.traits.parts.first(as: ScopeRules.self)
      ?? added.firstPart(as: ScopeRules.self)
    {
      problems += rules.problems(checked, index, injector)
    }
    let ofNeeds = isApart ? former?.warnings.ofNeeds ?? [] : resolution.warnings.merged
    var warnings = ((former?.warnings.ofDeclarations ?? []) + self.warnings, ofNeeds)
    if mode == .strict {
      problems +=
        warnings.0 + ofNeeds + EndlessTemplates.problems(in: graph)
        + PropertyReview(of: checked, in: index, injector).warnings
    }
    // A child or a plug-in may have factories for these, so this stays a warning.
    warnings.0 += unusedProfiles

    let revision = ModelRevision(
      index, adding: added, after: former, isApart: isApart, graph: graph, needs: formerNeeds,
      injector,
      flaws: toleratesProblems && !problems.isEmpty ? ofDeclarations : nil, decorators: decorators,
      fillers: allFillers, profiles: activeProfiles, sharedNames: names.shared,
      aspects: (former?.aspects ?? []) + aspects, warnings: warnings,
      known: (former?.known ?? KnownTypes()).union(known)
    ) { DependencyGraph(of: index, injector) }
    return (revision, problems)
  }

  /// Returns the factories of the declarations.
  ///
  /// - Parameter count: The number of factories before these.
  @_optimize(speed)
  func factories(
    named names: FactoryNames, inheriting count: Int, _ injector: (any HostInjector)?
  ) -> [Factory] {
    // Only classes and structures have properties to inject.
    let survey = declarations.contains { Self.mayBeHost($0.product) } ? injector?.survey() : nil
    // A class comes before its methods.
    var owner: (declaration: DetailedDeclaration, factory: Factory)?
    let fillers = allFillers
    var factories: [Factory] = []
    factories.reserveCapacity(declarations.count)
    for index in declarations.indices {
      let details = declarations[index].details
      let product = declarations[index].product
      let isPlain = survey.map { Self.mayBeHost(product) && !$0.mayBeHost(product) } ?? false
      let isOwned = details?.owner != nil && details?.owner === owner?.declaration
      var factory = declarations[index].factory(
        named: names.text(of: index), at: count + index, owner: isOwned ? owner?.factory : nil,
        hasPlainProducts: isPlain)
      if !fillers.isEmpty { factory = factory.filled(by: fillers) }
      if let details, details.origin == .ofClass { owner = (details, factory) }
      factories.append(factory)
    }
    return factories
  }

  private static func mayBeHost(_ type: Any.Type) -> Bool {
    TypeKind.isClass(type) || TypeKind.isStruct(type)
  }
}

extension Model {
  /// Prepares the model for requests. Called once, before other threads have a reference to it.
  fileprivate func open() {
    home.set(self)
    if revision.traits.hasCircles {
      CreationCoordinator.joinComponents(of: revision, in: store) { ((), true) }
    }
  }

  /// Notifies the aspects of the model, before any object is created.
  package func notifyAspects() { revision.notifyAspects(of: self) }
}

extension ModelRevision {
  /// Notifies the aspects, before any of the new objects is created.
  package func notifyAspects(of model: Model) {
    for (number, type) in aspects.enumerated() {
      guard let aspect = type as? any AlchemicAspect.Type else { continue }
      if number < formerAspects {
        aspect.modelDidExtend(model, with: added)
      } else {
        aspect.modelDidResolve(model)
      }
    }
  }
}
