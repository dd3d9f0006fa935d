import AlchemicRuntime

/// One mistake in the model or in how it is used: facts, and a stable id.
///
/// The text is made when it is read, in one place, from these facts.
public struct Problem: Sendable, CustomStringConvertible {
  /// What is wrong.
  let fact: Fact
  /// What the problem is about: the type that was asked for, or the name of a factory.
  public let subject: String
  /// The factories that the message names.
  public let candidates: [Candidate]
  /// Who needed it, from the one that asked to the one that started it all.
  public internal(set) var path: [Step]

  @inline(never)
  package init(
    _ fact: Fact, _ subject: String, candidates: [Candidate] = [], path: [Step] = []
  ) {
    self.fact = fact
    self.subject = subject
    self.candidates = candidates
    self.path = path
  }

  /// What kind of mistake; it never changes its meaning, so tools may rely on it.
  public var id: ProblemID { fact.id }

  /// What the user's own code threw, where it did.
  public var underlyingError: (any Error)? {
    switch fact {
    case .creationFailed(let error), .startFailed(let error): error
    default: nil
    }
  }

  /// The full message, with its id, over several lines.
  public var description: String { Wording.text(of: self) }

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
    /// Whether it is a request by `AcInvoke`.
    let isInvocation: Bool

    package init(_ subject: String, _ location: CodeLocation?, isInvocation: Bool = false) {
      self.subject = subject
      self.location = location
      self.isInvocation = isInvocation
    }
  }
}

extension Problem {
  /// Equal to that of another problem that is the same but for who came upon it.
  @inline(never)
  var key: String {
    // As a list is described: with quotes, so that no two lists are alike.
    "\([id.rawValue, subject, detail])"
  }

  /// Equal to that of another problem that is the same also in who came upon it first.
  var mistake: String {
    let origin = path.first
    return "\([key, origin?.subject, origin?.location?.description])"
  }
}
