/// The stable name of a kind of problem, as it stands in brackets before every message.
///
/// New ones may be added; one that exists keeps its meaning. `Docs/Problems` has a page for each.
public struct ProblemID: Sendable, Hashable, CustomStringConvertible {
  /// The id as a message and the catalog spell it, for example `no-match`.
  public let rawValue: String

  private init(_ rawValue: String) { self.rawValue = rawValue }

  /// As ``rawValue``.
  public var description: String { rawValue }

  // Searching
  /// Nothing produces what was asked for.
  public static var noMatch: ProblemID { ProblemID("no-match") }
  /// One object was asked for and several factories could give it.
  public static var severalMatches: ProblemID { ProblemID("several-matches") }
  /// A factory was found, but its product does not fit the type that was asked for.
  public static var wrongType: ProblemID { ProblemID("wrong-type") }
  /// A name together with other criteria, or two classes.
  public static var wrongCriteria: ProblemID { ProblemID("wrong-criteria") }

  // Declaring
  /// A managed class says neither how it is made nor that it is a reference.
  public static var notMakeable: ProblemID { ProblemID("not-makeable") }
  /// `AcRegister` was called twice for one class.
  public static var registeredTwice: ProblemID { ProblemID("registered-twice") }
  /// Two factories have one name.
  public static var duplicateName: ProblemID { ProblemID("duplicate-name") }
  /// Two options of one factory exclude each other.
  public static var optionConflict: ProblemID { ProblemID("option-conflict") }
  /// The initializer given for a class makes something else.
  public static var wrongInitializer: ProblemID { ProblemID("wrong-initializer") }
  /// The method given for a class belongs to another one, or cannot be called to make an object.
  public static var wrongMethod: ProblemID { ProblemID("wrong-method") }
  /// A function that should make objects returns nothing.
  public static var noProduct: ProblemID { ProblemID("no-product") }
  /// A subclass of a managed class says that it is creatable, and would not be found.
  public static var unmarkedSubclass: ProblemID { ProblemID("unmarked-subclass") }
  /// An image has a copy of Alchemic of its own, so its classes are not found.
  public static var twoCopies: ProblemID { ProblemID("two-copies") }
  /// A property follows a template, which nobody can set.
  public static var transientTemplate: ProblemID { ProblemID("transient-template") }
  /// A weak property gets an object from a template, which nobody else keeps.
  public static var weakTemplate: ProblemID { ProblemID("weak-template") }

  // Creating
  /// Objects need each other before they exist.
  public static var cycle: ProblemID { ProblemID("cycle") }
  /// The user's code threw while an object was made.
  public static var creationFailed: ProblemID { ProblemID("creation-failed") }
  /// A reference was read before `AcSet` gave it an object.
  public static var unsetReference: ProblemID { ProblemID("unset-reference") }
  /// A nillable factory holds nil and an object was asked for.
  public static var unexpectedNil: ProblemID { ProblemID("unexpected-nil") }
  /// So many creations are within each other that the thread's stack is nearly used up.
  public static var tooDeep: ProblemID { ProblemID("too-deep") }

  // Awaiting
  /// An object has to be awaited, and was asked for by code that does not wait, before it was
  /// there.
  public static var needsAwait: ProblemID { ProblemID("needs-await") }
  /// An object is made on the main actor, and was asked for elsewhere, before it was there.
  public static var needsMainActor: ProblemID { ProblemID("needs-main-actor") }
  /// What has to be awaited each time, or on a loop, is needed where nobody can wait for it.
  public static var cannotWait: ProblemID { ProblemID("cannot-wait") }

  // Invoking
  /// `AcInvoke` was given too many arguments, or one of a wrong type.
  public static var wrongArguments: ProblemID { ProblemID("wrong-arguments") }
  /// `AcInvoke` found a reference, which nothing makes.
  public static var notInvocable: ProblemID { ProblemID("not-invocable") }

  // Setting
  /// `AcSet` did not find exactly one factory that can be set.
  public static var notSettable: ProblemID { ProblemID("not-settable") }
  /// `AcSet` with nil for a factory that is not nillable.
  public static var notNillable: ProblemID { ProblemID("not-nillable") }

  // Lifecycle
  /// The model was used before `Alchemic.start()`.
  public static var notStarted: ProblemID { ProblemID("not-started") }
  /// `Alchemic.start()` was called a second time.
  public static var startedTwice: ProblemID { ProblemID("started-twice") }
  /// `Alchemic.reset()` was called while the start was running.
  public static var startInterrupted: ProblemID { ProblemID("start-interrupted") }
  /// A property outlived the model it was injected from.
  public static var modelGone: ProblemID { ProblemID("model-gone") }

  /// Every id, in the order of the catalog.
  public static let all: [ProblemID] = [
    .noMatch, .severalMatches, .wrongType, .wrongCriteria, .notMakeable, .registeredTwice,
    .duplicateName, .optionConflict, .wrongInitializer, .wrongMethod, .noProduct, .unmarkedSubclass,
    .twoCopies, .transientTemplate, .weakTemplate, .cycle, .creationFailed, .unsetReference,
    .unexpectedNil, .tooDeep, .needsAwait, .needsMainActor, .cannotWait, .wrongArguments,
    .notInvocable, .notSettable, .notNillable, .notStarted, .startedTwice, .startInterrupted,
    .modelGone,
  ]
}
