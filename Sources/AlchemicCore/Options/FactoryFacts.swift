import AlchemicRuntime

/// What is known of a factory; it never changes.
public struct FactoryFacts: Sendable {
  /// Unique in the model.
  ///
  /// The name of a type is written each time: most are never read.
  public var name: String { text ?? productName }
  /// The name, if it is not that of the product's type.
  let text: String?
  /// The type of the objects.
  public let product: Any.Type
  /// What declares it.
  public let origin: Origin
  /// Where and how an object is made.
  public let making: Making
  /// How long an object lives.
  public let lifetime: Lifetime
  /// Whether it wins over factories that are not primary.
  public let isPrimary: Bool
  /// Whether it may hold and return nil.
  public let isNillable: Bool
  /// Whether it does not keep its object alive.
  public let isWeak: Bool
  /// Whether every property that takes its value from it follows it.
  public let isTransient: Bool
  /// Whether a singleton is made when it is first needed instead of at start.
  public let isLazy: Bool
  /// The position that was asked for in arrays.
  public let order: Int?
  /// Nil for a class that was found and says nothing of itself.
  public let location: CodeLocation?

  /// What declares a factory.
  public enum Origin: Sendable, Hashable {
    /// A managed class: it makes objects of itself.
    case ofClass
    /// A method of a managed class.
    case method
    /// A configuration, or the start itself.
    case code
  }

  /// Where and how an object is made.
  public enum Making: Sendable, Hashable {
    /// At once, on the thread that needs it.
    case anywhere
    /// At once, on the main actor.
    case onMainActor
    /// By a function that has to be awaited.
    case awaited
  }

  /// - Parameter name: Nil if it is that of the product's type.
  init(
    name: String?, product: Any.Type, origin: Origin, making: Making,
    lifetime: Lifetime = .singleton, isPrimary: Bool = false, isNillable: Bool = false,
    isWeak: Bool = false, isTransient: Bool = false, isLazy: Bool = false, order: Int? = nil,
    location: CodeLocation?
  ) {
    text = name
    self.product = product
    self.origin = origin
    self.making = making
    self.lifetime = lifetime
    self.isPrimary = isPrimary
    self.isNillable = isNillable
    self.isWeak = isWeak
    self.isTransient = isTransient
    self.isLazy = isLazy
    self.order = order
    self.location = location
  }

  var productName: String { typeName(product) }

  @inline(never)
  var candidate: Problem.Candidate {
    Problem.Candidate(
      name: name, producing: product, at: location, isPrimary: isPrimary,
      isTemplate: lifetime == .template)
  }

  package var step: Problem.Step { Problem.Step(name, location) }

  /// A problem of which the factory is the subject, and the one candidate.
  @inline(never)
  func problem(_ fact: Problem.Fact, path: [Problem.Step] = []) -> Problem {
    Problem(fact, name, candidates: [candidate], path: path)
  }

  /// Whether one object is kept for all.
  package var isShared: Bool { lifetime != .template }

  /// Whether the object is made when the model starts.
  var isMadeAtStart: Bool { lifetime == .singleton && !isWeak && !isLazy }
}
