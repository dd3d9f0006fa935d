import AlchemicRuntime

/// A mistake in the model or in its use: facts and a stable id.
///
/// `Wording` creates the text of the message from these facts when the program reads it.
public struct Problem: Sendable, CustomStringConvertible {
  /// What never changes. A copy of the problem is a reference to it.
  private final class Contents: Sendable {
    let fact: Fact
    let subject: String
    /// The candidates without suggestions.
    let given: [Candidate]
    /// Completes the problem when it is read; nil if it is complete.
    let suggestions: (any Suggestions)?

    init(
      _ fact: Fact, _ subject: String, _ given: [Candidate], _ suggestions: (any Suggestions)?
    ) {
      (self.fact, self.subject) = (fact, subject)
      (self.given, self.suggestions) = (given, suggestions)
    }
  }

  private let contents: Contents
  /// The requests that led to the problem, from the innermost to the outermost.
  public internal(set) var path: [Step]
  /// Other requests with the same problem: a type that a thousand arguments need and no factory
  /// produces is one problem. Contains the first step of each path.
  public internal(set) var alsoNeededBy: [Step] = []

  @inline(never)
  package init(
    _ fact: Fact, _ subject: String, candidates: [Candidate] = [], path: [Step] = [],
    completing suggestions: (any Suggestions)? = nil
  ) {
    contents = Contents(fact, subject, candidates, suggestions)
    self.path = path
  }

  /// The kind of mistake.
  package var fact: Fact { contents.fact }

  /// The subject of the problem: the requested type, or the name of a factory.
  public var subject: String { contents.subject }

  /// The factories that the message names.
  ///
  /// - Complexity: O(*f*) in the number of factories if the problem has suggestions. They are
  ///   computed at each read, since most messages are never read.
  public var candidates: [Candidate] {
    @inline(never) get { completed.contents.given }
  }

  /// The same problem with its suggestions.
  var completed: Problem { contents.suggestions?.complete(self) ?? self }

  /// The kind of mistake. An id never changes its meaning, so tools may rely on it.
  public var id: ProblemID { fact.id }

  /// Whether it is a warning: the declaration is valid but probably unintended. A strict validation
  /// reports it as an error.
  public var isWarning: Bool { fact.traits.contains(.warning) }

  /// The error that the user's code threw, if any.
  public var underlyingError: (any Error)? { fact.error }

  /// The second part of the problem, if any: another type, an option or a criterion.
  public var detail: String {
    // The options are candidates, because each has a source location.
    id == .optionConflict
      ? contents.given.map(\.name).joined(separator: " and ") : fact.detail
  }

  /// The id and what is wrong, on one line.
  public var headline: String { Wording.headline(of: self) }

  /// The full message, with its id, over several lines.
  public var description: String { Wording.text(of: self) }

  /// A factory as a message shows it.
  public struct Candidate: Sendable {
    private final class Contents: Sendable {
      let name: String
      let product: String
      let location: CodeLocation?
      let type: String
      let isPrimary: Bool
      let isTemplate: Bool

      init(
        _ name: String, _ product: String, _ location: CodeLocation?, _ type: String,
        _ isPrimary: Bool, _ isTemplate: Bool
      ) {
        (self.name, self.product, self.location, self.type) = (name, product, location, type)
        (self.isPrimary, self.isTemplate) = (isPrimary, isTemplate)
      }
    }

    private let contents: Contents

    /// The factory's name.
    public var name: String { contents.name }
    /// The type of the factory's products.
    public var product: String { contents.product }
    /// The source location of the declaration. Nil for a class that a scan found and that declares
    /// no details.
    public var location: CodeLocation? { contents.location }
    /// The type of the factory's products, always without the module.
    package var type: String { contents.type }
    package var isPrimary: Bool { contents.isPrimary }
    package var isTemplate: Bool { contents.isTemplate }
    /// Whether a request may have meant it, since the names or the types are similar.
    private(set) var isNear: Bool

    /// - Parameter type: Nil if a message shows only the name and the location.
    @inline(never)
    package init(
      name: String, product: String, type: String? = nil, location: CodeLocation?,
      isPrimary: Bool = false, isTemplate: Bool = false, isNear: Bool = true
    ) {
      contents = Contents(name, product, location, type ?? product, isPrimary, isTemplate)
      self.isNear = isNear
    }

