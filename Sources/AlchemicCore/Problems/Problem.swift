import AlchemicRuntime

/// A mistake in the model or in its use: facts and a stable id.
///
/// ``Wording`` creates the text from these facts when it is read.
public struct Problem: Sendable, CustomStringConvertible {
  /// The kind of mistake.
  let fact: Fact
  /// The subject of the problem: the requested type, or the name of a factory.
  public let subject: String
  /// The factories that the message names.
  public let candidates: [Candidate]
  /// The requests that led to the problem, from the innermost to the outermost.
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

  /// The kind of mistake. An id never changes its meaning, so tools may rely on it.
  public var id: ProblemID { fact.id }

  /// The error that the user's code threw, if any.
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
    /// The type of the factory's products.
    public let product: String
    /// Nil for a class that Alchemic found and that contains no declaration.
    public let location: CodeLocation?
    /// The type of the factory's products, always without the module.
    let type: String
    let isPrimary: Bool
    let isTemplate: Bool

    /// Creates a candidate of which a message shows only the name and the location.
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
      // The module helps to find a type that has no source location.
      product = location == nil ? qualifiedTypeName(type) : self.type
      self.isPrimary = isPrimary
      self.isTemplate = isTemplate
    }
  }

  /// The form of a request, which determines the asynchronous form of the same request.
  @usableFromInline
  package enum RequestForm: Sendable {
    case invocation
    case provider
    case other
  }

  /// One step of the path: a factory, a property or a request.
  public struct Step: Sendable, Hashable {
    /// The name of the step in messages, for example `Basket.till`.
    public let subject: String
    /// Nil if the program records no source location.
    public let location: CodeLocation?
    /// The form of the request, if the step is one.
    let form: RequestForm

    package init(_ subject: String, _ location: CodeLocation?, form: RequestForm = .other) {
      self.subject = subject
      self.location = location
      self.form = form
    }
  }
}

extension Problem {
  /// A text that is equal for problems that differ at most in their paths.
  @inline(never)
  var key: String {
    // The description of an array quotes its elements, so different arrays have different texts.
    "\([id.rawValue, subject, detail])"
  }

  /// A text that is equal for problems that also have the same first step.
  var mistake: String {
    let origin = path.first
    return "\([key, origin?.subject, origin?.location?.description])"
  }
}
