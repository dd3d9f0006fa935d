/// The only stage at which a model can be changed: it takes declarations and builds a ``Model``.
public final class ModelBuilder {
  // Only its own functions change it, and none of them calls another one meanwhile.
  @exclusivity(unchecked) var declarations: [Declaration] = []
  var warnings: [ModelWarning] = []
  /// Whether a scan of the images has found no type of the program's.
  var hasFoundNothing = false
  /// What declaring itself has shown to be wrong.
  var problems: [Problem] = []
  var aspects: [any AlchemicAspect.Type] = []
  /// The types that were declared, found or added here.
  @exclusivity(unchecked) package internal(set) var known = KnownTypes()
  /// The model that is extended, and what it consists of so far; nil for a new one.
  let base: (model: Model, revision: ModelRevision)?
  /// What is left in its image, though the model does not have it.
  let refused: KnownTypes
  /// What the model has already, while those declare that declare again each time: it is left out.
  var knownBefore: Set<ObjectIdentifier>?

  /// A model without factories.
  public init() {
    base = nil
    refused = KnownTypes()
  }

  /// What is to be added to a model; only one at a time.
  ///
  /// - Parameter refused: What ``discover()`` is to leave out.
  package init(extending model: Model, leavingOut refused: KnownTypes = KnownTypes()) {
    base = (model, model.revision)
    self.refused = refused
  }

  /// Whether what is declared here is added to a model that has been started, and has objects.
  public var extendsModel: Bool { base != nil }
}

// MARK: What is declared so far

extension ModelBuilder {
  /// What the model has that is extended, in the order of declaration.
  var oldFactories: [Factory] { base?.revision.graph.factories ?? [] }

  /// What is declared so far, in the order of declaration, after what the model has that is
  /// extended; a name of what is new may still change if another type of the same name comes.
  ///
  /// - Complexity: O(*f*) in the factories.
  public var factories: [FactoryFacts] {
    let old = oldFactories.facts
    let names = FactoryNames(declarations, beside: old)
    return old + declarations.indices.map { declarations[$0].facts(named: names.text(of: $0)) }
  }

  /// Whether something that is declared so far fits a type, or what the model has that is extended.
  ///
  /// - Parameter type: A class, a protocol (`(any Store).self`), a value type.
  /// - Complexity: O(*f*) in the factories.
  public func produces(_ type: Any.Type) -> Bool {
    let query = TypeQuery(type)
    return oldFactories.contains { query.accepts($0.facts.product) }
      || declarations.contains { query.accepts($0.product) }
  }
}
