/// The stable name of a kind of problem, as it stands in brackets before every message.
///
/// New ones may be added; one that exists keeps its meaning.
public struct ProblemID: Sendable, Hashable, CustomStringConvertible {
  /// The id as a message and the catalog spell it, for example `no-match`.
  public let rawValue: String

  private init(_ rawValue: String) { self.rawValue = rawValue }

  /// As ``rawValue``.
  public var description: String { rawValue }

  // Searching
  /// Nothing produces what was asked for.
  public static let noMatch = ProblemID("no-match")
  /// One object was asked for and several factories could give it.
  public static let severalMatches = ProblemID("several-matches")
  /// A factory was found, but its product does not fit the type that was asked for.
  public static let wrongType = ProblemID("wrong-type")
  /// A name together with other criteria, or two classes.
  public static let wrongCriteria = ProblemID("wrong-criteria")

  // Declaring
  /// A managed class says neither how it is made nor that it is a reference.
  public static let notMakeable = ProblemID("not-makeable")
  /// `AcRegister` was called twice for one class.
  public static let registeredTwice = ProblemID("registered-twice")
  /// Two factories have one name.
  public static let duplicateName = ProblemID("duplicate-name")
  /// Two options of one factory exclude each other.
  public static let optionConflict = ProblemID("option-conflict")
  /// The initializer given for a class makes something else.
  public static let wrongInitializer = ProblemID("wrong-initializer")
  /// The method given for a class belongs to another one.
  public static let wrongMethod = ProblemID("wrong-method")
  /// A property follows a template, which nobody can set.
  public static let transientTemplate = ProblemID("transient-template")

  // Creating
  /// Objects need each other before they exist.
  public static let cycle = ProblemID("cycle")
  /// The user's code threw while an object was made.
  public static let creationFailed = ProblemID("creation-failed")
  /// A reference was read before `AcSet` gave it an object.
  public static let unsetReference = ProblemID("unset-reference")
  /// A nillable factory holds nil and an object was asked for.
  public static let unexpectedNil = ProblemID("unexpected-nil")

  // Invoking
  /// `AcInvoke` was given too many arguments, or one of a wrong type.
  public static let wrongArguments = ProblemID("wrong-arguments")
  /// `AcInvoke` found a reference, which nothing makes.
  public static let notInvocable = ProblemID("not-invocable")

  // Setting
  /// `AcSet` did not find exactly one factory that can be set.
  public static let notSettable = ProblemID("not-settable")
  /// `AcSet` with nil for a factory that is not nillable.
  public static let notNillable = ProblemID("not-nillable")

  // Lifecycle
  /// The model was used before `Alchemic.start()`.
  public static let notStarted = ProblemID("not-started")
  /// `Alchemic.start()` was called a second time.
  public static let startedTwice = ProblemID("started-twice")
  /// `Alchemic.reset()` was called while the start was running.
  public static let startInterrupted = ProblemID("start-interrupted")
  /// A property outlived the model it was injected from.
  public static let modelGone = ProblemID("model-gone")

  /// Every id, in the order of the catalog.
  public static let all: [ProblemID] = [
    noMatch, severalMatches, wrongType, wrongCriteria,
    notMakeable, registeredTwice, duplicateName, optionConflict, wrongInitializer,
    wrongMethod, transientTemplate,
    cycle, creationFailed, unsetReference, unexpectedNil,
    wrongArguments, notInvocable,
    notSettable, notNillable,
    notStarted, startedTwice, startInterrupted, modelGone,
  ]
}
