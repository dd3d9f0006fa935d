import AlchemicRuntime
import Synchronization

/// The shared objects of a model, or one of a scope: a slot for each factory, by the factory's
/// position.
final class ObjectStore: @unchecked Sendable {
  // Proof: the properties are constants, a reference that is stored atomically, and those that the
  // lock of the scope guards. `CreationCoordinator.lock` guards the contents of the slots.

  /// The position of the first factory that has a slot in this store.
  let start: Int
  private let contents: UnsafeMutableBufferPointer<Slot.Contents>
  /// The store of the factories that later revisions have added.
  private let next = AtomicLazyReference<ObjectStore>()
  /// The slots of a child model; nil for any other model.
  private let onDemand: SlotsOnDemand?
  /// The scope that owns the store; nil if a model does.
  let scope: Borrowed<Scope>?
  /// The only factory, if a scope owns the store.
  let factory: Borrowed<Factory>?
  /// The number of stores of the scope with this one; 0 if a model owns the store.
  let number: Int
  /// The store that the scope has created before this one. The scope owns both.
  let earlier: Borrowed<ObjectStore>?
  /// Whether the only object was finished, and the store whose object was finished before. The lock
  /// of the scope guards both.
  @exclusivity(unchecked) var isFinished = false
  @exclusivity(unchecked) var finishedBefore: Borrowed<ObjectStore>?
  /// The object of the slot, for threads that do not take the lock of all creators. The slot
  /// retains it. The lock of the scope guards this reference.
  @exclusivity(unchecked) var published: Borrowed<AnyObject>?

  /// - Parameters:
  ///   - factories: In the order of their positions.
  ///   - start: The position of the first.
  init(for factories: ArraySlice<Factory>, from start: Int) {
    self.start = start
    (scope, earlier, factory, number) = (nil, nil, nil, 0)
    onDemand = nil
    contents = .allocate(capacity: factories.count)
    for (index, factory) in factories.enumerated() {
      let object = StoredObject(of: factory.product, isWeak: factory.facts.isWeak)
      contents.initializeElement(at: index, to: Slot.Contents(of: object, in: self))
    }
  }

  /// Creates the store of one object of a scope, which owns the store. The model owns the factory.
  ///
  /// - Parameter earlier: The store that the scope has created before this one.
  init(
    of factory: Borrowed<Factory>, in scope: Borrowed<Scope>, after earlier: Borrowed<ObjectStore>?
  ) {
    start = factory.with(\.position)
    self.scope = scope
    self.earlier = earlier
    number = (earlier?.with(\.number) ?? 0) + 1
    self.factory = factory
    onDemand = nil
    contents = .allocate(capacity: 1)
    // An object of a scope is never referenced weakly.
    contents.initializeElement(at: 0, to: Slot.Contents(of: .strong(nil), in: self))
  }

  /// Creates the store of a child model.
  init(on demand: SlotsOnDemand) {
    start = 0
    (scope, earlier, factory, number) = (nil, nil, nil, 0)
    onDemand = demand
    contents = UnsafeMutableBufferPointer(start: nil, count: 0)
  }

  deinit {
    contents.deinitialize()
    contents.deallocate()
  }

  /// Adds slots for the factories that have none. The caller holds `CreationCoordinator.lock`.
  func extend(for factories: [Factory]) {
    let end = start + contents.count
    guard factories.count > end else { return }
    (next.load() ?? next.storeIfNil(ObjectStore(for: factories[end...], from: end))).extend(
      for: factories)
  }

  /// Returns the slot of a factory.
  @inline(__always)
  func slot(of factory: Factory) -> Slot {
    let index = factory.position - start
    if index < contents.count {
      return Slot(of: factory, contents.baseAddress.unsafelyUnwrapped + index)
    }
    return laterSlot(of: factory)
  }

  @inline(never)
  private func laterSlot(of factory: Factory) -> Slot {
    if let onDemand { return onDemand.slot(of: factory) }
    guard let next = next.load() else { preconditionFailure("the factory is of another model") }
    return next.slot(of: factory)
  }

  /// Returns the slot of a factory; nil if the factory is new and has none yet.
  func existingSlot(of factory: Factory) -> Slot? {
    factory.position - start < contents.count || onDemand != nil
      ? slot(of: factory) : next.load()?.existingSlot(of: factory)
  }

  /// The progress of the only object, and whether it was set. `CreationCoordinator.lock` guards
  /// both.
  var only: (state: CreationState, isSet: Bool) { (contents[0].state, contents[0].setter != nil) }

  /// The only slot of a store that a scope owns. The model retains the factory.
  var onlySlot: Slot? { factory.map { $0.with(slot) } }

  /// Whether no slot has an object. The caller holds `CreationCoordinator.lock`.
  var isEmpty: Bool {
    contents.allSatisfy { $0.state == .absent } && (next.load()?.isEmpty ?? true)
      && slotsOnDemand.allSatisfy { $0.state == .absent }
  }

  /// Empties the answers with objects of these slots. The answers of a main model outlive it. No
  /// other thread has the model.
  func emptyAnswers() {
    var left: [AnyObject] = []
    // A copy of the contents would retain all that they have.
    for index in contents.indices { contents[index].emptyAnswers(leaving: &left) }
    next.load()?.emptyAnswers()
  }

