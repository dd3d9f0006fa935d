import AlchemicRuntime
import AlchemicCore
import Synchronization

/// Counts the model scopes, by which tasks have models of their own, and sets the ``HotWord``s of
/// models.
///
/// Threads count in different parts of the memory. If the words changed at each end of the last
/// scope, threads that make children would wait for each other, and for all requests. So the words
/// stay as they are until there have been many requests without such a model, or a model starts or
/// ends.
enum TaskModels {
  /// Requests look for a model of the task.
  private static let some: UInt8 = 2
  /// A thread checks whether any task has a model. A task that gets one meanwhile waits for it.
  private static let checking: UInt8 = 1
  /// The resolvers of the main model answer all requests.
  private static let none: UInt8 = 0
  private static let phase = Atomic<UInt8>(none)

  /// Held while a hot word of models changes.
  private static let lock = Locked(())
  private static let memory = StripedMemory()

  /// What some threads count.
  private struct Part: ~Copyable, Sendable {
    /// The model scopes that exist.
    let scopes = Atomic<Int>(0)
    /// The requests in tasks without a model.
    let requests = Atomic<UInt>(0)
  }

  // A part of the memory contains 0, as a new part does.
  private static func part(at address: ValueAddress) -> UnsafePointer<Part> {
    UnsafePointer(address.memory.assumingMemoryBound(to: Part.self))
  }

  /// Publishes the resolvers of the main model; nil for none.
  static func publish(_ resolvers: Borrowed<PublishedResolvers>?) {
    lock.withLock { _ in
      HotWord.mainResolvers.store(resolvers?.address ?? 0)
      if phase.load(ordering: .relaxed) == none { publishMain() } else { check() }
    }
  }

  /// Returns the result of `body` while no other thread publishes resolvers.
  static func withPublished<Result>(_ body: () -> Result) -> Result {
    lock.withLock { _ in body() }
  }

  /// Counts a model scope, and returns the address of the count. The caller must then make sure
  /// that requests look for it: ``areLookedFor``.
  static func begin() -> UInt {
    let count = memory.ofThread
    part(at: count).pointee.scopes.add(1, ordering: .sequentiallyConsistent)
    return count.word
  }

  /// Whether requests look for a model of their task. Either the calling thread sees here that
  /// another one checks whether any task has a model, or that thread sees what this one counted.
  static var areLookedFor: Bool { phase.load(ordering: .sequentiallyConsistent) == some }

  /// Records that a model scope has ended: no task has it any more, neither the task that began it
  /// nor the tasks that this task started.
  ///
  /// - Parameter count: The address of the count.
  static func end(_ count: UInt) {
    part(at: ValueAddress(word: count)).pointee.scopes.subtract(
      1, ordering: .sequentiallyConsistent)
  }

  /// Lets requests look for a model of their task.
  ///
  /// - Parameter key: Identifies the task-local value.
  @inline(never)
  static func lookForThem(_ key: UInt) {
    lock.withLock { _ in
      // Another thread was faster, or a check has found the scope.
      if phase.load(ordering: .relaxed) == some { return }
      HotWord.scopeKey.store(key)
      HotWord.publishedResolvers.store(0)
      phase.store(some, ordering: .sequentiallyConsistent)
    }
  }

  /// Counts a request that looked for a model of its task in vain. After 256 of them in one part
  /// of the memory, checks whether any task has a model.
  static func noteVainLook() {
    let part = part(at: memory.ofThread)
    // Other threads may count here, too, and a lost count does no harm.
    let count = part.pointee.requests.load(ordering: .relaxed) &+ 1
    part.pointee.requests.store(count, ordering: .relaxed)
    if count % 256 == 0 { checkNow() }
  }

  /// Stops requests from looking for a model of their task, if no task has one.
  @inline(never)
  static func checkNow() {
    // A program that always has a child comes here often, and then takes no lock.
    if phase.load(ordering: .relaxed) == none || hasScopes { return }
    lock.withLock { _ in check() }
  }

  private static var hasScopes: Bool {
    (0..<StripedMemory.count).contains {
      part(at: memory[$0]).pointee.scopes.load(ordering: .sequentiallyConsistent) != 0
    }
  }

  /// The same. The caller holds the lock.
  private static func check() {
    guard phase.load(ordering: .relaxed) == some else { return }
    phase.store(checking, ordering: .sequentiallyConsistent)
    let isNeeded = hasScopes
    if !isNeeded {
      publishMain()
      HotWord.scopeKey.store(0)
    }
    phase.store(isNeeded ? some : none, ordering: .sequentiallyConsistent)
  }

  private static func publishMain() {
    HotWord.publishedResolvers.store(HotWord.mainResolvers.load())
  }
}
