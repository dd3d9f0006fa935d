import AlchemicRuntime

/// Collects declarations and builds a ``Model``, or an extension of a model, from them.
public final class ModelBuilder {
  // Only functions of the builder change it, and none of them calls another one meanwhile.
  @exclusivity(unchecked) var declarations: [Declaration] = []
  /// The declarations of decorators, which are not factories themselves.
  var decorators: [DetailedDeclaration] = []
  /// The functions that fill objects.
  var fillers: [Maker] = []
  /// The active profiles: see ``profiles``. A list, since each program would link the functions of
  /// a set of profiles.
  var activeProfiles: [AlchemicProfile]
  /// The profiles that the program names anywhere.
  var namedProfiles: [AlchemicProfile] = []
  /// The profiles of the start.
  var chosenProfiles: [AlchemicProfile] = []
  /// Whether the program asks which profiles are active.
  var isAskedForProfiles = false
  /// Returns problems for profiles of a launch argument or a variable; nil if there are none.
  var unknownProfiles: ((_ named: [AlchemicProfile]) -> [Problem])?
  /// The declarations that the model does not have.
  var absent: [AbsentFactory] = []
  /// For each configuration that was called: its identity, and the ``marks`` before and after.
  var called: [Int] = []
  /// Removes what configurations have declared that the program excludes; nil if there are none. A
  /// stored function, since a program that excludes nothing links none of it.
  var removeExcluded: ((ModelBuilder, [any AlchemicConfig.Type]) -> Void)?
  /// What fallbacks bring; nil if there are none.
  var offers: Overriding?
  var warnings: [Problem] = []
  /// The strictness of the validation.
  package var mode = ValidationMode.standard
  /// Receives the phases of a start, and then the events of the model; nil for any other model.
  package var observer: (any ModelObserver)?
  /// Removes the types that discovery leaves out; nil if it leaves out none.
  var limit: ((Discovery.Findings) -> Void)?
  /// Whether a scan of the images found none of the program's types.
  var hasFoundNothing = false
  /// Problems that were found while types were added.
  var problems: [Problem] = []
  var aspects: [any SendableMetatype.Type] = []
  /// The types that were declared, discovered or added here.
  @exclusivity(unchecked) package internal(set) var known = KnownTypes()
  /// The model that is extended, with its current revision; nil for a new model.
  let base: (model: Model, revision: ModelRevision)?
  /// Checks whether new factories are apart from those of the extended model: see
  /// ``AdditionCheck``. Nil for a new model, so that a program without extensions links no check.
  private(set) var needsIfApart: ((_ added: [Factory], ModelRevision) -> NeedTable?)?
  /// What a child model inherits; nil for any other model.
  let inheritance: Inheritance?
  /// Types that discovery skips, although the model does not have them.
  let refused: KnownTypes
  /// Whether the model, or its extension, was built.
  @exclusivity(unchecked) var isBuilt = false
  /// The types of the model, while aspects repeat their declarations. The builder skips these
  /// types.
  var knownBefore: KnownTypes?

  /// Creates a builder without declarations.
  public init() {
    activeProfiles = Self.profilesOfProcess
    base = nil
    inheritance = nil
    refused = KnownTypes()
  }

  /// Creates a builder of a child model.
  package init(inheriting inheritance: Inheritance) {
    activeProfiles = inheritance.profiles
    base = nil
    self.inheritance = inheritance
    refused = KnownTypes()
  }

  /// Creates a builder that extends a model. A model can have only one such builder at a time.
  ///
  /// - Parameter refused: The types that ``discover()`` skips.
  package init(extending model: Model, leavingOut refused: KnownTypes = KnownTypes()) {
    activeProfiles = model.revision.profiles
    base = (model, model.revision)
    needsIfApart = { AdditionCheck.needs(ifApart: $0, in: $1) }
    inheritance = nil
    self.refused = refused
  }

  /// Whether the declarations extend a started model, which may have objects.
  public var extendsModel: Bool { base != nil }
}

extension ModelBuilder {
  /// Checks that the model was not built yet. A later declaration would be lost silently.
  func requireUnbuilt(for product: Any.Type, at location: CodeLocation?) {
    if isBuilt { stop(for: product, at: location) }
  }

  @inline(never)
  private func stop(for product: Any.Type, at location: CodeLocation?) -> Never {
    AlchemicCore.stop(
      Wording.note(.declaredAfterBuild(at: location), typeName(product)), at: location)
  }
}

// MARK: Declarations so far

extension ModelBuilder {
  /// The factories so far, in the order of declaration. The factories of an extended model or of a
  /// parent come first. The name of a new factory may still change, if another type with the same
  /// name is declared.
  ///
  /// - Complexity: O(*f*) in the number of factories.
  public var factories: [FactoryFacts] {
    let names = FactoryNames(declarations, beside: base?.revision)
    let own = declarations.indices.map { declarations[$0].facts(named: names.text(of: $0)) }
    return (inheritance?.revision.index.allFacts ?? [])
      + (base?.revision.index.declared.facts ?? []) + own
  }

  /// Returns whether any of these factories produces a type.
  ///
  /// - Parameter type: A class, a protocol such as `(any Store).self`, or a value type.
  /// - Complexity: O(*f*) in the number of factories.
  public func produces(_ type: Any.Type) -> Bool {
    let query = TypeQuery(type)
    return inheritance?.revision.index.allFacts.contains { query.accepts($0.product) } == true
      || base?.revision.index.factories(producing: type).isEmpty == false
      || declarations.contains { query.accepts($0.product) }
  }
}
