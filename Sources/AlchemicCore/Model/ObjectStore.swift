import AlchemicRuntime
import Synchronization

/// Keeps shared objects: a slot for each factory of a model, by the factory's position.
final class ObjectStore: @unchecked Sendable {
  // Proof: constants, and a reference that is stored atomically; the slots' contents are guarded by
  // `CreationCoordinator.lock`.

  /// The position of the first factory that has a slot here.
  private let start: Int
  private let contents: UnsafeMutableBufferPointer<Slot.Contents>
  /// The store for the factories that a later revision has added.
  private let next = AtomicLazyReference<ObjectStore>()

  init(for factories: ArraySlice<Factory>) {
    start = factories.startIndex
    contents = .allocate(capacity: factories.count)
    for (index, factory) in factories.enumerated() {
      contents.initializeElement(at: index, to: Slot.Contents(of: factory, in: self))
    }
  }

  deinit {
    contents.deinitialize()
    contents.deallocate()
  }

  /// Adds slots for the factories that have none yet; under `CreationCoordinator.lock`.
  func extend(for factories: [Factory]) {
    let end = start + contents.count
    guard factories.count > end else { return }
    (next.load() ?? next.storeIfNil(ObjectStore(for: factories[end...]))).extend(for: factories)
  }

  /// The slot of a factory.
  @inline(__always)
  func slot(of factory: Factory) -> Slot {
    let index = factory.position - start
    if index < contents.count {
      return Slot(of: factory, contents.baseAddress.unsafelyUnwrapped + index)
    }
    return laterSlot(of: factory)
  }

  private func laterSlot(of factory: Factory) -> Slot {
    guard let next = next.load() else { preconditionFailure("the factory is of another model") }
    return next.slot(of: factory)
  }

  /// The slot of a factory; nil if it is new, and has none yet.
  func existingSlot(of factory: Factory) -> Slot? {
    factory.position - start < contents.count
      ? slot(of: factory) : next.load()?.existingSlot(of: factory)
  }

  /// How many objects the slots of these factories have had together; under
  /// `CreationCoordinator.lock`.
  func versions(of factories: [Factory]) -> UInt {
    factories.reduce(0) { $0 &+ slot(of: $1).version }
  }
}

/// Where a store keeps the shared object of one factory.
///
/// Everything in it is only touched under `CreationCoordinator.lock`, but for the factory. The
/// store keeps it in memory.
@usableFromInline
package struct Slot {
  struct Contents {
    let store: Borrowed<ObjectStore>
    var state = CreationState.absent
    var object: StoredObject
    var component: CreationComponent?
    var version: UInt = 0
    var moves: UInt = 0
    var waitingTasks = TaskWaiters()
    var answers: [Borrowed<CachedAnswer>] = []
    var notifier: Notifier?

    init(of factory: Factory, in store: ObjectStore) {
      self.store = Borrowed(store)
      object = StoredObject(of: factory.product, isWeak: factory.facts.isWeak)
    }
  }

  // Beside the contents, and not in them: it is read without the lock.
  private let unownedFactory: Borrowed<Factory>
  private let contents: UnsafeMutablePointer<Contents>

  @inline(__always)
  init(of factory: Factory, _ contents: UnsafeMutablePointer<Contents>) {
    unownedFactory = Borrowed(factory)
    self.contents = contents
  }

  /// The factory; the model keeps it.
  package var factory: Factory { unownedFactory.object }

  /// Keeps the slot in memory.
  var store: ObjectStore { contents.pointee.store.object }

  /// How far the object is.
  var state: CreationState {
    get { contents.pointee.state }
    nonmutating set { contents.pointee.state = newValue }
  }

  var object: StoredObject { contents.pointee.object }

  /// The factories whose objects may need this one in a circle; nil if there are none.
  var component: CreationComponent? {
    get { contents.pointee.component }
    nonmutating set { contents.pointee.component = newValue }
  }

  /// Counts the objects that were stored.
  var version: UInt {
    get { contents.pointee.version }
    nonmutating set { contents.pointee.version = newValue }
  }

  /// Counts how often there was an object for all, or none any more.
  var moves: UInt {
    get { contents.pointee.moves }
    nonmutating set { contents.pointee.moves = newValue }
  }

  /// The tasks that wait for such a move.
  var waitingTasks: TaskWaiters {
    get { contents.pointee.waitingTasks }
    nonmutating _modify { yield &contents.pointee.waitingTasks }
  }

  /// The answers that answer with the object. They outlive their place in this list: the model
  /// clears it before it releases them.
  var answers: [Borrowed<CachedAnswer>] {
    get { contents.pointee.answers }
    nonmutating _modify { yield &contents.pointee.answers }
  }

  /// Notifies the hosts that follow the object; made when there are some.
  var notifier: Borrowed<Notifier> {
    if let notifier = contents.pointee.notifier { return Borrowed(notifier) }
    let notifier = Notifier()
    contents.pointee.notifier = notifier
    return Borrowed(notifier)
  }

  /// Puts another object in place.
  ///
  /// - Returns: The old one, to be released outside every lock.
  func exchange(for object: consuming AnyObject?) -> AnyObject? {
    contents.pointee.object.exchange(for: object)
  }

  /// Empties the slot and the answers that have its object, when no other thread has the model.
  ///
  /// - Parameter left: Takes the object and the answers.
  func end(leaving left: inout [AnyObject]) {
    if contents.pointee.answers.isEmpty, state == .absent { return }
    for answer in answers { answer.with { $0.empty(leaving: &left) } }
    answers = []
    if let object = exchange(for: nil) { left.append(object) }
  }
}

extension Slot: Equatable {
  @usableFromInline
  package static func == (a: Slot, b: Slot) -> Bool { a.contents == b.contents }
}