    @inline(never)
    init(
      name: String, producing type: Any.Type, at location: CodeLocation?, isPrimary: Bool = false,
      isTemplate: Bool = false
    ) {
      let short = typeName(type)
      // The module helps to find a type that has no source location.
      self.init(
        name: name, product: location == nil ? qualifiedTypeName(type) : short, type: short,
        location: location, isPrimary: isPrimary, isTemplate: isTemplate)
    }

    /// The same candidate, as one that a request may have meant or not.
    package func near(_ isNear: Bool) -> Candidate {
      var candidate = self
      candidate.isNear = isNear
      return candidate
    }
  }

  /// The form of a request, which determines the asynchronous form of the same request.
  @usableFromInline
  package enum RequestForm: Sendable {
    /// An argument of a function that the model calls.
    case argument
    case invocation
    /// The read of a property.
    case property
    case provider
    case other
  }

  /// One step of the path: a factory, a property or a request.
  public struct Step: Sendable {
    private final class Contents: Sendable {
      let subject: String
      let location: CodeLocation?
      let form: RequestForm

      init(_ subject: String, _ location: CodeLocation?, _ form: RequestForm) {
        (self.subject, self.location, self.form) = (subject, location, form)
      }
    }

    private let contents: Contents

    /// The name of the step in messages, for example `Basket.till`.
    public var subject: String { contents.subject }
    /// The source location of the step; nil if the program records none.
    public var location: CodeLocation? { contents.location }
    /// The form of the request, if the step is one.
    package var form: RequestForm { contents.form }

    @inline(never)
    package init(_ subject: String, _ location: CodeLocation?, form: RequestForm = .other) {
      contents = Contents(subject, location, form)
    }
  }
}

/// The suggestions of a problem, which are computed when its message is read.
package protocol Suggestions: AnyObject, Sendable {
  /// Returns the same problem with candidates, and with the reason if one is found.
  func complete(_ problem: Problem) -> Problem
}

extension Problem {
  /// Returns the same problem with another fact, subject and candidates, and without suggestions.
  @inline(never)
  package func with(_ fact: Fact, _ subject: String, _ candidates: [Candidate]) -> Problem {
    var problem = Problem(fact, subject, candidates: candidates, path: path)
    problem.alsoNeededBy = alsoNeededBy
    return problem
  }

  /// Returns the same problem with another fact.
  func with(_ fact: Fact) -> Problem { with(fact, subject, contents.given) }

  /// A text that is equal for problems that differ at most in their paths.
  @inline(never)
  var key: String { "\(id.rawValue)\0\(subject)\0\(detail)" }

  /// Whether the requests cause the problem. Such problems with equal facts are one problem.
  fileprivate var isOfRequests: Bool { fact.traits.contains(.ofRequests) && !path.isEmpty }

  /// The first step, with the nearest location: the model cannot tell the location of a property
  /// before an object is injected.
  fileprivate var origin: [Step] {
    path.prefix(1).map { Step($0.subject, path.lazy.compactMap(\.location).first) }
  }

  /// A text that is equal for problems that also have the same first step.
  var mistake: String {
    let origin = path.prefix(1).map { "\($0.subject)\0\(String(describing: $0.location))" }
    return "\(key)\0\(origin.joined())"
  }
}

extension [Problem] {
  /// Compiled once, whereas the standard library's function is copied into every caller.
  @inline(never)
  package mutating func append(_ problem: consuming Problem) { add(problem) }

  /// Merges problems with equal facts: the first of them receives the first steps of the others.
  ///
  /// - Complexity: O(*n*).
  var merged: [Problem] {
    guard count > 1 else { return self }
    var merged: [Problem] = []
    var positions: [String: Int] = [:]
    for problem in self {
      guard problem.isOfRequests else {
        merged.append(problem)
        continue
      }
      let key = problem.key
      if let position = positions.updateValue(merged.count, forKey: key) {
        positions[key] = position
        merged[position].alsoNeededBy += problem.origin + problem.alsoNeededBy
      } else {
        merged.append(problem)
      }
    }
    return merged
  }
}
