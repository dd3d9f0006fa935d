import AlchemicRuntime

/// What a child model takes from its parent.
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
  ///   - observer: Observes which factories the child uses.
  /// - Throws: ``AlchemicError`` with every problem of the child.
  /// - Complexity: O(*n*) in the child's declarations and their needs; O(*f* + *d*) in all
  ///   factories and their dependencies if all of it has to be checked.
  package func buildChild(
    named name: String, sharing: ModelSharing, injector: any HostInjector,
    observer: (any ChildObserver)? = nil
  ) throws(AlchemicError) -> Model {
    let parent = parent.unsafelyUnwrapped
    let revision = parent.revision
    isBuilt = true
    let names = FactoryNames(declarations)
    var problems =
      (revision.flaws ?? []) + self.problems + Validation.problems(in: declarations)
      + UniqueNames.problems(in: declarations, names)
    let declared = factories(named: names, inheriting: revision.index.count, injector)
    let own = observer?.observing(declared) ?? declared
    let inherited = InheritedFactories(
      of: revision, beside: own, injector,
      lending: sharing == .unaffected ? parent.lending : nil,
      observing: observer?.observingInherited(of: revision, injector))
    let index = FactoryIndex(own, inheriting: inherited)
    let resolution = DependencyResolution(own, in: index, injector: injector)
    let check = ChildCheck(of: resolution, in: inherited, injector)
    let child = ModelRevision(index, inheriting: inherited, isApart: check.isApart)
    if revision.flaws == nil, check.isSound {
      problems += resolution.problems
    } else {
      let resolution = inherited.resolution(in: index)
      problems +=
        resolution.problems + NoEagerCycles.problems(in: child.graph, index)
        + NoAwaitedLoops.problems(in: child.graph, injector)
    }
    guard problems.isEmpty else { throw AlchemicError(problems.merged) }
    let model = Model(child, childOf: parent, named: name, injector: injector)
    model.home.set(model)
    return model
  }
}
