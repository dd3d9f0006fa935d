import AlchemicCore

// The headline of a message: one sentence.
extension Problem {
  /// Returns a description of the problem. Its texts are ready to be shown.
  ///
  /// - Parameter detail: The problem's ``detail``, as a message shows it.
  func headline(_ detail: String) -> Words {
    func wanted(_ criteria: [String]) -> Words {
      criteria.isEmpty ? "'\(subject)'" : "'\(subject)' with \(detail)"
    }
    return switch fact {
    case .noRegisteredMatch, .noClassMatch: "Nothing produces '$subject'."
    case .noProfileMatch(let criteria, let profiles):
      "Nothing produces \(wanted(criteria)) outside the profile\(profiles.count == 1 ? "" : "s") "
        + "\(profiles.map { "'\(Wording.shown($0))'" }.joined(separator: ", "))."
    case .unknownProfile: "No factory is for the profile '$subject'."
    case .noMatch(let criteria), .noOptionMatch(let criteria, _), .noGenericMatch(let criteria),
      .noArgumentMatch(let criteria, _), .noMarkedMatch(let criteria),
      .noConstrainedMatch(let criteria),
      .noNestedMatch(let criteria, _):
      "Nothing produces \(wanted(criteria))."
    case .noGivenMatch:
      "Nothing produces '$subject': only a caller passes it, to a parameter of exactly this type."
    case .noUnnamedMatch: "Nothing without a name or a qualifier produces '$subject'."
    case .severalMatches(let criteria):
      "Expected 1 factory for \(wanted(criteria)), found \(count)"
        + (isOfPrimaries ? " primaries." : ".")
    case .wrongType(_, let criteria):
      (subject == product ? "'\(subject)'" : "'\(subject)' produces '\(product)', which")
        + " meets \(criteria.joined(separator: ", ")), but does not fit the type '\(detail)'."
    case .wrongObject: "'$subject' does not fit the type '$detail'."
    case .noWeakObject: "'$subject' cannot be held weakly: it is no object."
    case .noProtocol(_, let type, _):
      "The criteria for '\(subject)' are wrong: \(detail). '\(type)' is no protocol."
    case .wrongCriteria: "The criteria for '$subject' exclude each other: $detail."

    case .notMakeable: "Nothing declares how '$subject' is created, or that it is a reference."
    case .registeredTwice:
      "AcRegister was called \(count == 2 ? "twice" : "\(count) times") for '\(subject)'."
    case .duplicateName(let isOfType):
      "\(count) factories are named '\(subject)'"
        + (isOfType ? ", which is the name of their type." : ".")
    case .takenName: "'$subject' is the name of a factory or of another added object."
    case .optionConflict:
      "'\(subject)' cannot have \(count == 2 ? "both" : "all of") \(detail)."
    case .repeatedOption: "'\(subject)' cannot have \(candidates[0].name) more than once."
    case .optionForObjects, .emptyName: "'$subject' cannot have $detail."
    case .wrongInitializer: "The initializer given for '$subject' creates '$detail'."
    case .wrongMethod: "The method given for '$subject' belongs to '$detail'."
    case .tooManySources:
      "The method given for '$subject' has fewer parameters than it was given sources."
    case .noProduct: "The function that should create '$subject' returns nothing."
    case .wrongDecorator(_, .otherProduct):
      "'$subject' decorates '$detail', but is not one itself."
    case .wrongDecorator(_, .takesNone):
      "'$subject' decorates '$detail', but its initializer takes none."
    case .wrongDecorator(_, .takesProvider):
      "'$subject' decorates '$detail', and takes a provider, which would provide the decorator."
    case .wrongDecorator(_, .isAwaited): "'$subject' decorates '$detail', and must be awaited."
    case .wrongDecorator(_, .ofArguments):
      "'$subject' cannot decorate '$detail', which needs arguments of its caller."
    case .wrongDecorator(_, .ofPart):
      "'$subject' is requested, but a decorator of '$detail' does not produce it."
    case .nothingFilled: "model.inject fills objects of '$subject', which no factory creates."
    case .nothingExcluded: "'$subject' is excluded, but this model does not have it."
    case .wrongProperty: "The property given for '$subject' belongs to '$detail'."
    case .nothingDecorated: "A decorator wraps '$subject', which nothing produces."
    case .unmarkedSubclass:
      """
      '$subject' conforms to AlchemicCreatable, but is not discovered, because it inherits \
      AlchemicManaged.
      """
    case .twoCopies: "'$subject' has its own copy of Alchemic, so its classes are not discovered."
    case .testDouble: "'$subject' contains test doubles, and this is no test."
    case .transientTemplate:
      "A property follows '$subject', which is a template: AcSet cannot replace its objects."
    case .weakTemplate:
      "A weak property gets a new object from '$subject', and nothing retains it."

    case .selfDecoration, .selfComposition: "'$subject' needs itself before it exists: $detail."
    case .cycle:
      isOfTemplates
        ? "Each new '$subject' needs another one, without end."
        : "'$subject' needs itself before it exists."
    case .creationFailed: "Creating '$subject' failed."
    case .unsetReference(isWeak: false, _): "The reference '$subject' was read before AcSet."
    case .unsetReference(isWeak: true, _):
      "The weak reference '$subject' was read before AcSet, or after its object was gone."
    case .unexpectedNil: "'$subject' is nil, but an object was requested."
    case .madeNil:
      "The function that creates '$subject' returned nil, but '$subject' is not nillable."
    case .tooDeep(_, isOfTask: true):
      "'$subject' is needed $detail steps deep, by creations that each await the next one."
    case .tooDeep:
      "'$subject' is needed $detail steps deep, and this thread's stack is nearly used up."

    case .needsAwait:
      "'\(subject)' must be awaited, and "
        + (isOfTemplates ? "this request does not wait." : "does not exist yet.")
    case .followerNeedsAwait:
      "'$subject' must be awaited, and a property that follows it cannot wait."
    case .singletonNeedsAwait(let isOfStart):
      "'\(subject)' must be awaited, and \(creation(isOfStart)) does not wait."
    case .needsMainActor: "'$subject' is created on the main actor, and was requested elsewhere."
    case .singletonNeedsMainActor(let isOfStart):
      "'\(subject)' is created on the main actor, and \(creation(isOfStart)) is elsewhere."
    case .isolatedConformance:
      "'$subject' conforms to '$detail' only on the main actor, and was requested elsewhere."
    case .awaitedLoop: "'$subject' must be awaited by an object that it needs itself."
    case .cannotWait: "Every '$subject' must be awaited, and its dependents cannot wait."

    case .needsArguments, .ownerNeedsArguments:
      "'$subject' needs arguments of its caller: ($detail)."
    case .wrongProvider(let provider, _, _): "A \(provider) cannot create '\(subject)': \(detail)."
    case .wrongArguments, .missingArguments: "'$subject' cannot be invoked like that: $detail."
    case .notInvocable: "'$subject' is a reference: no function creates it."

    case .notSettable(let criteria, _, _) where isOfTemplates:
      "AcSet found only templates for \(wanted(criteria))."
    case .notSettable(let criteria, _, _):
      candidates.isEmpty
        ? "AcSet found nothing to set for \(wanted(criteria))."
        : "AcSet needs 1 factory for \(wanted(criteria)), found \(count)."
    case .notNillable: "AcSet was given nil for '$subject', which is not nillable."

    case .notStarted: "$subject was used before Alchemic.start()."
    case .isStarting: "$subject was used before the start was done."
    case .isDiscovering: "$subject was used by a declaration that it has found itself."
    case .startFailed: "$subject was used, but Alchemic.start() failed."
    case .startPrevented: "$subject was used, but the program was launched with $detail."
    case .startedTwice(isOfLoad: false):
      candidates.isEmpty
        ? "Alchemic.start() was called, but Alchemic is started already."
        : "Alchemic.start() was called, but a library has started Alchemic at its first use."
    case .startedTwice(isOfLoad: true):
      "Alchemic.start() was called, but $detail started Alchemic when the program was loaded."
    case .startInterrupted(isDiscovery: false):
      "Alchemic.reset() was called before Alchemic.start() was done."
    case .startInterrupted(isDiscovery: true):
      "Alchemic.reset() was called before $detail was done."
    case .modelGone(ofChild: nil, isCall: false):
      "'$subject' was requested after its model was gone."
    case .modelGone(ofChild: nil, isCall: true): "$subject was used after its model was gone."
    case .modelGone(let name?, isCall: false):
      "'\(subject)' was requested after the model of \(name) had ended."
    case .modelGone(let name?, isCall: true):
      "\(subject) was used after the model of \(name) had ended."

    case .noScope(_, hasEnded: false): "'$subject' belongs to $detail, which is not open here."
    case .noScope(_, hasEnded: true): "'$subject' was requested after its $detail had ended."
    case .notOpen: "$subject is not open."
    case .scopeOpen: "$subject is open already."
    case .scopeWithin:
      "$subject cannot be opened within $detail, whose objects need those of $subject."
    case .scopeHolds:
      "$subject cannot end while $detail is open, whose objects need those of $subject."
    case .otherScope: "The task runs in another $subject already."
    case .scopeInUse: "$subject cannot be closed while an operation runs in it."
    case .captive(let scope, _, _):
      "'\(subject)' would retain '\(captured)' after the end of its \(scope)."
    case .notOfScope: "'$subject' does not belong to $detail."
    case .isEnding:
      "'$subject' does not exist, and $detail, which is ending, creates no objects."

    case .isStopping:
      "'$subject' does not exist, and a model that is stopping creates no shared object."
    case .stopFailed: "Stopping '$subject' failed."
    case .stopTimeout(_, isMade: true): "'$subject' did not stop within $detail."
    case .stopTimeout(_, isMade: false):
      "'$subject' was not stopped: it was still being created after $detail."
    case .lateOperation: "$subject did not end within $detail."
    case .stopWithin: "$subject was called by an object that is being created or stopped."

    case .liveInTest: "A strict test used '$subject', which is live, without replacing it."

    case .genericClass: "'$subject' is generic, so it cannot be discovered."
    case .nothingDeclared:
      "No managed class and no configuration was discovered, and nothing was registered."
    case .mayBeAmbiguous: "\(count) factories produce '\(subject)', and a property needs one."
    case .mayNeedName: "Only a name or a qualifier finds '$subject', which a property needs."
    case .mayBeMissing: "Nothing produces '$subject', so a property needs a constant."
    case .lateForRead:
      "'$subject' must be awaited, no start awaits it, and a read of a property cannot wait."
    case .mayBeNil: "'$subject' may be nil, but an object is requested."
    case .mayHaveNoScope:
      """
      '$subject' belongs to $detail, and a property that follows it may be read outside such a \
      scope.
      """
    case .startInTest:
      "The test '$subject' has its own model, and starts the main model, which other tests share."
    case .noReflection:
      """
      The module $subject was compiled without reflection metadata, so Alchemic does not find \
      the injected properties of its types.
      """
    case .withoutCriteria(let fact): with(fact).headline(detail)
    case .waitsForReference:
      """
      '$subject' is not created at start: it needs the reference '$detail', which AcSet has \
      not set yet.
      """
    case .unknownName: "No factory matches $detail, so the answer for '$subject' is nil or empty."
    case .outlivesScope(_, isHeld: false): "'$subject' is alive after the end of its $detail."
    case .outlivesScope(let scope, isHeld: true):
      "'\(subject)' is alive after the end of its \(scope): '\(captured)' needs it, and is alive."
    case .ofAdapter: "\(detail)"
    }
  }

  private var count: Int { candidates.count }

  /// The name of the factory whose object would be kept.
  private var captured: String { Wording.shown(candidates.last?.name ?? "") }

  private func creation(_ isOfStart: Bool) -> String {
    isOfStart ? "this start" : "this Alchemic.discover()"
  }
}
