// What is no problem of a model, and so has neither an id nor a page, but has words as one.

extension Wording {
  /// Returns the words of a fact that is no problem of a model: the sentence, some lines, and the
  /// remedy, if it has one.
  @inline(never)
  package static func note(
    _ fact: Problem.Fact, _ subject: String = "", _ lines: String = ""
  ) -> String {
    let problem = Problem(fact, subject).shown
    guard let part else {
      var text = fact.words
      for value in [problem.subject, fact.detail, fact.first] where !value.isEmpty {
        text += ": " + value
      }
      return text + lines
    }
    let remedy = part.remedy(of: problem, fact.detail)
    return part.headline(of: problem, fact.detail) + lines
      + (remedy.isEmpty ? "" : "\n   → \(remedy)")
  }
}

extension Problem.Fact {
  /// The heading of several problems. The subject is their number.
  static var several: Self { Self("alchemic several") }
  /// A type was declared after its model was built.
  static func declaredAfterBuild(at location: CodeLocation?) -> Self {
    Self("alchemic built", place(location))
  }
  /// A class was declared after this function of it had returned.
  static func declaredAfterReturn(of function: String, at location: CodeLocation?) -> Self {
    Self("alchemic returned", place(location), function)
  }
  /// The main thread has waited for an object that another thread is creating.
  static func stalled(seconds: Int) -> Self { Self("alchemic stalled", "\(seconds)") }
  /// The property was given a value by hand, for a second time.
  package static func givenTwice(_ property: CodeLocation, at use: CodeLocation) -> Self {
    Self("alchemic given-twice", "\(use)", "\(property)")
  }
  /// The heading of the reason why a start failed.
  package static var noStart: Self { Self("alchemic no-start") }
  package static var isInLibrary: Self { Self("alchemic in-library") }
  /// A launch argument that is none of `known`. Others may belong to a product that is not linked.
  package static func unknownArgument(among known: String, mayBeLinked: Bool) -> Self {
    Self("alchemic unknown-argument", known, mayBeLinked ? known : "")
  }
  package static func notWritten(because reason: String) -> Self {
    Self("alchemic not-written", reason)
  }
  /// A test declares a factory that no request used.
  package static var isUnused: Self { Self("alchemic unused") }
  /// Hosts, the subject, are alive after the end of a test.
  package static var isAlive: Self { Self("alchemic alive") }
  /// A test has its own model, and the main model.
  package static var hasTwoModels: Self { Self("alchemic two-models") }

  /// Returns a place as the end of a sentence names it.
  static func place(_ location: CodeLocation?) -> String {
    location.map { ", at \($0)" } ?? ""
  }
}
