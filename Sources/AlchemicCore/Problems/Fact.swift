extension Problem {
  /// What is wrong with a decorator.
  package enum DecoratorMistake: Sendable {
    /// The product does not have the decorated type, or the function has no parameter of that type.
    case otherProduct, takesNone
    /// The function also takes a provider of the decorated type, which would provide the decorator.
    case takesProvider
    /// Its function is asynchronous.
    case isAwaited
    /// Callers of the wrapped factory pass arguments.
    case ofArguments
    /// A composition is requested, and the decorator has only a part of it.
    case ofPart
  }

  /// The kind of mistake, with the data that only this kind of mistake has.
  ///
  /// A fact contains the names of factories and types, since it may outlive its model. A case that
  /// has the same name as a ``ProblemID`` is documented there.
  package enum Fact: Sendable {
    // Searching
    case noMatch(criteria: [String])
    /// No factory meets the criteria. A factory with these options would meet them.
    case noOptionMatch(criteria: [String], options: [String])
    /// Only factories of inactive profiles produce the type.
    case noProfileMatch(criteria: [String], profiles: [String])
    /// A launch argument names a profile that no factory has. The payload lists the existing
    /// profiles.
    case unknownProfile(among: [String])
    /// The requested class declares itself, but it is generic, and a scan finds no generic class.
    case noGenericMatch(criteria: [String])
    /// An argument has the type of a value, so the caller may have to pass it. `options` are those
    /// with which a factory would meet the criteria.
    case noArgumentMatch(criteria: [String], options: [String])
    /// The requested type is a class of the program, and could declare itself.
    case noClassMatch
    /// Types of the program conform to the requested protocol, but no factory is known to produce
    /// them. `hiddenBy` names a factory that may produce them: its declared type hides the
    /// conformance.
    case noRegisteredMatch(conforming: [String], areClasses: Bool, hiddenBy: String?)
    /// The requested type marks an argument of the caller, but it is not the parameter of a
    /// closure. The payload contains the type of the argument, and its optional.
    case noGivenMatch(of: String, optional: String)
    /// The requested class inherits the conformance. A scan finds only classes that state it.
    case noMarkedMatch(criteria: [String])
    /// The requested protocol is constrained by generic arguments.
    case noConstrainedMatch(criteria: [String])
    case severalMatches(criteria: [String])
    /// The factories of the requested type have names or qualifiers, and no request by type alone
    /// finds them. The payload is the criterion that finds the first one.
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
    /// A criterion for protocols contains a type that is not a protocol.
    case noProtocol(criteria: [String], type: String, isClass: Bool)

    // Declaring
    /// `declaredIn` is the function in which the class declares itself; nil for a registered type.
    case notMakeable(declaredIn: String?)
    /// `isOfType` is true if the factories have no explicit names, so that all share the type's
    /// name.
    case duplicateName(isOfType: Bool)
    /// The name of an object that is added to arrays is that of a factory or of another such
    /// object.
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
    /// The subject is a module that was compiled without reflection metadata.
    case noReflection
    case registeredTwice, noProduct, unmarkedSubclass, twoCopies, testDouble, transientTemplate
    case weakTemplate

    // Creating
    /// `argument` is an argument of the cycle that could be a property instead.
    case cycle(argument: String?)
    /// A factory needs the type that it produces itself, and so would decorate itself. `other`
    /// names another factory of the type, if there is one.
    case selfDecoration(argument: String, other: String?)
    /// A factory needs all products of the type `of`, which it produces itself.
    case selfComposition(argument: String, of: String)
    case creationFailed(any Error)
    /// `scope` names the scope that keeps the reference.
    case unsetReference(isWeak: Bool, scope: String?)
    case unexpectedNil
    /// The factory's own function returned nil.
    case madeNil(isTemplate: Bool)
    case tooDeep(steps: Int, isOfTask: Bool = false)

    // Awaiting
    /// A request does not wait. `isLate` is true if no start awaits the shared object.
    case needsAwait(isLate: Bool)
    case needsMainActor
    /// A property that follows the object cannot wait for it.
    case followerNeedsAwait
    /// A start, or a discovery after it, creates a singleton that must be awaited.
    case singletonNeedsAwait(isOfStart: Bool)
    case singletonNeedsMainActor(isOfStart: Bool)
    /// A conformance to the requested type is isolated to the main actor.
    case isolatedConformance(to: String)
    case cannotWait
    /// An object that must be awaited needs a property of this host, and the host needs the object.
    case awaitedLoop(host: String)

    // Decorating
    /// The payload contains the type that the decorator wraps, and the mistake.
    case wrongDecorator(of: String, DecoratorMistake)
    /// No factory produces the type that a decorator wraps.
    case nothingDecorated
    /// The program fills properties of a class that no factory creates.
    case nothingFilled
    /// The model would not have the configuration that the program excludes.
    case nothingExcluded
    /// A filled property is a property of this other class.
    case wrongProperty(of: String)

    // Invoking and setting
    case wrongArguments(String)
    /// The caller must pass all arguments.
    case missingArguments(String)
    /// The type of the provider, and the type of a provider with the arguments of the factory.
    case wrongProvider(String, mismatch: String, right: String)
    /// The types of the arguments, and the type of a provider that passes them.
    case needsArguments(types: String, provider: String, isAwaited: Bool)
    /// The same for the class whose method creates the product.
    case ownerNeedsArguments(types: String)
    case notInvocable, notNillable
    /// No factory can be set. A call that sets nil has no type to search for. `byName` is the
    /// criterion for a factory of the type that only its name or qualifier finds, if there is one.
    case notSettable(criteria: [String], isNil: Bool, byName: String?)

    // Lifecycle
    case notStarted, isStarting
    /// A declaration makes a request while a scan discovers it.
    case isDiscovering
    case startFailed(any Error)
    case startPrevented(by: String)
    /// The program started the model earlier, or `AlchemicAutostart` started it at load.
    case startedTwice(isOfLoad: Bool)
    case startInterrupted(isDiscovery: Bool)
    /// The name of the child model that has ended; nil for any other model.
    case modelGone(ofChild: String?, isCall: Bool = false)

    // Scopes
    /// A request for an object outside its scope: no scope of the kind is open, or the scope that
    /// kept the object has ended.
    case noScope(String, hasEnded: Bool)
    /// A call closes or renews a scope that is not open.
    case notOpen
    /// A scope of the kind is already open, for a task or for the model. Or the new scope would be
    /// opened within the named one, whose objects may need the objects of the new scope. Or a scope
    /// would end before the named one, which is within it.
    case scopeOpen(isOfTask: Bool), scopeWithin(String), scopeHolds(String)
    /// A task that runs in a scope of the kind uses another one.
    case otherScope
    /// A scope is closed while operations run in it: the caller, or others.
    case scopeInUse(isHere: Bool)
    /// A factory would keep an object beyond the end of the scope `of`. `keeper` is the scope of
    /// that factory. If `isProperty` is true, a property could follow the object instead.
    case captive(of: String, keeper: String?, isProperty: Bool)
    /// A call sets an object in a scope, but the model or another scope keeps that object.
    case notOfScope(String)
    /// The scope is ending and creates no further objects.
    case isEnding(String)

    // Stopping
    case isStopping, stopFailed(any Error)
    /// The object did not stop within this time. If `isMade` is false, its creation did not end in
    /// time.
    case stopTimeout(String, isMade: Bool)
    /// The operation of a program, or its start, did not end within this time before the stop.
    case lateOperation(String)
    /// An object that is being created or stopped calls the stop, which would wait for that object.
    case stopWithin

    // Testing
    /// The payload is a registration that would replace the factory.
    case liveInTest(registration: String)
    /// The subject is a test that has its own model, and starts the main model.
    case startInTest

    // Warnings: declarations that are valid but probably unintended
    case genericClass, nothingDeclared, mayBeAmbiguous, mayBeMissing, mayBeNil
    /// A mistake, unless the property has criteria that choose another factory.
    indirect case withoutCriteria(Problem.Fact)
    /// No start awaits the object of a property, and a read cannot wait. The payload is the type of
    /// the provider to use instead.
    case lateForRead(provider: String)
    /// Only names or qualifiers find the values of the type.
    case mayNeedName
    /// A property follows an object of this scope, and may be read outside such a scope.
    case mayHaveNoScope(String)
    case waitsForReference(named: String)
    /// A request by name for an optional or an array finds no factory. The payload contains the
    /// options with which a factory would meet the criteria.
    case unknownName(criteria: [String], options: [String])
    /// An object is still alive after the end of its scope. If `isHeld` is true, the last candidate
    /// needs it, and is alive, too.
    case outlivesScope(String, isHeld: Bool)
    /// A warning of an adapter in another product. The adapter supplies the texts.
    case ofAdapter(String, remedy: String)
  }
}

