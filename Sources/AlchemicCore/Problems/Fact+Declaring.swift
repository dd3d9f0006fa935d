// What is wrong with a request, or with a declaration.

extension Problem.Fact {
  // MARK: Searching

  private static let sought: Traits = [.ofRequests, .ofDeclarations]

  /// A request for one object, with criteria that are part of the words.
  @inline(never)
  private static func missing(
    _ name: StaticString, _ criteria: [String], _ first: String = "", _ second: String = ""
  ) -> Self { Self(name, criteria.joined(separator: ", "), first, second, is: sought) }

  package static func noMatch(criteria: [String]) -> Self { missing("no-match", criteria) }
  /// Whether nothing is known of the reason why no factory matches.
  package var isNoMatch: Bool { words == "no-match" }
  /// No factory meets the criteria. A factory with these options would meet them.
  package static func noOptionMatch(criteria: [String], options: [String]) -> Self {
    missing("no-match option", criteria, options.joined(separator: " and "))
  }
  /// The request is for a factory with an empty name.
  package static func noEmptyName(criteria: [String]) -> Self {
    missing("no-match empty-name", criteria)
  }
  /// Only factories of inactive profiles produce the type.
  package static func noProfileMatch(criteria: [String], profiles: [String]) -> Self {
    missing("no-match profile", criteria, profiles.map { "'\($0)'" }.joined(separator: ", "))
  }
  /// A launch argument names a profile that no factory has. The payload lists the existing
  /// profiles.
  static func unknownProfile(among known: [String]) -> Self {
    Self("unknown-profile", known.joined(separator: ", "))
  }
  /// The requested class declares itself, but it is generic, and a scan finds no generic class.
  package static func noGenericMatch(criteria: [String]) -> Self {
    missing("no-match generic", criteria)
  }
  /// An argument has the type of a value, so the caller may have to pass it. `options` are those
  /// with which a factory would meet the criteria.
  package static func noArgumentMatch(criteria: [String], options: [String]) -> Self {
    missing("no-match argument", criteria, options.joined(separator: " and "))
  }
  /// The requested type is a class of the program, and could declare itself.
  package static var noClassMatch: Self { missing("no-match class", []) }
  /// Types of the program conform to the requested protocol, but no factory is known to produce
  /// them. `hiddenBy` names a factory that may produce them: its declared type hides the
  /// conformance.
  package static func noRegisteredMatch(
    conforming: [String], areClasses: Bool, hiddenBy: String?
  ) -> Self {
    let isOne = conforming.count == 1
    return missing(
      areClasses
        ? isOne ? "no-match conforming-class" : "no-match conforming-classes"
        : isOne ? "no-match conforming" : "no-match conforming-several", conforming, hiddenBy ?? "")
  }
  /// The requested type marks an argument of the caller, but it is not the parameter of a closure.
  /// The payload contains the type of the argument, and its optional.
  package static func noGivenMatch(of type: String, optional: String) -> Self {
    missing("no-match given", [type], optional)
  }
  /// The requested class inherits the conformance. A scan finds only classes that state it.
  package static func noMarkedMatch(criteria: [String]) -> Self {
    missing("no-match marked", criteria)
  }
  /// The requested protocol is constrained by generic arguments.
  package static func noConstrainedMatch(criteria: [String]) -> Self {
    missing("no-match constrained", criteria)
  }
  static func severalMatches(criteria: [String]) -> Self {
    missing(criteria.isEmpty ? "several-matches" : "several-matches criteria", criteria)
  }
  /// The factories of the requested type have names or qualifiers, and no request by type alone
  /// finds them. The payload is the criterion that finds the first one.
  package static func noUnnamedMatch(criterion: String) -> Self {
    missing("no-match unnamed", [criterion])
  }
  /// A map is requested by other keys than names.
  package static func noMapMatch(_ map: String) -> Self { missing("no-match map", [], map) }
  /// Factories produce parts of the requested composition.
  package static var noWholeMatch: Self { missing("no-match composition", []) }
  /// The request is for an array of optionals or of arrays.
  static func noNestedMatch(criteria: [String], element: String) -> Self {
    missing("no-match nested", criteria, element)
  }
  /// The product of a factory that meets the criteria does not fit the requested type.
  static func wrongType(requested: String, criteria: [String]) -> Self {
    missing("wrong-type", [requested], criteria.joined(separator: ", "))
  }
  /// An object does not fit the type of a factory or of a property.
  package static func wrongObject(type: String) -> Self {
    Self("wrong-type object", type, is: .ofDeclarations)
  }
  /// A value that is added to arrays is an optional or a type.
  package static var noElement: Self { Self("wrong-type element") }
  /// The value for a `@Weak` property is not an object.
  package static var noWeakObject: Self { missing("wrong-type weak", ["AnyObject"]) }
  static func wrongCriteria(_ criteria: [String]) -> Self { missing("wrong-criteria", criteria) }
  /// A criterion for protocols contains a type that is not a protocol.
  static func noProtocol(criteria: [String], type: String, isClass: Bool) -> Self {
    missing(isClass ? "wrong-criteria class" : "wrong-criteria type", criteria, type)
  }

