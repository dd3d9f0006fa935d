import AlchemicRuntime

/// What children inherit from a model: the model and its current revision. The children of few
/// threads share it: see ``Inheritances``.
///
/// If each child retained its parent, all threads that make children would write the count of the
/// parent, and that of its revision. So children retain this object. For the same reason it has
/// arrays of its own.
package final class Inheritance: Sendable {
  /// The parent.
  let keeper: any AnyObject & Sendable
  /// The address of the first of the models from which the child inherits. The parent retains it.
  let rootAddress: UInt
  /// The parent's revision when the child is made. Later ones do not affect the child.
  package let revision: ModelRevision
  let traits: RevisionTraits
  /// The number of inherited factories. Their positions precede those of the child's own.
  let count: Int
  /// Whether layers of decorators are among them.
  let hasLayers: Bool
  let decorators: [Factory]
  let fillers: [Factory]
  let profiles: [AlchemicProfile]
  /// Storage for the ``InheritedNeeds``.
  let needsReference = LazyReference()

  init(
    from revision: ModelRevision, of parent: any AnyObject & Sendable, rootedAt rootAddress: UInt
  ) {
    (self.revision, keeper, self.rootAddress) = (revision, parent, rootAddress)
    traits = revision.traits.copied
    (count, hasLayers) = (revision.index.count, revision.hasLayers)
    decorators = revision.decorators.map { $0 }
    fillers = revision.fillers.map { $0 }
    profiles = revision.profiles.map { $0 }
  }
}

/// The factories that a child model inherits from its parent.
///
/// A factory belongs to one model, since it identifies the creations of its objects on a thread, in
/// a task and in a request, which may create the object of the parent and that of the child. So the
/// child has copies. The first request for a factory creates its copy, because a child uses few.
final class InheritedFactories: Sendable {
  let inheritance: Inheritance
  /// The factories that the child declares.
  let own: [Factory]
  let injector: (any HostInspector)?
  /// Returns a function that takes the parent's object; nil for a child that creates all objects
  /// itself.
  private let lend: (@Sendable (Factory) -> ProductFunction)?
  /// Returns a function to call before the function of a factory; nil if the factory is not
  /// observed.
  private let observe: (@Sendable (FactoryFacts) -> (@Sendable () -> Void)?)?
  /// Creates a copy. A stored function, so that a program without children links none of this.
  private let create: @Sendable (InheritedFactories, Factory) -> Factory
  /// Storage for the ``AffectedFactories``.
  private let affected = LazyReference()
  /// By the parent's factory.
  private let copies = PointerTable<Factory>()

  init(
    _ inheritance: Inheritance, beside own: [Factory],
    _ injector: (any HostInspector)?, lending lend: (@Sendable (Factory) -> ProductFunction)?,
    observing observe: (@Sendable (FactoryFacts) -> (@Sendable () -> Void)?)? = nil,
    creating create: @escaping @Sendable (InheritedFactories, Factory) -> Factory = {
      $0.newCopy(of: $1)
    }
  ) {
    self.inheritance = inheritance
    self.own = own
    self.injector = injector
    self.lend = lend
    self.create = create
    self.observe = observe
  }

  /// The number of inherited factories. Their positions precede those of the child's own.
  var count: Int { inheritance.count }

  /// The parent's revision at the time of the child's creation.
  var revision: ModelRevision { inheritance.revision }

  var index: FactoryIndex { revision.index }

  /// Returns the child's copy of a factory of the parent.
  func copy(_ factory: Factory) -> Factory {
    let key = ObjectIdentifier(factory)
    return copies[key]?.object ?? copies.insert(create(self, factory), for: key)
  }

  private func newCopy(of factory: Factory) -> Factory {
    Factory(
      copying: factory, owner: factory.owner.map(copy), calling: observe?(factory.facts),
      lending: isLent(factory) ? lend?(factory) : nil)
  }

  /// Whether the child takes the parent's object. The child must not replace anything that the
  /// object needs, directly or indirectly, and no scope of the parent may keep the object.
  private func isLent(_ factory: Factory) -> Bool {
    lend != nil && factory.isShared && factory.facts.scope == nil
      && !affected.object { AffectedFactories(by: own, in: revision.needTable) }
        .contains(factory.position)
  }
}

extension Factory {
  /// Creates a factory that creates the same products in a child model, or takes those of the
  /// parent, which has injected them. Its arguments then show the needs of the object, but the
  /// function does not use them.
  ///
  /// - Parameters:
  ///   - observer: Called before the function; nil for none.
  ///   - loan: The function that takes the object of the parent; nil to create objects.
  convenience init(
    copying other: Factory, owner: Factory?, calling observer: (@Sendable () -> Void)? = nil,
    lending loan: ProductFunction? = nil
  ) {
    let function = other.creatingFunction
    self.init(
      other.facts, at: other.position, arguments: other.arguments, owner: owner,
      hasPlainProducts: other.hasPlainProducts, lender: loan == nil ? nil : other,
      loan ?? observer.map(function.observed) ?? function)
  }
}