extension Problem.Fact {
  /// Whether the declaration is valid but probably unintended.
  var isWarning: Bool {
    switch self {
    case .genericClass, .nothingDeclared, .mayBeAmbiguous, .mayNeedName, .mayBeMissing, .mayBeNil,
      .lateForRead, .mayHaveNoScope, .withoutCriteria, .waitsForReference, .unknownName,
      .outlivesScope, .ofAdapter:
      true
    default: false
    }
  }

  var id: ProblemID {
    switch self {
    case .noMatch, .noOptionMatch, .noGenericMatch, .noArgumentMatch, .noRegisteredMatch,
      .noClassMatch, .noGivenMatch, .noMarkedMatch, .noConstrainedMatch, .noUnnamedMatch,
      .noNestedMatch, .noProfileMatch:
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
    case .noReflection: .noReflection
    case .wrongDecorator: .wrongDecorator
    case .nothingDecorated, .nothingFilled: .nothingDecorated
    case .nothingExcluded: .nothingExcluded
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
    case .noScope, .notOpen, .mayHaveNoScope: .noScope
    case .scopeOpen, .scopeWithin, .scopeHolds, .scopeInUse, .otherScope: .scopeOpen
    case .captive: .captiveDependency
    case .notOfScope: .notSettable
    case .isStopping, .isEnding, .stopWithin: .isStopping
    case .stopFailed: .stopFailed
    case .stopTimeout, .lateOperation: .stopTimeout
    case .liveInTest: .liveInTest
    case .startInTest: .startInTest
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
