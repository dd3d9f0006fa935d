extension Problem {
  /// What is wrong with a decorator.
  package enum DecoratorMistake: Sendable {
    /// Its product is not of the type that it decorates, or its function takes none.
    case otherProduct, takesNone
    /// Its function is asynchronous.
    case isAwaited
    /// The callers of what it wraps give arguments.
    case ofArguments
  }

  /// The kind of mistake, with the data that only this kind of mistake has.
  ///
  /// A fact outlives its model, and therefore contains the names of factories and types. A case
  /// that ``ProblemID`` documents has no comment here.
  package enum Fact: Sendable {
    // Searching
    case noMatch(criteria: [String])
    /// No factory meets the criteria, and with these options one would.
    case noOptionMatch(criteria: [String], options: [String])
    /// Only factories of other profiles produce it.
    case noProfileMatch(criteria: [String], profiles: [String])
    /// A launch argument names a profile that no factory is for. The profiles that there are.
    case unknownProfile(among: [String])
    /// The requested class declares itself, and is generic, so that a scan does not find it.
    case noGenericMatch(criteria: [String])
    /// An argument of a value's type, which the caller may have to give.
    case noArgumentMatch(criteria: [String])
    /// Types of the program conform to the requested protocol, and nothing shows that it produces
    /// them. The name of a factory that may, with a type that hides the conformance.
    case noRegisteredMatch(conforming: [String], hiddenBy: String?)
    /// The type marks an argument of a caller, and is no parameter of a closure. The type of the
    /// argument, and its optional.
    case noGivenMatch(of: String, optional: String)
    /// The requested class inherits the conformance by which a scan would find it.
    case noMarkedMatch(criteria: [String])
    /// The requested protocol has arguments.
    case noConstrainedMatch(criteria: [String])
    case severalMatches(criteria: [String])
    /// The products of the requested type have names or qualifiers, and only these find them. The
    /// criterion for the first.
    case noUnnamedMatch(criterion: String)
    /// The request is for an array of optionals or of arrays.
    case noNestedMatch(criteria: [String], element: String)
    /// The product of a factory that meets the criteria does not fit the requested type.
    case wrongType(requested: String, criteria: [String])
    /// An object does not fit the type of a factory or of a property.
    case wrongObject(type: String)
    /// The value for a `@Weak` property is not an object.
    case noWeakObject
    case wrongCriteria([String])
    /// The type in a criterion for protocols is none.
    case noProtocol(criteria: [String], type: String, isClass: Bool)

    // Declaring
    /// The function of a class that declares it; nil for a type that was registered.
    case notMakeable(declaredIn: String?)
    /// The name is that of their type if no factory has an explicit name.
    case duplicateName(isOfType: Bool)
    /// An object is added to arrays by the name of a factory, or of another object.
    case takenName
    /// The candidates are options that exclude each other.
    case optionConflict
    /// The candidates are options of one kind.
    case repeatedOption
    /// The candidate is an option for objects only.
    case optionForObjects(type: String)
    /// The candidate is a name without a letter.
    case emptyName
    case wrongInitializer(product: String)
    case wrongMethod(of: String)
    /// The method has fewer parameters than sources.
    case tooManySources
    case registeredTwice, noProduct, unmarkedSubclass, twoCopies, testDouble, transientTemplate
    case weakTemplate

    // Creating
    /// An argument of the cycle that could be a property instead.
    case cycle(argument: String?)
    /// A factory needs a type that it produces itself, and so would decorate itself. The name of
    /// another factory of the type, if there is one.
    case selfDecoration(argument: String, other: String?)
    /// A factory needs all products of a type that it produces itself. The type.
    case selfComposition(argument: String, of: String)
    case creationFailed(any Error)
    case unsetReference(isWeak: Bool)
    case unexpectedNil
    /// The factory's own function returned nil.
    case madeNil(isTemplate: Bool)
    case tooDeep(steps: Int)

    // Awaiting
    /// A request that does not wait. Whether no start awaits the shared object.
    case needsAwait(isLate: Bool)
    case needsMainActor
    /// A property that follows the object cannot wait for it.
    case followerNeedsAwait
    /// A start, or a discovery after it, creates a singleton.
    case singletonNeedsAwait(isOfStart: Bool)
    case singletonNeedsMainActor(isOfStart: Bool)
    /// A conformance to the requested type is isolated to the main actor.
    case isolatedConformance(to: String)
    case cannotWait
    /// An object that must be awaited needs a property of this host, which needs the object.
    case awaitedLoop(host: String)

    // Decorating
    /// The type that a decorator wraps, and what is wrong.
    case wrongDecorator(of: String, DecoratorMistake)
    /// No factory produces the type.
    case nothingDecorated
    /// No factory creates objects of a class that are to be filled.
    case nothingFilled
    /// A property that is to be filled belongs to this class.
    case wrongProperty(of: String)

    // Invoking and setting
    case wrongArguments(String)
    /// All arguments of the caller are required.
    case missingArguments(String)
    /// The type of a provider, and that of one with the arguments of the factory.
    case wrongProvider(String, mismatch: String, right: String)
    /// The types of the arguments, and the provider that passes them.
    case needsArguments(types: String, provider: String, isAwaited: Bool)
    /// The same for the class whose method creates the product.
    case ownerNeedsArguments(types: String)
    case notInvocable, notNillable
    /// A call that sets nil has no type to search for. The criterion of a factory of the type that
    /// only a name or a qualifier finds, if there is one.
    case notSettable(criteria: [String], isNil: Bool, byName: String?)

    // Lifecycle
    case notStarted, isStarting
    /// A declaration that is being discovered makes a request.
    case isDiscovering
    case startFailed(any Error)
    case startPrevented(by: String)
    /// The program started the model earlier, or `AlchemicAutostart` did at load.
    case startedTwice(isOfLoad: Bool)
    case startInterrupted(isDiscovery: Bool)
    /// The name of the child model that has ended; nil for any other model.
    case modelGone(ofChild: String?, isCall: Bool = false)

    // Scopes
    /// An object outside its scope: none of the kind is open, or the one that kept it has ended.
    case noScope(String, hasEnded: Bool)
    /// A call that closes or renews a scope which is not open.
    case notOpen
    /// A scope of the kind is open already. Whether a task has opened it, and the scope within
    /// which the new one would be opened although its objects live longer.
    case scopeOpen(isOfTask: Bool), scopeWithin(String)
    /// An object would be kept beyond the end of its scope. The scope, and that of the factory
    /// which would keep it; a property could follow the object instead.
    case captive(of: String, keeper: String?, isProperty: Bool)
    /// The object that is set in a scope is kept elsewhere.
    case notOfScope(String)
    /// A scope is ending and creates no objects any more.
    case isEnding(String)

    // Stopping
    case isStopping, stopFailed(any Error)
    /// The time that the object had to stop or, while it was being made, to be finished.
    case stopTimeout(String, isMade: Bool)
    /// The time that the operation of a program, or its start, had to end before the stop.
    case lateOperation(String)
    /// An object that is being made or stopped asks for the stop, which waits for it.
    case stopWithin

    // Testing
    /// A registration that replaces the factory.
    case liveInTest(registration: String)

    // Warnings: declarations that are valid but probably unintended
    case genericClass, nothingDeclared, mayBeAmbiguous, mayBeMissing, mayBeNil
    /// A mistake, unless the property has criteria that choose another factory.
    indirect case withoutCriteria(Problem.Fact)
    /// No start awaits the object of a property, and a read cannot. The provider to take instead.
    case lateForRead(provider: String)
    /// Only their names or qualifiers find the values of the type.
    case mayNeedName
    case waitsForReference(named: String)
    /// A request by name for an optional or an array. The options with which a factory meets the
    /// criteria.
    case unknownName(criteria: [String], options: [String])
    /// An object is alive after the end of its scope. Further candidates have it.
    case outlivesScope(String, isHeld: Bool)
    /// A warning of an adapter in another product, in its words.
    case ofAdapter(String, remedy: String)
  }
}