  /// The slots of a child model that requests have created.
  var slotsOnDemand: [Slot] { onDemand?.all ?? [] }

  /// Returns the sum of the versions of the factories' slots. The caller holds
  /// `CreationCoordinator.lock`.
  func versions(of factories: [Factory]) -> UInt {
    factories.reduce(0) { $0 &+ slot(of: $1).version }
  }
}

/// The memory for one factory's shared object.
///
/// `CreationCoordinator.lock` guards everything except the factory. The store owns the memory.
@usableFromInline
package struct Slot {
  struct Contents {
    let store: Borrowed<ObjectStore>
    /// Whether a scope keeps the object, which is read more often than the scope itself.
    let isOfScope: Bool
    var state = CreationState.absent
    var object: StoredObject
    var component: CreationComponent?
    var setter: CodeLocation?
    var isStopping = false
    var version: UInt = 0
    var moves: UInt = 0
    var waitingTasks = TaskWaiters()
    var answers: [Borrowed<CachedAnswer>] = []
    var notifier: Notifier?

    func emptyAnswers(leaving left: inout [AnyObject]) {
      for index in answers.indices { answers[index].with { $0.empty(leaving: &left) } }
    }

    init(of object: StoredObject, in store: ObjectStore) {
      self.store = Borrowed(store)
      isOfScope = store.scope != nil
      self.object = object
    }
  }

  // Stored beside the contents, because it is read without the lock.
  private let unownedFactory: Borrowed<Factory>
  private let contents: UnsafeMutablePointer<Contents>

  @inline(__always)
  init(of factory: Factory, _ contents: UnsafeMutablePointer<Contents>) {
    unownedFactory = Borrowed(factory)
    self.contents = contents
  }

  /// The factory, which the model retains.
  package var factory: Factory { unownedFactory.object }

  /// The store, which owns the memory of the slot.
  var store: ObjectStore { borrowedStore.object }

  /// The store, without retaining it.
  var borrowedStore: Borrowed<ObjectStore> { contents.pointee.store }

  /// The scope that keeps the object; nil if the model does.
  var scope: Borrowed<Scope>? { isOfScope ? contents.pointee.store.with { $0.scope } : nil }

  /// Whether a scope keeps the object.
  @inline(__always)
  var isOfScope: Bool { contents.pointee.isOfScope }

  /// The progress of the object.
  var state: CreationState {
    get { contents.pointee.state }
    nonmutating set { contents.pointee.state = newValue }
  }

  var object: StoredObject { contents.pointee.object }

  /// The factories whose objects may need this one in a cycle; nil if there are none.
  var component: CreationComponent? {
    get { contents.pointee.component }
    nonmutating set { contents.pointee.component = newValue }
  }

  /// The call that set the object; nil if it was created.
  var setter: CodeLocation? {
    get { contents.pointee.setter }
    nonmutating set { contents.pointee.setter = newValue }
  }

  /// Whether the object was set, and not created.
  var isSet: Bool { setter != nil }

  /// Whether a stop has begun to stop the object, so that no other one does.
  var isStopping: Bool {
    get { contents.pointee.isStopping }
    nonmutating set { contents.pointee.isStopping = newValue }
  }

  /// The number of times that the object was set or cleared.
  var version: UInt {
    get { contents.pointee.version }
    nonmutating set { contents.pointee.version = newValue }
  }

  /// The number of times that a creation ended, or the object was set or cleared.
  var moves: UInt {
    get { contents.pointee.moves }
    nonmutating set { contents.pointee.moves = newValue }
  }

  /// The tasks that wait until `moves` changes, or until the component has no creator.
  var waitingTasks: TaskWaiters {
    get { contents.pointee.waitingTasks }
    nonmutating _modify { yield &contents.pointee.waitingTasks }
  }

  /// The cached answers that contain the object. Each outlives its entry in this list: the model
  /// clears the list before it releases them.
  var answers: [Borrowed<CachedAnswer>] {
    get { contents.pointee.answers }
    nonmutating _modify { yield &contents.pointee.answers }
  }

  /// Empties the answers that contain the object. The caller holds the lock.
  func emptyAnswers(leaving left: inout [AnyObject]) {
    contents.pointee.emptyAnswers(leaving: &left)
  }

  /// Notifies the hosts that follow the object. Created on first use.
  var notifier: Borrowed<Notifier> {
    if let notifier = contents.pointee.notifier { return Borrowed(notifier) }
    let notifier = Notifier()
    contents.pointee.notifier = notifier
    return Borrowed(notifier)
  }

  /// Replaces the object.
  ///
  /// - Returns: The previous object, to be released outside every lock.
  @inline(__always)
  func exchange(for object: consuming AnyObject?) -> AnyObject? {
    // A thread that copies the object retains it before the caller receives it. Only creators
    // publish, under the lock that the caller holds.
    if isOfScope, borrowedStore.with({ $0.published != nil }) { publish(nil) }
    return contents.pointee.object.exchange(for: object)
  }
}

extension Slot: Equatable {
  @usableFromInline
  package static func == (a: Slot, b: Slot) -> Bool { a.contents == b.contents }
}
