/// The stable name of a kind of problem. Each message begins with it, in brackets.
///
/// New versions may add ids. An existing id keeps its meaning. `Docs/Problems` has a page for each
/// id.
public struct ProblemID: Sendable, Hashable, CustomStringConvertible {
  /// The id as a message and the catalog spell it, for example `no-match`.
  public let rawValue: String

  private init(_ rawValue: String) { self.rawValue = rawValue }

  /// The id at the beginning of the name of a fact: the text before the first space.
  init(_ name: StaticString) { rawValue = String(name.description.prefix { $0 != " " }) }

  /// The same as ``rawValue``.
  public var description: String { rawValue }

  // Searching
  /// No factory produces the requested type.
  public static var noMatch: ProblemID { ProblemID("no-match") }
  /// The request is for one object, and several factories match.
  public static var severalMatches: ProblemID { ProblemID("several-matches") }
  /// A factory matches, but its product does not fit the requested type.
  public static var wrongType: ProblemID { ProblemID("wrong-type") }
  /// The criteria contain a name and other criteria, or two classes.
  public static var wrongCriteria: ProblemID { ProblemID("wrong-criteria") }

  /// The program was launched in a profile that no factory has.
  public static var unknownProfile: ProblemID { ProblemID("unknown-profile") }

  // Declaring
  /// A managed class declares neither how to create it nor that it is a reference.
  public static var notMakeable: ProblemID { ProblemID("not-makeable") }
  /// A class has several `AcRegister` calls.
  public static var registeredTwice: ProblemID { ProblemID("registered-twice") }
  /// Several factories have the same name.
  public static var duplicateName: ProblemID { ProblemID("duplicate-name") }
  /// Options of one factory exclude each other.
  public static var optionConflict: ProblemID { ProblemID("option-conflict") }
  /// The initializer given for a class creates another type.
  public static var wrongInitializer: ProblemID { ProblemID("wrong-initializer") }
  /// The method declared for a class is a method of another class, or cannot be called for a
  /// product.
  public static var wrongMethod: ProblemID { ProblemID("wrong-method") }
  /// A function that must create objects returns `Void`.
  public static var noProduct: ProblemID { ProblemID("no-product") }
  /// The compiler has not described the stored properties of a class or a structure.
  public static var noReflection: ProblemID { ProblemID("no-reflection") }
  /// A decorator does not fit the factory or the type that it decorates.
  public static var wrongDecorator: ProblemID { ProblemID("wrong-decorator") }
  /// No factory produces the type that a decorator wraps, or no factory creates the class whose
  /// properties are filled.
  public static var nothingDecorated: ProblemID { ProblemID("nothing-decorated") }
  /// The model would not have the configuration that the program excludes.
  public static var nothingExcluded: ProblemID { ProblemID("nothing-excluded") }
  /// A subclass of a managed class conforms to `AlchemicCreatable`, but a scan cannot find it.
  public static var unmarkedSubclass: ProblemID { ProblemID("unmarked-subclass") }
  /// An image contains another copy of Alchemic, so Alchemic does not find the classes of that
  /// image.
  public static var twoCopies: ProblemID { ProblemID("two-copies") }
  /// A program that does not run tests contains a test double.
  public static var testDouble: ProblemID { ProblemID("test-double") }
  /// A property follows a template. `AcSet` cannot set the object of a template.
  public static var transientTemplate: ProblemID { ProblemID("transient-template") }
  /// A weak property gets an object from a template, and no strong reference keeps it.
  public static var weakTemplate: ProblemID { ProblemID("weak-template") }

  // Creating
  /// Objects need each other before any of them exists.
  public static var cycle: ProblemID { ProblemID("cycle") }
  /// The user's code threw an error while it created an object.
  public static var creationFailed: ProblemID { ProblemID("creation-failed") }
  /// The program read a reference before `AcSet` stored an object for it.
  public static var unsetReference: ProblemID { ProblemID("unset-reference") }
  /// The object of a nillable factory is nil, but the request requires an object.
  public static var unexpectedNil: ProblemID { ProblemID("unexpected-nil") }
  /// Creations are nested so deeply that the thread's stack is nearly used up.
  public static var tooDeep: ProblemID { ProblemID("too-deep") }

  // Awaiting
  /// A request that does not wait needs an object that must be awaited and does not exist yet.
  public static var needsAwait: ProblemID { ProblemID("needs-await") }
  /// A request outside the main actor needs an object that is created on the main actor and does
  /// not exist yet.
  public static var needsMainActor: ProblemID { ProblemID("needs-main-actor") }
  /// A dependency must be awaited at each request, or in a loop, and the dependent object cannot
  /// wait for it.
  public static var cannotWait: ProblemID { ProblemID("cannot-wait") }

