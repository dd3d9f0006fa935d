/// The stable name of a kind of problem, as it stands in brackets before every message.
///
/// New ones may be added; one that exists keeps its meaning. `Docs/Problems` has a page for each.
public struct ProblemID: Sendable, Hashable, CustomStringConvertible {
  /// The kinds as the library's own code tells them apart: a table without `default` forgets none.
  let kind: Kind

  private init(_ kind: Kind) { self.kind = kind }

  /// The id as a message and the catalog spell it, for example `no-match`.
  public var rawValue: String { kind.rawValue }

  /// As ``rawValue``.
  public var description: String { rawValue }

  // Searching
  /// Nothing produces what was asked for.
  public static var noMatch: ProblemID { ProblemID(.noMatch) }
  /// One object was asked for and several factories could give it.
  public static var severalMatches: ProblemID { ProblemID(.severalMatches) }
  /// A factory was found, but its product does not fit the type that was asked for.
  public static var wrongType: ProblemID { ProblemID(.wrongType) }
  /// A name together with other criteria, or two classes.
  public static var wrongCriteria: ProblemID { ProblemID(.wrongCriteria) }

  // Declaring
  /// A managed class says neither how it is made nor that it is a reference.
  public static var notMakeable: ProblemID { ProblemID(.notMakeable) }
  /// `AcRegister` was called twice for one class.
  public static var registeredTwice: ProblemID { ProblemID(.registeredTwice) }
  /// Two factories have one name.
  public static var duplicateName: ProblemID { ProblemID(.duplicateName) }
  /// Two options of one factory exclude each other.
  public static var optionConflict: ProblemID { ProblemID(.optionConflict) }
  /// The initializer given for a class makes something else.
  public static var wrongInitializer: ProblemID { ProblemID(.wrongInitializer) }
  /// The method given for a class belongs to another one, or cannot be called to make an object.
  public static var wrongMethod: ProblemID { ProblemID(.wrongMethod) }
  /// A function that should make objects returns nothing.
  public static var noProduct: ProblemID { ProblemID(.noProduct) }
  /// A subclass of a managed class says that it is creatable, and would not be found.
  public static var unmarkedSubclass: ProblemID { ProblemID(.unmarkedSubclass) }
  /// An image has a copy of Alchemic of its own, so its classes are not found.
  public static var twoCopies: ProblemID { ProblemID(.twoCopies) }
  /// A property follows a template, which nobody can set.
  public static var transientTemplate: ProblemID { ProblemID(.transientTemplate) }
  /// A weak property gets an object from a template, which nobody else keeps.
  public static var weakTemplate: ProblemID { ProblemID(.weakTemplate) }

  // Creating
  /// Objects need each other before they exist.
  public static var cycle: ProblemID { ProblemID(.cycle) }
  /// The user's code threw while an object was made.
  public static var creationFailed: ProblemID { ProblemID(.creationFailed) }
  /// A reference was read before `AcSet` gave it an object.
  public static var unsetReference: ProblemID { ProblemID(.unsetReference) }
  /// A nillable factory holds nil and an object was asked for.
  public static var unexpectedNil: ProblemID { ProblemID(.unexpectedNil) }
  /// So many creations are within each other that the thread's stack is nearly used up.
  public static var tooDeep: ProblemID { ProblemID(.tooDeep) }

  // Awaiting
  /// An object has to be awaited, and was asked for by code that does not wait, before it was
  /// there.
  public static var needsAwait: ProblemID { ProblemID(.needsAwait) }
  /// An object is made on the main actor, and was asked for elsewhere, before it was there.
  public static var needsMainActor: ProblemID { ProblemID(.needsMainActor) }
  /// What has to be awaited each time, or on a loop, is needed where nobody can wait for it.
  public static var cannotWait: ProblemID { ProblemID(.cannotWait) }

  // Invoking
  /// `AcInvoke` was given too many arguments, or one of a wrong type.
  public static var wrongArguments: ProblemID { ProblemID(.wrongArguments) }
  /// `AcInvoke` found a reference, which nothing makes.
  public static var notInvocable: ProblemID { ProblemID(.notInvocable) }

  // Setting
  /// `AcSet` did not find exactly one factory that can be set.
  public static var notSettable: ProblemID { ProblemID(.notSettable) }
  /// `AcSet` with nil for a factory that is not nillable.
  public static var notNillable: ProblemID { ProblemID(.notNillable) }

  // Lifecycle
  /// The model was used before `Alchemic.start()`.
  public static var notStarted: ProblemID { ProblemID(.notStarted) }
  /// `Alchemic.start()` was called a second time.
  public static var startedTwice: ProblemID { ProblemID(.startedTwice) }
  /// `Alchemic.reset()` was called while the start was running.
  public static var startInterrupted: ProblemID { ProblemID(.startInterrupted) }
  /// A property outlived the model it was injected from.
  public static var modelGone: ProblemID { ProblemID(.modelGone) }

  /// Every id, in the order of the catalog.
  public static let all = Kind.allCases.map { ProblemID($0) }

  enum Kind: String, Sendable, CaseIterable {
    case noMatch = "no-match"
    case severalMatches = "several-matches"
    case wrongType = "wrong-type"
    case wrongCriteria = "wrong-criteria"
    case notMakeable = "not-makeable"
    case registeredTwice = "registered-twice"
    case duplicateName = "duplicate-name"
    case optionConflict = "option-conflict"
    case wrongInitializer = "wrong-initializer"
    case wrongMethod = "wrong-method"
    case noProduct = "no-product"
    case unmarkedSubclass = "unmarked-subclass"
    case twoCopies = "two-copies"
    case transientTemplate = "transient-template"
    case weakTemplate = "weak-template"
    case cycle = "cycle"
    case creationFailed = "creation-failed"
    case unsetReference = "unset-reference"
    case unexpectedNil = "unexpected-nil"
    case tooDeep = "too-deep"
    case needsAwait = "needs-await"
    case needsMainActor = "needs-main-actor"
    case cannotWait = "cannot-wait"
    case wrongArguments = "wrong-arguments"
    case notInvocable = "not-invocable"
    case notSettable = "not-settable"
    case notNillable = "not-nillable"
    case notStarted = "not-started"
    case startedTwice = "started-twice"
    case startInterrupted = "start-interrupted"
    case modelGone = "model-gone"
  }
}
