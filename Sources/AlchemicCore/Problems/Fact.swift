extension Problem {
  /// What a problem is: its words, and the texts that these contain.
  ///
  /// A fact contains the names of factories and types, since it may outlive its model. Each kind is
  /// a function in this folder, and an entry with its words in the module AlchemicMessages. Nothing
  /// else lists the kinds.
  package final class Fact: Sendable {
    /// What the validation does with a problem.
    struct Traits: OptionSet {
      let rawValue: UInt8

      /// The declaration is valid but probably unintended.
      static let warning = Traits(rawValue: 1)
      /// The requests cause the problem. Such problems with equal facts are one problem.
      static let ofRequests = Traits(rawValue: 2)
      /// A mistake in a declaration, which is found again wherever the model needs it.
      static let ofDeclarations = Traits(rawValue: 4)
      /// Criteria of a property may choose another factory, so that there is no mistake.
      static let unlessCriteria = Traits(rawValue: 8)
    }

    /// The id and, after a space, the kind among those of the id. Names the entry of the words.
    private let name: StaticString
    /// The second part of the problem, if any: another type, an option or a criterion. The words
    /// contain it as `$detail`.
    let detail: String
    /// The words contain it as `$first`.
    package let first: String
    /// The words contain it as `$second`.
    package let second: String
    /// The error that the user's code threw.
    let error: (any Error)?
    let traits: Traits

    @inline(never)
    init(
      _ name: StaticString, _ detail: String = "", _ first: String = "", _ second: String = "",
      because error: (any Error)? = nil, is traits: Traits = []
    ) {
      (self.name, self.detail, self.first, self.second) = (name, detail, first, second)
      (self.error, self.traits) = (error, traits)
    }

    /// The name of the entry of the words.
    package var words: String { name.description }

    package var isUnlessCriteria: Bool { traits.contains(.unlessCriteria) }

    var id: ProblemID { ProblemID(name) }

    /// A mistake, unless the property has criteria that choose another factory.
    static func withoutCriteria(_ fact: Fact) -> Fact {
      Fact(
        fact.name, fact.detail, fact.first, fact.second, because: fact.error,
        is: [.warning, .ofRequests, .unlessCriteria])
    }
  }
}
