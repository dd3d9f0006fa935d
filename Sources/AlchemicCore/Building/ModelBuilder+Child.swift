import AlchemicRuntime

/// What a child model takes from its parent.
@nonexhaustive
public enum ModelSharing: Sendable {
  /// Only the declarations: all objects are the child's own.
  case none
  /// Also the singletons, and the objects of references, that need nothing of what the child
  /// replaces, directly or indirectly, by argument or property. All others are the child's own.
  ///
  /// The child takes such an object when it is first asked for there. A later `AcSet` in the parent
  /// does not change it. What a closure asks for by itself is not known: register such a factory in
  /// the child, too.
  case unaffected
}

extension ModelBuilder {
  /// Builds and validates the child model. Creates no objects, and calls no aspects.
  ///
  /// A child of a sound parent is checked where its own factories change something: what they need,
  /// and what takes them. If that cannot be told from these alone, all of it is checked, as at a
  /// start.
  ///
  /// - Parameters:
  ///   - name: The name in the message of a use after the child's end.
  ///   - sharing: What the child takes from its parent.
  ///   - injector: Injects the properties of products.
  ///   - isForChildren: Whether only children of it are used. What it lacks is then reported by a
  ///     child that does not have it either.
  ///   - observer: Observes which factories the child uses.
  /// - Throws: ``AlchemicError`` with every problem of the child.
  /// - Complexity: O(*n*) in the child's declarations and their needs; O(*f* + *d*) in all
  ///   factories and their dependencies if all of it has to be checked.
  package func buildChild(
    named name: String, sharing: ModelSharing, injector: any HostInjector,
    isForChildren: Bool = false, observer: (any ChildObserver)? = nil
  ) throws(AlchemicError) -> Model {
    // Only the builder of a child is asked for one.
    let parent = parent.unsafelyUnwrapped
    let revision = parent.revision
    isBuilt = true
    let names = FactoryNames(declarations)
    let ofDeclarations =
      (revision.flaws ?? []) + self.problems + Validation.problems(in: declarations)
      + problemsOfDecorators
      + UniqueNames.problems(in: declarations, names)
    let declared = factories(named: names, inheriting: revision.index.count, injector)
    var own = observer?.observing(declared) ?? declared
    let ownDecorators = ownDecorators
    let inherited = InheritedFactories(
      of: revision, beside: own + ownDecorators, injector,
      lending: sharing == .unaffected ? parent.lending : nil,
      observing: observer?.observingInherited(of: revision, injector))
    let all = decorate(&own, inheriting: inherited, own: ownDecorators)
    let index = FactoryIndex(own, hasLayers: !all.isEmpty, absent: absent, inheriting: inherited)
    let resolution = DependencyResolution(own, in: index, injector: injector)
    let check =
      own.count > declared.count || !decorators.isEmpty
      ? .ofAll : ChildCheck(of: resolution, in: inherited, injector)
    let isKnown = revision.flaws == nil && check.isSound
    let captives = captives(of: own, in: index, inherited, injector)
    let ofOwn = resolution.problems + idle(among: own[...])
    let isSound = isKnown && ofOwn.isEmpty && ofDeclarations.isEmpty && captives.isEmpty
    let child = ModelRevision(
      index, inheriting: inherited, isApart: check.isApart,
      flaws: isSound || !isForChildren ? nil : ofDeclarations, decorators: all, fillers: allFillers)
    if !isSound, !isForChildren {
      let ofNeeds =
        isKnown
        ? ofOwn
        : idle(among: own[...]) + problems(of: child, inherited, injector)
      let problems = ofDeclarations + ofNeeds + captives
      guard problems.isEmpty else { throw AlchemicError(problems.merged) }
    }
    let model = Model(child, childOf: parent, named: name, injector: injector)
    model.home.set(model)
    model.inheritAddedObjects()
    return model
  }

  /// Returns the objects that would be kept too long. The parent is sound, so only what the child
  /// declares can keep one, unless that is what others would keep.
  private func captives(
    of own: [Factory], in index: FactoryIndex, _ inherited: InheritedFactories,
    _ injector: any HostInjector
  ) -> [Problem] {
    guard inherited.revision.hasScopes || own.contains(where: { $0.facts.scope != nil }) else {
      return []
    }
    let isKept = own.contains { CaptiveDependencies.keepsAny($0, in: index, injector) }
    return CaptiveDependencies.problems(of: isKept ? index.all : own, in: index, injector)
  }

  /// Returns problems for declarations that apply to nothing.
  private func idle(among own: ArraySlice<Factory>) -> [Problem] {
    idleDecorators(among: own) + idleFillers(among: own)
  }

  /// Checks all factories of a child, as at a start.
  private func problems(
    of child: ModelRevision, _ inherited: InheritedFactories, _ injector: any HostInjector
  ) -> [Problem] {
    inherited.resolution(in: child.index).problems
      + NoEagerCycles.problems(in: child.graph, child.index)
      + NoAwaitedLoops.problems(in: child.graph, injector)
  }
}