extension Problem.Fact {
  /// Whether the declaration is valid but probably unintended.
  var isWarning: Bool {
    switch self {
    case .genericClass, .nothingDeclared, .mayBeAmbiguous, .mayNeedName, .mayBeMissing, .mayBeNil,
      .lateForRead, .withoutCriteria, .waitsForReference, .unknownName,
      .outlivesScope, .ofAdapter:
      true
    default: false
    }
  }

  var id: ProblemID {
    switch self {
    case .noMatch, .noOptionMatch, .noGenericMatch, .noArgumentMatch, .noRegisteredMatch,
      .noGivenMatch, .noMarkedMatch, .noConstrainedMatch, .noUnnamedMatch, .noNestedMatch,
      .noProfileMatch:
      .noMatch
    case .unknownProfile: .unknownProfile
    case .severalMatches: .severalMatches
    case .wrongType, .wrongObject, .noWeakObject: .wrongType
    case .wrongCriteria, .noProtocol: .wrongCriteria
    case .notMakeable: .notMakeable
    case .registeredTwice: .registeredTwice
    case .duplicateName, .takenName: .duplicateName
    case .optionConflict, .repeatedOption, .optionForObjects, .emptyName: .optionConflict
    case .wrongInitializer: .wrongInitializer
    case .wrongMethod, .tooManySources, .wrongProperty: .wrongMethod
    case .noProduct: .noProduct
    case .wrongDecorator: .wrongDecorator
    case .nothingDecorated, .nothingFilled: .nothingDecorated
    case .unmarkedSubclass: .unmarkedSubclass
    case .twoCopies: .twoCopies
    case .testDouble: .testDouble
    case .transientTemplate: .transientTemplate
    case .weakTemplate: .weakTemplate
    case .cycle, .selfDecoration, .selfComposition: .cycle
    case .creationFailed: .creationFailed
    case .unsetReference: .unsetReference
    case .unexpectedNil, .madeNil, .mayBeNil: .unexpectedNil
    case .tooDeep: .tooDeep
    case .needsAwait, .followerNeedsAwait, .singletonNeedsAwait, .lateForRead: .needsAwait
    case .needsMainActor, .singletonNeedsMainActor, .isolatedConformance: .needsMainActor
    case .cannotWait, .awaitedLoop: .cannotWait
    case .wrongArguments, .missingArguments, .wrongProvider: .wrongArguments
    case .needsArguments, .ownerNeedsArguments: .needsArguments
    case .notInvocable: .notInvocable
    case .notSettable: .notSettable
    case .notNillable: .notNillable
    case .notStarted, .isStarting, .isDiscovering, .startFailed, .startPrevented: .notStarted
    case .startedTwice: .startedTwice
    case .startInterrupted: .startInterrupted
    case .modelGone: .modelGone
    case .noScope, .notOpen: .noScope
    case .scopeOpen, .scopeWithin: .scopeOpen
    case .captive: .captiveDependency
    case .notOfScope: .notSettable
    case .isStopping, .isEnding, .stopWithin: .isStopping
    case .stopFailed: .stopFailed
    case .stopTimeout, .lateOperation: .stopTimeout
    case .liveInTest: .liveInTest
    case .genericClass: .genericClass
    case .nothingDeclared: .nothingDeclared
    case .mayBeAmbiguous, .mayNeedName: .mayBeAmbiguous
    case .mayBeMissing: .mayBeMissing
    case .withoutCriteria(let fact): fact.id
    case .waitsForReference: .waitsForReference
    case .unknownName: .unknownName
    case .outlivesScope: .outlivesScope
    case .ofAdapter: .ofAdapter
    }
  }
}
