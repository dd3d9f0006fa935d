import AlchemicRuntime
import CAlchemicRuntime

/// The memory for one factory's shared object.
///
/// `CreationCoordinator.lock` guards everything except the factory; for a slot of a scope, once two
/// threads need it at the same time: see ``SlotUse``. An ``ObjectStore``, or a scope, owns the
/// memory.
@usableFromInline
package struct Slot: Sendable {
  struct Contents {
    // First, because only threads that may use the contents read it. For the thread sanitizer, a
    // change of any part is one of the first part.
    var version: UInt = 0
    /// What owns the memory: the store of a model, a ``SlotOfOne``, or a ``ScopeSlot``.
    let owner: Borrowed<AnyObject>
    /// Who may use the contents, if a scope keeps the object; accessed atomically: see ``SlotUse``.
    var use = SlotUse.free
    // The small properties follow one another, because a start has a slot for each factory.
    var state = CreationState.absent
    /// Whether a scope keeps the object, which is read more often than the scope itself.
    let isOfScope: Bool
    var isStopping = false
    var isOwn = false
    var object: StoredObject
    var setter: CodeLocation?
    /// Nil if the object never becomes too old.
    let age: Age?
    var component: CreationComponent?
    var moves: UInt = 0
    var tasks: SlotTasks?
    var answers: [Borrowed<CachedAnswer>] = []
    var notifier: Notifier?
  }

  /// Memory for the contents of slots.
  struct Memory: @unchecked Sendable {
    // Proof: the address is constant, and `CreationCoordinator.lock`, or ``SlotUse``, guards the
    // contents.
    fileprivate let address: UnsafeMutablePointer<Contents>

    fileprivate init(at address: UnsafeMutablePointer<Contents>) { self.address = address }

    /// Returns memory for so many slots, which the caller initializes.
    ///
    /// `allocate` of the standard library asks for aligned memory on Linux, which takes the C
    /// library longer than any other: 100 instructions for each object of a scope.
    init(for count: Int) {
      guard let memory = malloc(max(count, 1) * MemoryLayout<Contents>.stride) else {
        fatalError("out of memory")
      }
      address = memory.bindMemory(to: Contents.self, capacity: count)
    }

    /// Releases the contents, and the memory.
    func deallocate(_ count: Int) {
      address.deinitialize(count: count)
      free(address)
    }

    /// Returns whether the contents of so many slots satisfy a condition. A copy of the contents
    /// would retain all that they have.
    @inline(__always)
    func allSatisfy(_ count: Int, _ condition: (UnsafeMutablePointer<Contents>) -> Bool) -> Bool {
      for index in 0..<count where !condition(address + index) { return false }
      return true
    }
  }

  // Stored beside the contents, because it is read without the lock.
  private let unownedFactory: Borrowed<Factory>
  private let memory: Memory
  @inline(__always)
  var contents: UnsafeMutablePointer<Contents> { memory.address }

  /// - Parameter index: The number of the slot in the memory.
  @inline(__always)
  init(of factory: Borrowed<Factory>, _ memory: Memory, at index: Int = 0) {
    unownedFactory = factory
    self.memory = Memory(at: memory.address + index)
  }

  /// Stores that there is no object.
  func initialize(ownedBy owner: Borrowed<AnyObject>, isOfScope: Bool = false) {
    // An object of a scope is never referenced weakly.
    let isWeak = !isOfScope && withFactory { $0.facts.isWeak }
    let object: StoredObject = isWeak ? .weak(WeakObject(of: factory.product)) : .strong(nil)
    let age = withFactory { isOfScope || $0.facts.expiry == .none || $0.isDecorator ? nil : Age() }
    contents.initialize(to: Contents(owner: owner, isOfScope: isOfScope, object: object, age: age))
  }

  /// Releases the contents and the memory of a slot that has memory of its own.
  func deallocate() { memory.deallocate(1) }

  /// The factory, which the model retains.
  package var factory: Factory { unownedFactory.object }

  /// Calls `body` with the factory, without retaining it.
  @inline(__always)
  func withFactory<Result>(_ body: (Factory) -> Result) -> Result { unownedFactory.with(body) }

  /// The position of the factory.
  @inline(__always)
  var position: Int { withFactory { $0.position } }

  /// The owner of the memory.
  var owner: Borrowed<AnyObject> { contents.pointee.owner }

  /// The age of the object; nil if it never becomes too old.
  var age: Age? { contents.pointee.age }

  /// Replaces the object for those that take the lock. The threads that copy the object of a scope
  /// do not: see ``exchange(for:)``.
  @inline(__always)
  func replace(by object: consuming AnyObject?) -> AnyObject? {
    contents.pointee.object.exchange(for: object)
  }

  /// Whether a scope keeps the object.
  @inline(__always)
  var isOfScope: Bool { contents.pointee.isOfScope }

  /// The progress of the object.
  package var state: CreationState {
    get {
      coordinate()
      return contents.pointee.state
    }
    nonmutating set { contents.pointee.state = newValue }
  }

  /// The same, if this thread has read ``state`` before in this section of the lock, or has
  /// replaced the object.
  @inline(__always)
  var knownState: CreationState { contents.pointee.state }

  var object: StoredObject { contents.pointee.object }

  /// The factories whose objects may need this one in a cycle; nil if there are none.
  var component: CreationComponent? {
    get { contents.pointee.component }
    nonmutating set { contents.pointee.component = newValue }
  }

  /// The call that set the object; nil if it was created.
  var setter: CodeLocation? {
    get {
      coordinate()
      return contents.pointee.setter
    }
    nonmutating set { contents.pointee.setter = newValue }
  }

  /// Whether the object was set, and not created.
  package var isSet: Bool { setter != nil }

  /// Whether a stop has begun to stop the object, so that no other one does.
  var isStopping: Bool {
    get { contents.pointee.isStopping }
    nonmutating set { contents.pointee.isStopping = newValue }
  }

  /// Whether a child has created the object of a decorator that it shares with its parent. The
  /// creation decides: the wrapped object, which `AcSet` has stored, may be gone later.
  package var isOwn: Bool {
    get { contents.pointee.isOwn }
    nonmutating set { contents.pointee.isOwn = newValue }
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

  /// The tasks that wait at the slot or create its object; nil if there never was one.
  var tasks: SlotTasks? { contents.pointee.tasks }

  /// The same, created on first use.
  var usingTasks: SlotTasks {
    if let tasks { return tasks }
    let tasks = SlotTasks()
    contents.pointee.tasks = tasks
    return tasks
  }

  /// The cached answers that contain the object. Each outlives its entry in this list: the model
  /// clears the list before it releases them.
  var answers: [Borrowed<CachedAnswer>] {
    get { contents.pointee.answers }
    nonmutating _modify { yield &contents.pointee.answers }
  }

  /// Empties the answers that contain the object. The caller holds the lock.
  func emptyAnswers(leaving left: inout [AnyObject]) { contents.emptyAnswers(leaving: &left) }

  /// Notifies the hosts that follow the object. Created on first use.
  @inline(__always)
  var notifier: Borrowed<Notifier> {
    if let notifier = contents.pointee.notifier { return Borrowed(notifier) }
    let notifier = Notifier()
    contents.pointee.notifier = notifier
    return Borrowed(notifier)
  }
}

extension Slot: Equatable {
  @usableFromInline
  package static func == (a: Slot, b: Slot) -> Bool { a.contents == b.contents }
}

extension UnsafeMutablePointer<Slot.Contents> {
  /// Empties the answers that contain the object.
  func emptyAnswers(leaving left: inout [AnyObject]) {
    // A method of the contents would copy, and so retain, all that they have.
    for index in pointee.answers.indices {
      pointee.answers[index].with { $0.empty(leaving: &left) }
    }
  }
}
