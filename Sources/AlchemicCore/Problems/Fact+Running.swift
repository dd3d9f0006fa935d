// What goes wrong while a model runs, and what probably will.

extension Problem.Fact {
  // MARK: Creating

  /// The argument of the cycle that could be a property instead: its number, its factory and its
  /// type.
  static func cycle(argument: (number: Int, factory: String, type: String)?) -> Self {
    guard let argument else { return Self("cycle") }
    return Self("cycle argument", argument.type, "\(argument.number)", argument.factory)
  }
  /// A factory needs the type that it produces itself, and so would decorate itself. `other` names
  /// another factory of the type, if there is one.
  static func selfDecoration(
    argument: Int, type: String, other: String?, isDecorator: Bool = false
  ) -> Self {
    isDecorator
      ? Self("cycle decorated-twice", type, "", "\(argument)")
      : Self("cycle decorator", type, other ?? "", "\(argument)")
  }
  /// A function of `model.inject` takes an object that needs the filled one.
  static func cycleOfFilled(taking type: String) -> Self { Self("cycle filled", type) }
  /// An initializer reads this property, whose object needs the one that is created.
  static func cycle(reading property: String) -> Self { Self("cycle read", property) }
  /// A factory needs all products of a type, which it produces itself.
  static func selfComposition(argument: Int, of type: String) -> Self {
    Self("cycle composition", type, "\(argument)")
  }
  package static func creationFailed(_ error: any Error) -> Self {
    Self("creation-failed", because: error)
  }
  /// `scope` names the scope that keeps the reference.
  static func unsetReference(isWeak: Bool, scope: String?) -> Self {
    isWeak
      ? Self("unset-reference weak", ".weak", scope ?? "")
      : Self("unset-reference", "", scope ?? "")
  }
  package static var unexpectedNil: Self { Self("unexpected-nil") }
  /// The factory's own function returned nil.
  package static func madeNil(isTemplate: Bool) -> Self {
    Self(isTemplate ? "unexpected-nil made-by-template" : "unexpected-nil made", "made nil")
  }
  package static func tooDeep(steps: Int, isOfTask: Bool = false) -> Self {
    Self(isOfTask ? "too-deep tasks" : "too-deep", "\(steps)")
  }

  // MARK: Awaiting

  /// A request does not wait. `isLate` is true if no start awaits the shared object.
  package static func needsAwait(isLate: Bool) -> Self {
    Self(isLate ? "needs-await late" : "needs-await", is: .ofDeclarations)
  }
  package static var needsMainActor: Self { Self("needs-main-actor", is: .ofDeclarations) }
  /// A property that follows the object cannot wait for it.
  package static var followerNeedsAwait: Self {
    Self("needs-await follower", is: .ofDeclarations)
  }
  /// A start, or a discovery after it, creates a singleton that must be awaited.
  package static func singletonNeedsAwait(isOfStart: Bool) -> Self {
    Self(isOfStart ? "needs-await start" : "needs-await discovery", is: .ofDeclarations)
  }
  package static func singletonNeedsMainActor(isOfStart: Bool) -> Self {
    Self(
      isOfStart ? "needs-main-actor start" : "needs-main-actor discovery", is: .ofDeclarations)
  }
  /// A conformance to the requested type is isolated to the main actor.
  package static func isolatedConformance(to type: String) -> Self {
    Self("needs-main-actor conformance", type, is: .ofDeclarations)
  }
  static var cannotWait: Self { Self("cannot-wait", is: [.ofRequests, .ofDeclarations]) }
  /// An object that must be awaited needs a property of this host, and the host needs the object.
  static func awaitedLoop(host: String) -> Self {
    Self("cannot-wait loop", host, is: .ofDeclarations)
  }

  // MARK: Invoking and setting

