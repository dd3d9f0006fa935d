import Synchronization

/// A factory whose product's type is not known here.
///
/// The product itself lives in ``ObjectFactory``; what can be said without its type is here.
@usableFromInline
package class AnyObjectFactory: @unchecked Sendable {
  // Proof: all stored properties are constants, but for those of which it says that they are only touched
  // under `CreationCoordinator.lock`, and `namedWires`, which is atomic. The subclass's `object` is under the same lock. `make` may not be Sendable: it is the user's contract that
  // what the model makes may be made on whatever thread needs it first.
  package final let facts: FactoryFacts
  /// What the function takes that makes its objects.
  final let arguments: [FactoryArgument]
  /// Where these come from; nil if it takes none.
  final let sources: ArgumentOwner?
  /// The factory of the class whose method makes the product; nil if no method does.
  final let owner: AnyObjectFactory?
  /// Makes a product. Not to be called unless ``isMakeable``.
  final let make: MakeInPlace
  /// Whether there is a function that is not awaited.
  final let isMakeable: Bool
  /// Whether the function says itself that there may be no object: its result is an optional of the product.
  final let resultIsOptional: Bool
  /// Whether products are one reference to a class object, and what follows from its type.
  final let isObject: Bool
  /// Whether products are existentials that may have an object, or another value.
  final let isOpaque: Bool
  /// Whether products may be class objects: the only ones with properties to inject.
  final let mayBeHost: Bool

  /// Where it stands among the factories of its model, in every revision; written before anybody else has it.
  final var position = -1
  /// Whether objects that are of the product's type itself have nothing to inject; written before anybody else has
  /// the factory.
  final var hasPlainProducts = false
  /// How far its object is; under `CreationCoordinator.lock`.
  @exclusivity(unchecked) final var state = CreationState.absent
  /// The others whose objects may need its own one in a circle; nil if there are none. Under `CreationCoordinator.lock`.
  @exclusivity(unchecked) final var component: CreationComponent?
  /// Counts the objects it has had; under `CreationCoordinator.lock`.
  @exclusivity(unchecked) final var version: UInt = 0
  /// Counts how often there was an object for all, or none any more; under `CreationCoordinator.lock`.
  @exclusivity(unchecked) final var moves: UInt = 0
  /// The tasks that wait for that; under `CreationCoordinator.lock`.
  @exclusivity(unchecked) final var waitingTasks = TaskWaiters()
  /// The wires that hold its object; under `CreationCoordinator.lock`. The wires outlive their place in
  /// this list: the model clears it before it releases them.
  @exclusivity(unchecked) final var mirrors: [Unmanaged<AnyWire>] = []
  /// The class of which objects need nothing when they have been made, as far as the current revision is concerned; 0
  /// if none is known. Written under `CreationCoordinator.lock`.
  final let plainClass = Atomic<UInt>(0)
  /// Who tells its followers, if it ever had some.
  private final let attachment = Attachment()
  /// The wires that search it by its name.
  final let namedWires = WireList()

  init(
    _ facts: FactoryFacts, arguments: [FactoryArgument], sources: ArgumentOwner? = nil,
    owner: AnyObjectFactory? = nil,
    make: @escaping MakeInPlace = AnyObjectFactory.makeNothing, isMakeable: Bool = false,
    resultIsOptional: Bool = false
  ) {
    let product = facts.product
    let isClass = TypeKind.isClass(product)
    isObject = isClass || TypeKind.isReference(product)
    isOpaque = !isClass && ExistentialShape(product)?.isOpaque ?? false
    mayBeHost = isClass || TypeKind.isExistential(product)
    self.facts = facts
    self.owner = owner
    self.arguments = arguments
    self.sources = sources
    self.make = make
    self.isMakeable = isMakeable
    self.resultIsOptional = resultIsOptional
  }

  static func makeNothing(
    _: inout ArgumentCursor, _: UnsafeMutableRawPointer
  ) throws {
    fatalError("a factory was asked for what it cannot make")
  }

  /// Who tells its followers.
  ///
  /// - Returns: It lives as long as the factory.
  final var teller: Unmanaged<Teller> {
    // Nothing else is attached.
    attachment.reference.map { .fromOpaque($0.toOpaque()) }
      ?? .passUnretained(attachment.object { Teller() })
  }

  /// The wires that show its object now.
  package var wires: [Unmanaged<AnyWire>] { CreationCoordinator.look { mirrors } }

  /// Whether it keeps one object for all.
  package var isShared: Bool { facts.isShared }

  /// Whether every request for it has to be awaited.
  var isAwaitedTemplate: Bool { facts.making == .awaited && !isShared }

  /// Whether its object has to be awaited, and may have to be again, since nobody keeps it.
  var isAwaitedAnew: Bool { facts.making == .awaited && (!isShared || facts.isWeak) }

  /// Whether it has an object now.
  var isInstantiated: Bool { fatalError("ObjectFactory overrides this") }

  /// Whether everybody can have its object, or nil, if that is what was made, without waiting.
  @inline(never)
  final var isSettled: Bool {
    facts.isNillable ? CreationCoordinator.look { state == .present } : isInstantiated
  }

  /// Its object, made if need be, as a `T`, which the product's type is known to fit.
  func obtain<T>(as type: T.Type, in model: Model) throws -> Obtained<T> {
    fatalError("ObjectFactory overrides this")
  }

  /// The same for a task, which awaits what has to be awaited, and goes to the main actor for what belongs
  /// there.
  func obtainAwaiting<T>(as type: T.Type, in model: Model) async throws -> Obtained<T> {
    fatalError("ObjectFactory overrides this")
  }

  /// Its object if there is one; nothing is made.
  func peek<T>(as type: T.Type) -> T? { fatalError("ObjectFactory overrides this") }

  /// Makes an object that is not kept, with these arguments in front of those it finds by itself.
  func invoke<T>(as type: T.Type, with values: [Any?], in model: Model) throws -> T {
    fatalError("ObjectFactory overrides this")
  }

  /// The same for a task.
  func invokeAwaiting<T>(
    as type: T.Type, with values: [Any?], in model: Model
  ) async throws -> T {
    fatalError("ObjectFactory overrides this")
  }

  /// Makes a template as ``makeAnew(in:for:at:)`` does, where somebody listens, or where it may have no end.
  func makeAnewCarefully(
    in model: Model, for request: UnsafePointer<CreationPath.Request>?,
    at place: UnsafeMutableRawPointer
  ) throws {
    fatalError("ObjectFactory overrides this")
  }

  /// Injects the product that was made at a place, or destroys it if that fails.
  func injectProduct(at place: UnsafeMutableRawPointer, from model: Model) throws {
    fatalError("ObjectFactory overrides this")
  }

  /// Lets go of the product that was made at a place.
  func destroyProduct(at place: UnsafeMutableRawPointer) {
    fatalError("ObjectFactory overrides this")
  }

  /// Makes its object unless there is one.
  func prepare(in model: Model) throws { fatalError("ObjectFactory overrides this") }

  /// Makes its object unless there is one, for a task.
  func prepareAwaiting(in model: Model) async throws {
    fatalError("ObjectFactory overrides this")
  }

  /// Replaces its object.
  ///
  /// - Returns: What has to be released outside every lock; nil if `value` is of another type.
  func replace(
    with value: Any?, in model: Model
  ) throws -> (old: Any?, replacement: Replacement)? {
    fatalError("ObjectFactory overrides this")
  }

  /// Replaces its object by a copy of the product that lies at a place, and lets go of the old one.
  package func replace(
    withProductAt place: UnsafeRawPointer, in model: Model
  ) throws -> Replacement {
    fatalError("ObjectFactory overrides this")
  }

  /// What the user's own code threw, as part of its creation, which is the first step of the path.
  final func wrapped(_ error: any Error) -> any Error {
    error as? AlchemicError
      ?? AlchemicError(
        Problem(
          .creationFailed, facts.name, candidates: [facts.candidate],
          path: Array(CreationPath.steps().dropFirst()), underlyingError: error))
  }

  /// Forgets its object, and leaves it to be released outside every lock; under `CreationCoordinator.lock`.
  func takeObject(leaving left: inout [Any]) { fatalError("ObjectFactory overrides this") }

  /// Its object, finished or not, if that is of a class; under `CreationCoordinator.lock`.
  var currentObject: AnyObject? { fatalError("ObjectFactory overrides this") }

  /// Whether an object of this dynamic type can be stored here.
  func canHold(_ value: Any) -> Bool { fatalError("ObjectFactory overrides this") }
}

/// An object from a factory, and what it depends on staying the same.
struct Obtained<T> {
  /// Nil where a nillable factory has none.
  let object: T?
  let stamp: Stamp
}

/// Of what an answer consists, so that it can be kept until that changes.
enum Stamp {
  /// Nothing that changes.
  case constant
  /// The object of a factory, which had this version.
  case shared(AnyObjectFactory, version: UInt)
  /// Several of them.
  case several([Stamp])
  /// New at each request.
  case fleeting

  static func combining(_ stamps: [Stamp]) -> Stamp {
    for case .fleeting in stamps { return .fleeting }
    return .several(stamps)
  }

  /// Whether it is still so; under `CreationCoordinator.lock`.
  var holds: Bool {
    switch self {
    case .constant: true
    case .shared(let factory, let version): factory.version == version
    case .several(let stamps): stamps.allSatisfy(\.holds)
    case .fleeting: false
    }
  }
}
