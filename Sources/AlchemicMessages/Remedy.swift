import AlchemicCore

// The remedy in a message: an imperative.
extension Problem {
  /// Returns a remedy for the problem. Its texts are ready to be shown.
  ///
  /// - Parameter detail: The problem's ``detail``, as a message shows it.
  func remedy(_ detail: String) -> Words {
    switch fact {
    case .noMarkedMatch:
      "add AlchemicSubclass to $subject: a class that inherits AlchemicManaged is not discovered"
    case .noProfileMatch(_, let profiles):
      "start in \(profiles.count == 1 ? "that profile" : "one of them"), or register a factory for "
        + "\(subject) without .only(in: …)"
    case .unknownProfile: "correct it: the known profiles are $detail"
    case .noGenericMatch:
      """
      register it in an AlchemicConfig with model.register($subject.init): a generic class is \
      not discovered
      """
    case .noArgumentMatch(let criteria, let options):
      (criteria.isEmpty
        ? "register a factory for \(subject), request an optional"
        : options.isEmpty
          ? "correct the criteria"
          : "register a factory for \(subject) with \(listed(options)), correct the criteria")
        + ", or, if the caller gives it, mark it with .argument, in a closure "
        + "with the type Given<\(subject)>"
    case .noClassMatch:
      """
      let $subject conform to AlchemicCreatable, register a factory for it, or request an \
      optional
      """
    case .noRegisteredMatch(let names, let areClasses, let hiding):
      (names.count == 1
        ? "register \(detail), which conforms to \(subject)"
        : "register one of these, which conform to \(subject): \(detail)")
        + (areClasses
          ? "; or let \(names.count == 1 ? "it" : "one") conform to AlchemicCreatable" : "")
        + (hiding.map { "; or remove the cast from '\(Wording.shown($0))', if it creates one" }
          ?? "")
        + "; or request an optional"
    case .noGivenMatch(let type, let optional):
      "in a closure, take a Given<\(optional)> for an optional, and a Given<[\(type)]> for an array"
    case .noConstrainedMatch:
      """
      register it as exactly that type, for example { … as $subject }: a protocol with \
      arguments is not found by conformance
      """
    case .noUnnamedMatch:
      "request it with $detail, or register a value without a name or a qualifier"
    case .noNestedMatch(_, let element):
      "request \(element), which contains all of them, or register a factory for \(subject)"
    case .noOptionMatch(_, let options):
      "correct the criteria, or register a factory for \(subject) with \(listed(options))"
    case .noMatch(let criteria):
      criteria.isEmpty
        ? "register a factory for \(subject), or request an optional"
        : "correct the criteria, register such a factory, or request an optional"
    case .severalMatches(let criteria):
      (isOfPrimaries ? "leave .primary on one only" : "mark one with .primary")
        + (criteria.isEmpty
          ? ", request one with .named(…) or .qualified(…)"
          : ", use criteria that only one meets")
        + ", or request an array"
    case .wrongType, .wrongObject: "use a type that fits, or correct the criteria"
    case .noWeakObject: "use @Injected"
    case .noProtocol(_, let type, isClass: true): "use .ofClass(\(type).self)"
    case .noProtocol:
      "use a protocol, .conforming((any …).self), or another criterion, for example .named(…)"
    case .wrongCriteria:
      "use .named alone, or one .ofClass with any number of .conforming and .qualified"

    case .notMakeable(declaredIn: nil):
      "register a function that creates it with model.register { … }, or add .reference"
    case .notMakeable:
      "in static func \(detail) call AcInitializer(of, \(product).init) or AcRegister(of, .reference), "
        + "or conform to AlchemicCreatable"
    case .registeredTwice: "put all options into one call"
    case .duplicateName(let isOfType):
      isOfType
        ? "give each its own .named(…) or .qualifier(…), or mark the one that replaces another with "
          + ".primary"
        : "give each its own .named(…)"
    case .takenName: "add it by another name, or without one"
    case .optionConflict, .repeatedOption: "keep only one of them"
    case .optionForObjects, .emptyName: "remove it"
    case .wrongInitializer: "give AcInitializer an initializer of \(product)"
    case .wrongMethod:
      "give AcMethod a method of $subject, or move the call to alchemic(_:) of $detail"
    case .tooManySources: "give AcMethod one source for each parameter, or none at all"
    case .noProduct: "return the object"
    case .wrongDecorator(_, .otherProduct):
      "let '$subject' conform to it or inherit from it: it answers requests for $detail"
    case .wrongDecorator(_, .takesNone):
      "add a parameter of the type $detail: it receives the decorated object"
    case .wrongDecorator(_, .takesProvider):
      "use the parameter of the type $detail alone: it receives the decorated object"
    case .wrongDecorator(_, .isAwaited):
      """
      create it by a function that is not async, and await elsewhere: AcSet may store another \
      object to wrap at any time
      """
    case .wrongDecorator(_, .ofArguments):
      "decorate a type that this factory does not produce, or give the arguments other sources than the caller"
    case .wrongDecorator(_, .ofPart):
      "decorate $subject in place of $detail, or request $detail alone"
    case .nothingFilled:
      """
      register a factory whose product is $subject itself, not a protocol of it, or remove the \
      call
      """
    case .nothingExcluded:
      "exclude it at the start whose model has it"
    case .wrongProperty:
      "give AcProperty a property of $subject, or move the call to alchemic(_:) of $detail"
    case .nothingDecorated: "register a factory for $subject, or remove the decorator"
    case .unmarkedSubclass: "add AlchemicSubclass to $subject"
    case .twoCopies:
      "link the program and '$subject' with the product AlchemicDynamic: then they share one copy"
    case .testDouble:
      "move them to a test target; a class that the program needs conforms to AlchemicCreatable"
    case .transientTemplate, .weakTemplate:
      "use @Injected, or make the factory a singleton or a reference"

    case .selfComposition(_, let element):
      "give the parts a qualifier, and take those: AcInitializer(of, …, .qualified(…)) finds only a "
        + "\(element) that has it"
    case .selfDecoration(_, let other):
      "request the wrapped object by its name: "
        + (other.map { ".named(\"\(Wording.shown($0))\")" } ?? "register it with .named(…)")
    case .cycle where isOfTemplates: "make one of the factories a singleton"
    case .cycle(let argument):
      (argument == nil
        ? "remove one of these dependencies, or turn it into" : "turn \(detail) into")
        + " an @Injected property: properties are filled after the objects exist"
    case .creationFailed: "correct the cause; the next request tries again"
    case .unsetReference(_, let scope?):
      "set it where the scope begins: with try $0.set(…) in Alchemic.withScope(\(scope).self), or with "
        + "AcSet after Alchemic.open(\(scope).self)"
    case .unsetReference:
      "call AcSet first, or let it be nil with .nillable and an optional property"
    case .unexpectedNil: "request an optional, or set an object first"
    case .madeNil(isTemplate: true): "return an object: a template cannot be nillable"
    case .madeNil(isTemplate: false):
      "add .nillable to its registration and request an optional, or return an object"
    case .tooDeep(_, isOfTask: true):
      """
      if the chain has an end, let the start create singletons along it, each after its \
      dependencies
      """
    case .tooDeep:
      """
      if the chain has an end, let the start create singletons along it, each after its \
      dependencies, or request it on a thread with a larger stack
      """

    case .needsAwait(isLate: true):
      "request it with try await \(asynchronousForm), or let the start await it, without .lazy or "
        + ".weak"
    case .needsAwait:
      isOfTemplates || isInvocation
        ? "request it with try await \(asynchronousForm)"
        : "start with try await Alchemic.start(), or request it with try await AcGetAsync()"
    case .followerNeedsAwait:
      "create it by a function that is not async, or let the start create it"
    case .singletonNeedsAwait(isOfStart: true):
      "start with try await Alchemic.start(), in an asynchronous function"
    case .singletonNeedsAwait(isOfStart: false):
      "call try await Alchemic.discover()"
    case .singletonNeedsMainActor(isOfStart: true):
      "start with try await Alchemic.start(), or on the main actor"
    case .singletonNeedsMainActor(isOfStart: false):
      "call try await Alchemic.discover(), or on the main actor"
    case .needsMainActor: "request it on the main actor, or with try await \(asynchronousForm)"
    case .isolatedConformance:
      "request it on the main actor, or make the conformance nonisolated"
    case .awaitedLoop:
      """
      remove the hooks (AlchemicAware) of '$detail': then the property is resolved at its \
      first read
      """
    case .cannotWait:
      """
      make it a singleton that is not weak, which the start awaits, or let only asynchronous \
      functions take it as an argument
      """

    case .wrongArguments:
      """
      pass AcInvoke the arguments in the order of the parameters; those that are left out at \
      the end come from the declared sources
      """
    case .missingArguments:
      """
      pass AcInvoke the arguments of the caller, in the order of the parameters; the others \
      come from the declared sources
      """
    case .wrongProvider(_, _, let right): "take a \(right)"
    case .needsArguments(_, let provider, let isAwaited):
      "take a \(provider) and call it\(isAwaited ? " with try await callAsync(…)" : ""), or call "
        + "\(isAwaited ? "try await AcInvokeAsync" : "AcInvoke")(.named(\"\(subject)\"), …)"
    case .ownerNeedsArguments:
      """
      give its arguments other sources than the caller: a method is called on an object that \
      the model creates
      """
    case .notInvocable: "use AcGet, or declare how it is created"

    case .notSettable where isOfTemplates:
      "make one a singleton or a reference: a template keeps no object"
    case .notSettable(_, _, byName: let criterion?):
      "select the factory: only \(criterion) finds it"
    case .notSettable where !candidates.isEmpty:
      "narrow it with .named(…), or mark one factory with .primary"
    case .notSettable(_, isNil: true, _): "select the factory with .named(…)"
    case .notSettable(let criteria, _, _):
      (criteria.isEmpty ? "" : "correct the criteria, or ")
        + "register a singleton or a reference for it"
    case .notNillable: "add .nillable to its registration, or set an object"

    case .notStarted where isOfProperty:
      """
      start first, or wrap the call in AcWhenReady { … }; in a test, add the trait .alchemic { \
      … }, or give the property its value, with .value(…) or $x.use(…); in a detached task of \
      a test, use here.run { … }, with let here = Alchemic.capture() before it
      """
    case .notStarted:
      """
      start first, or wrap the call in AcWhenReady { … }; in a test, add the trait .alchemic { \
      … }; in a detached task of a test, use here.run { … }, with let here = \
      Alchemic.capture() before it
      """
    case .isStarting: "wait with AcWhenReady { … } or try await Alchemic.started()"
    case .isDiscovering: "call it when the declaration has returned"
    case .startFailed: "correct the cause, and start again"
    case .startPrevented: "launch the program without it"
    case .startedTwice(isOfLoad: false):
      candidates.isEmpty
        ? "start once, at the beginning; in a test, declare in the trait .alchemic { … } of "
          + "AlchemicTesting instead, or take turns with .alchemicMain"
        : "start before the first use of that library"
    case .startedTwice(isOfLoad: true): "remove the call, or do not link $detail"
    case .startInterrupted(isDiscovery: false): "reset before the start or after it"
    case .startInterrupted(isDiscovery: true): "reset before the discovery or after it"
    case .modelGone(_?, _):
      "await the tasks that it started, and end its callbacks, before the model ends"
    case .modelGone(ofChild: nil, _):
      "after Alchemic.reset() use new objects; let no thread make a request while the reset runs"

    case .noScope(_, hasEnded: false):
      """
      request it within Alchemic.withScope($detail.self) { … }, or after \
      Alchemic.open($detail.self); carry the scope to a detached task with Alchemic.capture()
      """
    case .noScope(_, hasEnded: true):
      "await the tasks that the scope started, and end its callbacks, before it ends"
    case .notOpen: "open one first, with Alchemic.open or Alchemic.withScope"
    case .scopeOpen(isOfTask: true): "open it once: all code that the operation calls uses it"
    case .scopeOpen(isOfTask: false):
      """
      close it first, with try await Alchemic.close($subject.self), or replace its objects \
      with Alchemic.renew
      """
    case .scopeWithin: "open $subject first"
    case .scopeHolds:
      "close $detail first, or await the operations of Alchemic.withScope($detail.self)"
    case .otherScope: "end the operation of that one first, or use this one in a Task.detached"
    case .scopeInUse(isHere: true):
      "close it after the operation; or release each OpenScope: it then ends by itself"
    case .scopeInUse(isHere: false): "await the operations, or give the close more time"
    case .captive(let scope, let keeper, let isProperty):
      (isProperty ? "use @Transient, or take a" : "take a")
        + " Provider<\(product)>, which requests the object of its caller's scope; or let "
        + "'\(subject)' belong to \(scope), too, with .scope(\(scope).self)"
        + (keeper.map { "; or let \(scope) be the outer scope of \($0)" } ?? "")
    case .notOfScope: "call AcSet, or add .scope($detail.self) to its registration"
    case .isEnding: "request it before the end, and retain it"

    case .isStopping: "request it before the stop, and retain it"
    case .stopFailed: "correct the cause; the other objects were stopped nevertheless"
    case .stopTimeout(_, isMade: true):
      """
      let stop() return when its task is cancelled, or stop with a longer timeout, of which \
      each object has a share
      """
    case .stopTimeout(_, isMade: false):
      "stop when the initializers are done, or with a longer timeout"
    case .lateOperation:
      "let it end when its task is cancelled, or use a longer timeout, of which it has half"
    case .stopWithin:
      "call it in other code: it waits for every object, and so for its caller"

    case .liveInTest: "replace it in the trait of the test: $detail"

    case .genericClass: "register each of its types in an AlchemicConfig"
    case .nothingDeclared:
      """
      let a class conform to AlchemicCreatable, or register a function; a linker leaves out \
      the classes of a static library to which no code refers: link all of the library with \
      '-Xlinker --whole-archive -Xlinker libName.a -Xlinker --no-whole-archive', on Apple's \
      platforms with '-Xlinker -force_load -Xlinker libName.a'
      """
    case .mayBeAmbiguous:
      "request one with @Qualified<…>.Injected, or mark one with .primary; a name or another "
        + "criterion is checked when the first \(host) is injected"
    case .mayNeedName:
      "request it with @Qualified<…>.Injected; a name is checked when the first \(host) is injected"
    case .mayBeMissing:
      """
      register a factory for $subject, or request an optional; a constant needs no injection: \
      let … = …
      """
    case .lateForRead:
      "let the start await it, without .lazy or .weak, or take a $detail and await callAsync()"
    case .mayBeNil: "request an optional, or remove .nillable from its registration"
    case .mayHaveNoScope:
      """
      declare the property as an optional, which is nil outside $detail, or let $detail keep \
      its host, too
      """
    case .startInTest:
      """
      remove the start, because the trait .alchemic has made a model; or replace the trait \
      with .alchemicMain, which resets the main model after the test
      """
    case .noReflection:
      "compile it without -disable-reflection-metadata; in Xcode, set Reflection Metadata Level to All"
    case .withoutCriteria(let fact):
      "\(with(fact).remedy(detail).text(subject, detail)); a name or another criterion is checked "
        + "when the first \(host) is injected"
    case .outlivesScope(_, isHeld: true): "see the warning of that object"
    case .outlivesScope(_, isHeld: false):
      """
      no object of the scope retains it: let no variable, closure or task retain it, nor the \
      result of the operation
      """
    case .waitsForReference:
      "call AcSet before the start; otherwise the first request creates '$subject'"
    case .unknownName(_, let options): "correct it, or register a factory with \(listed(options))"
    case .ofAdapter(_, let remedy): "\(remedy)"
    }
  }

  private func listed(_ texts: [String]) -> String { texts.joined(separator: " and ") }

  /// Whether a property was read.
  private var isOfProperty: Bool {
    subject == "A property" || subject.contains(".") && !subject.hasPrefix("Alchemic.")
  }

  /// Whether the path contains a request by `AcInvoke`.
  private var isInvocation: Bool { path.contains { $0.form == .invocation } }

  /// The asynchronous function to call instead.
  private var asynchronousForm: String {
    switch path.map(\.form).first(where: { $0 == .invocation || $0 == .provider }) {
    case .invocation: "AcInvokeAsync(…)"
    case .provider: "provider.callAsync(…)"
    case .argument, .other, nil: "AcGetAsync()"
    }
  }

  /// The type that has the property of the first step.
  private var host: String {
    path.prefix(1).map { String($0.subject.prefix { $0 != "." }) }.joined()
  }
}