  package static func wrongArguments(_ mismatch: String) -> Self {
    Self("wrong-arguments", mismatch)
  }
  /// The caller must pass all arguments.
  package static func missingArguments(_ mismatch: String) -> Self {
    Self("wrong-arguments missing", mismatch)
  }
  /// The type of the provider, and the type of a provider with the arguments of the factory.
  static func wrongProvider(_ type: String, mismatch: String, right: String) -> Self {
    Self(
      "wrong-arguments provider", mismatch, type, right, is: [.ofRequests, .ofDeclarations])
  }
  /// The types of the arguments, and the type of a provider that passes them.
  static func needsArguments(types: String, provider: String, isAwaited: Bool) -> Self {
    Self(
      isAwaited ? "needs-arguments awaited" : "needs-arguments", types, provider,
      is: [.ofRequests, .ofDeclarations])
  }
  /// The same for an element of an array or a map.
  static func elementNeedsArguments(types: String) -> Self {
    Self("needs-arguments element", types, is: [.ofRequests, .ofDeclarations])
  }
  /// The same for the class whose method creates the product.
  static func ownerNeedsArguments(types: String) -> Self {
    Self("needs-arguments owner", types, is: [.ofRequests, .ofDeclarations])
  }
  package static var notInvocable: Self { Self("not-invocable") }
  package static var notNillable: Self { Self("not-nillable") }
  /// No factory can be set. A call that sets nil has no type to search for. `byName` is the
  /// criterion for a factory of the type that only its name or qualifier finds, if there is one.
  /// `scope` names the scope that would keep the object.
  package static func notSettable(
    criteria: [String], isNil: Bool, byName: String?, scope: String? = nil
  ) -> Self {
    Self(
      isNil ? "not-settable nil" : "not-settable", criteria.joined(separator: ", "), byName ?? "",
      scope ?? "")
  }
  /// A call sets an object in a scope, but the model or another scope keeps that object.
  package static func notOfScope(_ scope: String) -> Self { Self("not-settable scope", scope) }

  // MARK: Lifecycle

  /// The call that has ended the model; nil before the first start.
  package static func notStarted(since end: Problem.Step?) -> Self {
    Self("not-started", "", end?.subject ?? "", place(end?.location))
  }
  package static var isStarting: Self { Self("not-started starting") }
  /// A declaration makes a request while a scan discovers it.
  package static var isDiscovering: Self { Self("not-started discovering") }
  package static func startFailed(_ error: any Error) -> Self {
    Self("not-started failed", because: error)
  }
  package static func startPrevented(by argument: String) -> Self {
    Self("not-started prevented", argument)
  }
  /// The program started the model earlier, or `AlchemicAutostart` started it at load.
  package static func startedTwice(isOfLoad: Bool) -> Self {
    isOfLoad ? Self("started-twice load", "AlchemicAutostart") : Self("started-twice")
  }
  package static func startInterrupted(isDiscovery: Bool) -> Self {
    isDiscovery
      ? Self("start-interrupted discovery", "Alchemic.discover()") : Self("start-interrupted")
  }
  /// The name of the child model that has ended; nil for any other model.
  package static func modelGone(ofChild child: String?, isCall: Bool = false) -> Self {
    Self(isCall ? "model-gone call" : "model-gone", "", child ?? "")
  }

  // MARK: Scopes

  /// A request for an object outside its scope: no scope of the kind is open, or the scope that
  /// kept the object has ended.
  package static func noScope(_ scope: String, hasEnded: Bool) -> Self {
    Self(hasEnded ? "no-scope ended" : "no-scope", scope)
  }
  /// A call closes or renews a scope that is not open.
  package static var notOpen: Self { Self("no-scope call") }
  /// A scope of the kind is already open, for a task or for the model.
  package static func scopeOpen(isOfTask: Bool) -> Self {
    Self(isOfTask ? "scope-open task" : "scope-open")
  }
  /// The new scope would be opened within the named one, whose objects may need its objects.
  package static func scopeWithin(_ scope: String) -> Self { Self("scope-open within", scope) }
  /// The scope would end before the named one, which is within it.
  package static func scopeHolds(_ scope: String) -> Self { Self("scope-open holds", scope) }
  /// A task that runs in a scope of the kind uses another one.
  package static var otherScope: Self { Self("scope-open other") }
  /// A scope is closed while operations run in it: the caller, or others.
  package static func scopeInUse(isHere: Bool) -> Self {
    Self(isHere ? "scope-open here" : "scope-open in-use")
  }
  /// A factory would keep an object beyond the end of the scope `of`. `keeper` is the scope of that
  /// factory. If `isProperty` is true, a property could follow the object instead. `provider` is
  /// the type of a provider to take instead; nil for an object whose method creates the product.
  static func captive(
    of scope: String, keeper: String?, isProperty: Bool, provider: String?
  ) -> Self {
    guard let provider else { return Self("captive-dependency owner", scope) }
    return Self(
      isProperty ? "captive-dependency property" : "captive-dependency", scope, keeper ?? "",
      provider)
  }
  /// The same for a decorator, whose scope is that of what it wraps.
  static func captiveOfDecorator(of scope: String, provider: String) -> Self {
    Self("captive-dependency decorator", scope, "", provider)
  }
  /// The scope is ending and creates no further objects.
  static func isEnding(_ scope: String) -> Self { Self("is-stopping scope", scope) }