  // MARK: Declaring

  /// `declaredIn` is the function in which the class declares itself; nil for a registered type.
  static func notMakeable(declaredIn function: String?) -> Self {
    function.map { Self("not-makeable class", $0) } ?? Self("not-makeable", "register(Type.self)")
  }
  /// `model.declare` declares the class.
  static var notMakeableForeign: Self { Self("not-makeable foreign") }
  /// `isOfType` is true if the factories have no explicit names, so that all share the type's name.
  /// `isQualified` is true if qualifiers follow that name.
  static func duplicateName(isOfType: Bool, isQualified: Bool = false) -> Self {
    Self(
      isOfType
        ? "duplicate-name type" : isQualified ? "duplicate-name qualified" : "duplicate-name")
  }
  /// The name of an object that is added to arrays is that of a factory or of another such object.
  package static var takenName: Self { Self("duplicate-name added") }
  /// The candidates are options that exclude each other.
  package static var optionConflict: Self { Self("option-conflict") }
  /// The candidates are options of one kind.
  static var repeatedOption: Self { Self("option-conflict repeated") }
  /// The candidate is an option for objects only.
  static func optionForObjects(type: String) -> Self {
    Self("option-conflict objects", "", type)
  }
  /// The candidate is a name without a letter.
  package static var emptyName: Self { Self("option-conflict name") }
  /// The candidate is a time that is over at once.
  static var noTime: Self { Self("option-conflict time") }
  /// The candidate is an option for parameters that the function does not have.
  static var noParameters: Self { Self("option-conflict parameters") }
  static func wrongInitializer(product: String) -> Self { Self("wrong-initializer", product) }
  static func wrongMethod(of type: String) -> Self { Self("wrong-method", type) }
  /// The method has fewer parameters than sources.
  static var tooManySources: Self { Self("wrong-method sources") }
  /// A filled property is a property of this other class.
  static func wrongProperty(of type: String) -> Self { Self("wrong-method property", type) }
  /// The subject is a module that was compiled without reflection metadata.
  package static var noReflection: Self { Self("no-reflection", is: .ofRequests) }
  static var registeredTwice: Self { Self("registered-twice") }
  static var noProduct: Self { Self("no-product") }
  static var unmarkedSubclass: Self { Self("unmarked-subclass") }
  static var twoCopies: Self { Self("two-copies") }
  static var testDouble: Self { Self("test-double") }
  static var transientTemplate: Self { Self("transient-template", is: sought) }
  static var weakTemplate: Self { Self("weak-template", is: .ofRequests) }

  // MARK: Decorating

  /// The payload contains the type that the decorator wraps, and the mistake.
  static func wrongDecorator(of type: String, _ mistake: Problem.DecoratorMistake) -> Self {
    Self(mistake.words, type)
  }
  /// No factory produces the type that a decorator wraps, except those of inactive profiles.
  static func nothingDecorated(profiles: [String]) -> Self {
    Self("nothing-decorated", "", profiles.map { "'\($0)'" }.joined(separator: ", "))
  }
  /// The program fills properties of a class that no factory creates. `isReference` is true if the
  /// program stores its objects.
  static func nothingFilled(isReference: Bool) -> Self {
    Self(isReference ? "nothing-decorated reference" : "nothing-decorated filled")
  }
  /// The model would not have the configuration that the program excludes.
  package static var nothingExcluded: Self { Self("nothing-excluded") }
}

extension Problem {
  /// What is wrong with a decorator.
  struct DecoratorMistake {
    fileprivate let words: StaticString

    /// The product does not have the decorated type.
    static var otherProduct: Self { Self(words: "wrong-decorator product") }
    /// The function has no parameter of the decorated type.
    static var takesNone: Self { Self(words: "wrong-decorator parameter") }
    /// The function also takes a provider of the decorated type, which would provide the decorator.
    static var takesProvider: Self { Self(words: "wrong-decorator provider") }
    /// Its function is asynchronous.
    static var isAwaited: Self { Self(words: "wrong-decorator awaited") }
    /// Callers of the wrapped factory pass arguments.
    static var ofArguments: Self { Self(words: "wrong-decorator arguments") }
    /// A composition is requested, and the decorator has only a part of it.
    static var ofPart: Self { Self(words: "wrong-decorator part") }
  }
}
