import AlchemicRuntime

/// One mistake in the model or in how it is used: facts, and a stable id.
///
/// The text is made when it is read, in one place, from these facts.
public struct Problem: Sendable, CustomStringConvertible {
  /// What kind of mistake; it never changes its meaning, so tools may rely on it.
  public let id: ProblemID
  /// What the problem is about: the type that was asked for, or the name of a factory.
  public let subject: String
  /// The other side, where there is one: a second type, an option, a criterion.
  public let detail: String
  /// The factories that the message names.
  public let candidates: [Candidate]
  /// Who needed it, from the one that asked to the one that started it all.
  public internal(set) var path: [Step]
  /// What the user's own code threw, where it did.
  public let underlyingError: (any Error)?
  /// What the words depend on besides.
  let hint: Hint?

  @inline(never)
  package init(
    _ id: ProblemID, _ subject: String, detail: String = "", candidates: [Candidate] = [],
    path: [Step] = [], underlyingError: (any Error)? = nil, hint: Hint? = nil
  ) {
    self.id = id
    self.subject = subject
    self.detail = detail
    self.candidates = candidates
    self.path = path
    self.underlyingError = underlyingError
    self.hint = hint
  }

  /// A cause that a kind of problem may have, and that asks for other words.
  package enum Hint: Sendable {
    /// It is a start that cannot make an object, and not a request.
    case isOfStart
    /// An object that has to be awaited is on a loop.
    case isLoop
    /// There are more sources than parameters.
    case hasTooManySources
    /// The class that is asked for inherits what would make it found.
    case isUnmarkedSubclass
    /// The protocol that is asked for has arguments.
    case isConstrainedProtocol
    /// It is about what is discovered after the start.
    case isOfDiscovery
    /// Properties that follow what they were injected with would need it at once.
    case isFollowed
    /// The start has begun, and is not done.
    case isStarting
    /// Classes are being discovered by the same thread.
    case isDiscovering
  }

  /// The full message, with its id, over several lines.
  public var description: String { Wording.text(of: self) }

  /// The subject of setting nil where no criterion says what is meant.
  static let nothingToSet = "AcNil"

  /// A factory as a message shows it.
  public struct Candidate: Sendable, Hashable {
    /// The factory's name.
    public let name: String
    /// What it makes.
    public let product: String
    /// Nil for a class that was found and says nothing of itself.
    public let location: CodeLocation?
    /// What it makes, always without the module.
    let type: String
    let isPrimary: Bool
    let isTemplate: Bool

    /// Something of this name, which is all that a message says of it.
    init(name: String, product: String, location: CodeLocation?) {
      (self.name, self.product, self.location) = (name, product, location)
      (type, isPrimary, isTemplate) = (product, false, false)
    }

    @inline(never)
    init(
      name: String, producing type: Any.Type, at location: CodeLocation?, isPrimary: Bool = false,
      isTemplate: Bool = false
    ) {
      self.name = name
      self.location = location
      self.type = typeName(type)
      // Where there is no place, the module helps to find it.
      product = location == nil ? qualifiedTypeName(type) : self.type
      self.isPrimary = isPrimary
      self.isTemplate = isTemplate
    }
  }

  /// One step of the path: a factory, a property or a request.
  public struct Step: Sendable, Hashable {
    /// What a message calls it, for example `Basket.till`.
    public let subject: String
    /// Nil where the program does not record one.
    public let location: CodeLocation?

    package init(_ subject: String, _ location: CodeLocation?) {
      self.subject = subject
      self.location = location
    }
  }
}

extension Problem {
  /// Equal to that of another problem that is the same but for who came upon it first.
  var mistake: String {
    let origin = path.first
    // As a list is described: with quotes, so that no two lists are alike.
    return "\([id.rawValue, subject, detail, origin?.subject, origin?.location?.description])"
  }
}