  // Invoking
  /// A factory requires arguments of its caller, but the request or the dependency passes none.
  public static var needsArguments: ProblemID { ProblemID("needs-arguments") }
  /// `AcInvoke` or a `Provider` passes a wrong number of arguments, or an argument of a wrong type.
  public static var wrongArguments: ProblemID { ProblemID("wrong-arguments") }
  /// `AcInvoke` found a reference, which no function creates.
  public static var notInvocable: ProblemID { ProblemID("not-invocable") }

  // Setting
  /// `AcSet` did not find exactly one factory whose object can be set.
  public static var notSettable: ProblemID { ProblemID("not-settable") }
  /// `AcSet` was called with nil for a factory that is not nillable.
  public static var notNillable: ProblemID { ProblemID("not-nillable") }

  // Lifecycle
  /// The program used the model before `Alchemic.start()`.
  public static var notStarted: ProblemID { ProblemID("not-started") }
  /// The program called `Alchemic.start()` a second time.
  public static var startedTwice: ProblemID { ProblemID("started-twice") }
  /// The program called `Alchemic.reset()` during a start or a discovery.
  public static var startInterrupted: ProblemID { ProblemID("start-interrupted") }
  /// A property or a call used a model that has ended.
  public static var modelGone: ProblemID { ProblemID("model-gone") }

  // Scopes
  /// The program requested an object outside the scope that keeps it.
  public static var noScope: ProblemID { ProblemID("no-scope") }
  /// The program opened a scope while a scope of its kind was open, or within a scope whose objects
  /// may need its objects.
  public static var scopeOpen: ProblemID { ProblemID("scope-open") }
  /// A factory would keep an object beyond the end of its scope, or after it has expired.
  public static var captiveDependency: ProblemID { ProblemID("captive-dependency") }

  // Stopping
  /// While its model or its scope ended, the program requested an object that does not exist.
  public static var isStopping: ProblemID { ProblemID("is-stopping") }
  /// The user's code threw an error while it stopped an object.
  public static var stopFailed: ProblemID { ProblemID("stop-failed") }
  /// An object did not stop within its share of the time.
  public static var stopTimeout: ProblemID { ProblemID("stop-timeout") }

  // Testing
  /// A strict test used a live factory without replacing it.
  public static var liveInTest: ProblemID { ProblemID("live-in-test") }

  /// A test that has its own model started the main model.
  public static var startInTest: ProblemID { ProblemID("start-in-test") }

  // Warnings
  /// A generic class conforms to a protocol for discovery, but generic classes cannot be
  /// discovered.
  public static var genericClass: ProblemID { ProblemID("generic-class") }
  /// No class was discovered in any image, and nothing was registered.
  ///
  /// A linker omits those object files of a static library to which nothing refers. It omits their
  /// classes, too, and leaves no trace. A start that discovers other classes can therefore not
  /// detect the omission, and gives no warning.
  public static var nothingDeclared: ProblemID { ProblemID("nothing-declared") }
  /// Several factories match the type of a property. The property needs criteria that choose one of
  /// them, and validation cannot see the criteria.
  public static var mayBeAmbiguous: ProblemID { ProblemID("may-be-ambiguous") }
  /// No factory matches the type of a property. The property needs a constant, and validation
  /// cannot see constants.
  public static var mayBeMissing: ProblemID { ProblemID("may-be-missing") }
  /// A start does not create a singleton, because the singleton needs a reference that is not set.
  public static var waitsForReference: ProblemID { ProblemID("waits-for-reference") }
  /// A request by name returns nil or an empty array, because no factory has the name.
  public static var unknownName: ProblemID { ProblemID("unknown-name") }
  /// An object is still alive after the end of the scope that created it.
  public static var outlivesScope: ProblemID { ProblemID("outlives-scope") }
  /// A warning of an adapter in another product.
  public static var ofAdapter: ProblemID { ProblemID("of-adapter") }

  /// Every id, in the order of the catalog.
  public static let all: [ProblemID] = [
    .noMatch, .severalMatches, .wrongType, .wrongCriteria, .unknownProfile, .notMakeable,
    .registeredTwice,
    .duplicateName, .optionConflict, .wrongInitializer, .wrongMethod, .noProduct, .noReflection,
    .wrongDecorator,
    .nothingDecorated, .nothingExcluded, .unmarkedSubclass, .twoCopies, .testDouble,
    .transientTemplate,
    .weakTemplate, .cycle, .creationFailed,
    .unsetReference, .unexpectedNil, .tooDeep, .needsAwait, .needsMainActor, .cannotWait,
    .needsArguments, .wrongArguments, .notInvocable, .notSettable, .notNillable, .notStarted,
    .startedTwice, .startInterrupted, .modelGone, .noScope, .scopeOpen, .captiveDependency,
    .isStopping, .stopFailed, .stopTimeout, .liveInTest, .startInTest, .genericClass,
    .nothingDeclared,
    .mayBeAmbiguous, .mayBeMissing, .waitsForReference, .unknownName,
    .outlivesScope, .ofAdapter,
  ]
}
