import AlchemicRuntime

/// The objects that a child model shares with its parent.
@nonexhaustive
public enum ModelSharing: Sendable {
  /// None: the child has the declarations of the parent, and creates all its objects itself.
  case none
  /// The singletons, and the objects of references, that do not need a replaced factory, directly
  /// or indirectly, by argument or by property. The child creates all other objects itself.
  ///
  /// The child takes such an object at its first request for it. A later `AcSet` in the parent does
  /// not change it. The model does not see the requests that a closure makes itself. Register such
  /// a factory in the child, too.
  case unaffected
}

extension ModelBuilder {
  /// Builds and validates the child model. Creates no objects, and calls no aspects.
  ///
  /// If the parent has no problems, validation checks only what the child's own factories change:
  /// their needs, and the factories that need them. If these alone do not determine that,
  /// validation checks the whole child, as at a start.
  ///
  /// - Parameters:
  ///   - name: The name of the child in the message about a use after its end.
  ///   - sharing: The objects that the child takes from its parent.
  ///   - injector: Injects the properties of products.
  ///   - isForChildren: Whether the program uses only children of the child. They then report its
  ///     problems, if they have them, too.
  ///   - observer: Observes which factories the child uses; nil for none.
  /// - Throws: ``AlchemicError`` with every problem of the child.
  /// - Complexity: O(*n*) in the number of the child's declarations and their needs. O(*f* + *d*)
  ///   in the numbers of all factories and their dependencies, if validation checks the whole
  ///   child.
  package func buildChild(
    named name: String, sharing: ModelSharing, injector: any HostInjector,
    isForChildren: Bool = false, observer: (any ChildObserver)? = nil
  ) throws(AlchemicError) -> Model {
    // Only the builder of a child calls this function.
    let inheritance = inheritance.unsafelyUnwrapped
    removeExcluded?(self, [])
    isBuilt = true
    offers?.leaveOutRepeated?(&declarations, &absent, nil)
    var names = FactoryNames(declarations)
    offers?.nameFallbacks?(&names.texts, names.doubtful, declarations, nil)
    let ofDeclarations =
      (inheritance.revision.flaws ?? []) + self.problems + Validation.problems(in: declarations)
      + problemsOfDecorators
      + UniqueNames.problems(in: declarations, names)
    let declared = factories(named: names, inheriting: inheritance.count, injector)
    var own = observer?.observing(declared) ?? declared
    let ownDecorators = ownDecorators
    let inherited = InheritedFactories(
      inheritance, beside: own + ownDecorators, injector,
      lending: sharing == .unaffected ? inheritance.parent.object.lending : nil,
      observing: observer?.observingInherited(of: inheritance.revision))
    let all = decorate(&own, inheriting: inherited, own: ownDecorators)
    let index = FactoryIndex(own, hasLayers: !all.isEmpty, absent: absent, inheriting: inherited)
    let resolution = DependencyResolution(own, in: index, injector: injector)
    let check =
      own.count > declared.count || !decorators.isEmpty
      ? .ofAll : ChildCheck(of: resolution, in: inherited)
    let isKnown = inheritance.revision.flaws == nil && check.isSound
    let captives = captives(of: own, in: index, inherited, injector)
    let ofOwn = resolution.problems + idle(among: own[...])
    let isSound = isKnown && ofOwn.isEmpty && ofDeclarations.isEmpty && captives.isEmpty
    let child = ModelRevision(
      index, adding: own, isApart: check.isApart, injector,
      flaws: isSound || !isForChildren ? nil : ofDeclarations, decorators: all,
      fillers: allFillers, profiles: activeProfiles
    ) { DependencyGraph(of: index, injector) }
    if !isSound, !isForChildren {
      let ofNeeds =
        isKnown
        ? ofOwn
        : idle(among: own[...]) + problems(of: child, inherited, injector)
      let problems = ofDeclarations + ofNeeds + captives
      guard problems.isEmpty else { throw AlchemicError(problems.merged) }
    }
    let model = Model(child, inheriting: inheritance, named: name, injector: injector)
    model.home.set(model)
    model.inheritElements()
    return model
  }

  /// Returns problems for objects that would be kept too long. The parent has no problems. So only
  /// a declaration of the child can keep such an object, unless the object is one of the child.
  private func captives(
    of own: [Factory], in index: FactoryIndex, _ inherited: InheritedFactories,
    _ injector: any HostInjector
  ) -> [Problem] {
    guard
      let rules = inherited.inheritance.traits.parts.first(as: ScopeRules.self)
        ?? own.firstPart(as: ScopeRules.self)
    else {
      return []
    }
    let isKept = own.contains { rules.keepsAny($0, index, injector) }
    var keepers = isKept ? index.all : own
    if keepers.contains(where: { $0.undecorated.position < inherited.count }) {
      let replaced = index.replaced
      keepers.removeAll { replaced.contains($0.undecorated.position) }
    }
    return rules.problems(keepers, index, injector)
  }

  /// Returns problems for declarations that apply to no factory.
  private func idle(among own: ArraySlice<Factory>) -> [Problem] {
    idleDecorators(among: own) + idleFillers(among: own)
  }

  /// Checks all factories of a child, as at a start.
  private func problems(
    of child: ModelRevision, _ inherited: InheritedFactories, _ injector: any HostInjector
  ) -> [Problem] {
    DependencyResolution(child.index.declared, in: child.index, injector: injector).problems
      + NoEagerCycles.problems(in: child.graph, child.index)
      + AwaitedLoops.problems(in: child.graph, child.index, injector)
  }
}