  // MARK: Stopping

  static var isStopping: Self { Self("is-stopping") }
  package static func stopFailed(_ error: any Error) -> Self { Self("stop-failed", because: error) }
  /// The object did not stop within this time. If `isMade` is false, its creation did not end in
  /// time.
  package static func stopTimeout(_ time: String, isMade: Bool) -> Self {
    Self(isMade ? "stop-timeout" : "stop-timeout creation", time)
  }
  /// The operation of a program, or its start, did not end within this time before the stop.
  package static func lateOperation(_ time: String) -> Self { Self("stop-timeout operation", time) }
  /// An object that is being created or stopped calls the stop, which would wait for that object.
  package static var stopWithin: Self { Self("is-stopping within") }

  // MARK: Testing

  /// The payload is a registration that would replace the factory.
  static func liveInTest(registration: String) -> Self { Self("live-in-test", registration) }
  /// The subject is a test that has its own model, and starts the main model.
  package static var startInTest: Self { Self("start-in-test") }

  // MARK: Warnings

  @inline(never)
  private static func warning(
    _ name: StaticString, _ detail: String = "", _ first: String = "",
    is traits: Traits = [.warning, .ofRequests]
  ) -> Self { Self(name, detail, first, is: traits) }

  /// A singleton keeps an object that expires.
  static func keepsExpiring(isProperty: Bool, provider: String) -> Self {
    Self(
      isProperty ? "captive-dependency expiring-property" : "captive-dependency expiring",
      provider, is: .warning)
  }
  static var genericClass: Self { warning("generic-class", is: .warning) }
  /// The program starts in a profile that no factory has. The payload lists the existing ones.
  static func unusedProfile(among known: [String]) -> Self {
    warning("unknown-profile start", known.joined(separator: ", "), is: .warning)
  }
  static var nothingDeclared: Self { warning("nothing-declared", is: .warning) }
  static var mayBeAmbiguous: Self { warning("may-be-ambiguous") }
  /// Only names or qualifiers find the values of the type.
  static var mayNeedName: Self { warning("may-be-ambiguous named") }
  /// `map` is the type of a map of what is requested, if it is requested by other keys than names.
  static func mayBeMissing(map: String?) -> Self {
    warning("may-be-missing", "", map ?? "")
  }
  static var mayBeNil: Self { warning("unexpected-nil possible") }
  /// No start awaits the object of a property, and a read cannot wait. The payload is the type of
  /// the provider to use instead.
  static func lateForRead(provider: String) -> Self { warning("needs-await read", provider) }
  /// A property follows an object of this scope, and may be read outside such a scope.
  static func mayHaveNoScope(_ scope: String) -> Self { warning("no-scope possible", scope) }
  static func waitsForReference(named name: String) -> Self {
    warning("waits-for-reference", name, is: .warning)
  }
  /// A request by name for an optional or an array finds no factory. The payload contains the
  /// options with which a factory would meet the criteria.
  static func unknownName(criteria: [String], options: [String]) -> Self {
    warning(
      "unknown-name", criteria.joined(separator: ", "), options.joined(separator: " and "))
  }
  /// An object is still alive after the end of its scope. If `isHeld` is true, the last candidate
  /// needs it, and is alive, too.
  package static func outlivesScope(_ scope: String, isHeld: Bool) -> Self {
    warning(isHeld ? "outlives-scope held" : "outlives-scope", scope, is: .warning)
  }
  /// A warning of an adapter in another product. The adapter supplies the texts.
  package static func ofAdapter(_ text: String, remedy: String) -> Self {
    warning("of-adapter", text, remedy, is: .warning)
  }
}
