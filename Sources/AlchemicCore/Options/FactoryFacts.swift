import AlchemicRuntime

/// The immutable description of a factory.
public struct FactoryFacts: Sendable {
  /// The facts that few factories have. They are apart, so that a copy of the facts is small.
  private final class Details: Sendable {
    let text: String?
    let options: FactoryOption.Kinds
    let expiry: Nanoseconds
    let scope: ScopeKind?
    let parts: [any OptionPart]
    let isFoundByNameOnly: Bool
    let qualifiers: [Qualifier]
    let order: Int?

    @inline(never)
    init(
      text: String?, options: FactoryOption.Kinds, expiry: Nanoseconds, scope: ScopeKind?,
      parts: [any OptionPart], isFoundByNameOnly: Bool, qualifiers: [Qualifier], order: Int?
    ) {
      (self.text, self.options, self.expiry, self.scope) = (text, options, expiry, scope)
      self.parts = parts
      (self.isFoundByNameOnly, self.qualifiers, self.order) = (isFoundByNameOnly, qualifiers, order)
    }
  }

  private let details: Details?

  /// The name, which is unique in the model.
  ///
  /// A name that is derived from the type is computed at each access, since most names are never
  /// read.
  public var name: String {
    @inline(never) get { text ?? productName }
  }
  /// The explicit or unique name; nil if the name is that of the product's type.
  package var text: String? { details?.text }
  /// The type of the product.
  public let product: Any.Type
  /// The kind of declaration.
  public let origin: Origin
  /// Where and how a product is created.
  public private(set) var making: Making
  /// How long a product lives.
  public let lifetime: Lifetime
  /// The kinds of options that the factory has.
  var options: FactoryOption.Kinds { details?.options ?? .none }
  /// Whether the factory is preferred to factories that are not primary.
  public var isPrimary: Bool { options.contains(.primary) }
  /// Whether the factory gives way to factories that are not fallbacks.
  public var isFallback: Bool { options.contains(.fallback) }
  /// Whether the factory may hold and return nil.
  public var isNillable: Bool { options.contains(.nillable) }
  /// Whether the factory references its object weakly.
  public var isWeak: Bool { options.contains(.weak) }
  /// Whether every property that this factory injects follows `AcSet`.
  public var isTransient: Bool { options.contains(.transient) }
  /// Whether a singleton is created on first use instead of at start.
  public var isLazy: Bool { options.contains(.lazy) }
  /// Whether the products reach outside the process, so that a strict test must replace the
  /// factory.
  public var isLive: Bool { options.contains(.live) }
  /// Whether all objects that are created for one request share one product.
  public var isPerRequest: Bool { options.contains(.perRequest) }
  /// The age from which a request creates the object again.
  var expiry: Nanoseconds { details?.expiry ?? .none }
  /// The age from which a request creates the object again; nil for none.
  public var expiresAfter: Duration? { expiry.duration }
  /// The kind of scope that keeps the objects; nil if no scope keeps them.
  public var scope: ScopeKind? { details?.scope }
  /// What the options bring to the model: see ``FactoryOption/parts``.
  var parts: [any OptionPart] { details?.parts ?? [] }
  /// Whether a request by type alone never finds the factory. That is so if the factory produces
  /// values and has an explicit name or a qualifier: two values of one type, such as texts, usually
  /// have different meanings.
  public var isFoundByNameOnly: Bool { details?.isFoundByNameOnly ?? false }
  /// The qualifiers, which distinguish the factory from other factories of its type.
  public var qualifiers: [Qualifier] { details?.qualifiers ?? [] }
  /// The declared position in arrays.
  public var order: Int? { details?.order }
  /// The source location; nil for a discovered class that declares no details.
  public let location: CodeLocation?

  /// The kind of declaration that defines a factory.
  @nonexhaustive
  public enum Origin: Sendable, Hashable {
    /// A managed class, which creates objects of itself.
    case ofClass
    /// A method of a managed class.
    case method
    /// A registration in a configuration or at the start.
    case code
    /// A decorator: the factory wraps the products of another one.
    case decorator
  }

  /// Where and how a product is created.
  @nonexhaustive
  public enum Making: Sendable, Hashable {
    /// Synchronously, on the thread that requests it.
    case anywhere
    /// Synchronously, on the main actor.
    case onMainActor
    /// By an asynchronous function.
    case awaited
  }

  /// - Parameter name: The name; nil if the name is that of the product's type.
  init(
    name: String?, product: Any.Type, origin: Origin, making: Making,
    lifetime: Lifetime = .singleton, options: FactoryOption.Kinds = .none,
    expiry: Nanoseconds = .none, scope: ScopeKind? = nil, parts: [any OptionPart] = [],
    isFoundByNameOnly: Bool = false,
    qualifiers: [Qualifier] = [], order: Int? = nil, location: CodeLocation?
  ) {
    self.product = product
    self.origin = origin
    self.making = making
    self.lifetime = lifetime
    self.location = location
    let hasDetails =
      name != nil || !options.isEmpty || expiry != .none || scope != nil || isFoundByNameOnly
      || !qualifiers.isEmpty || order != nil
    details =
      hasDetails
      ? Details(
        text: name, options: options, expiry: expiry, scope: scope, parts: parts,
        isFoundByNameOnly: isFoundByNameOnly, qualifiers: qualifiers, order: order) : nil
  }

  /// Returns the same facts, with another way of creation.
  func made(_ making: Making) -> FactoryFacts {
    var facts = self
    facts.making = making
    return facts
  }

  /// Whether the factory has neither options nor a way of creation of its own, as most.
  var isPlain: Bool { details == nil && making == .anywhere }

  /// A hash of the name, which takes less time than the name.
  var nameHash: UInt64 { text.map { TypeNameHash.of($0) } ?? TypeNameHash.of(product) }

  package var productName: String { typeName(product) }

  /// The criterion that finds a factory that its type alone does not find.
  package var findingCriterion: String {
    qualifiers.first?.spelling ?? ".named(\"\(Wording.shown(name))\")"
  }

  @inline(never)
  package var candidate: Problem.Candidate {
    Problem.Candidate(
      name: name, producing: product, at: location, isPrimary: isPrimary,
      isTemplate: lifetime == .template)
  }

  /// The candidate with the module of its product, to distinguish it from a type of the same name.
  package var qualifiedCandidate: Problem.Candidate {
    Problem.Candidate(name: name, product: qualifiedTypeName(product), location: location)
  }

  /// A class without details has no location, so its module helps to find it.
  var step: Problem.Step {
    @inline(never) get {
      Problem.Step(location == nil ? "\(name) (\(qualifiedTypeName(product)))" : name, location)
    }
  }

  /// Returns a problem whose subject and only candidate is the factory.
  @inline(never)
  package func problem(_ fact: Problem.Fact, path: [Problem.Step] = []) -> Problem {
    Problem(fact, name, candidates: [candidate], path: path)
  }

  /// Whether all requests share one object.
  package var isShared: Bool { lifetime != .template }

  /// Whether no cached answer may contain the object, because the model may have released the
  /// object or the object may be too old.
  var isFleeting: Bool { isWeak || expiry != .none }

  /// Whether the object is created when the model starts.
  var isMadeAtStart: Bool { lifetime == .singleton && !isWeak && !isLazy && scope == nil }
}
