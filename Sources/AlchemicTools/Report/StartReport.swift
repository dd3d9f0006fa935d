public import AlchemicCore

/// The times of a start: its phases, each object, the waits of objects for each other, and the
/// chain of objects that took longest.
///
/// ```swift
/// let report = try await StartReport.recording { try await Alchemic.start() }
/// print(report)
/// ```
///
/// ``trace`` contains the same data for a timeline, and ``page`` shows them in a drawing of the
/// graph. A ``StartRecorder`` also reports on a start that fails.
public struct StartReport: Sendable, CustomStringConvertible {
  /// The result of the start.
  public let outcome: Outcome
  /// The time from the beginning of the start to its end, or to the report if the start is running.
  public let duration: Duration
  /// The phases that have begun, in order.
  public let phases: [Phase]
  /// The objects that any thread created before the end of the start, in the order of their
  /// completion: each object follows those for which it waited.
  public let objects: [Object]
  /// The waits of creations for each other, in the order of ``objects``.
  public let waits: [Wait]
  /// The graph of the model; nil if the start failed before it had a model.
  public let graph: ModelGraph?
  /// The numbers of the objects of ``criticalPath``.
  let path: [Int]

  /// The result of a start.
  @nonexhaustive
  public enum Outcome: Sendable {
    /// No start has begun.
    case absent
    /// The start is still running.
    case running
    /// A reset has ended the start.
    case interrupted
    /// The model is ready.
    case finished
    /// The start has failed with this error.
    case failed(any Error)
  }

  /// A phase of the start.
  public struct Phase: Sendable {
    /// The part of the start.
    public let phase: StartPhase
    /// The time from the beginning of the start.
    public let begin: Duration
    /// The time until the next phase, or until the end of the start.
    public let duration: Duration
  }

  /// A creation of an object.
  public struct Object: Sendable {
    /// The index in ``StartReport/objects``.
    public let number: Int
    /// The description of the factory: its name, its way of creation, and its source location.
    public let factory: FactoryFacts
    /// The number of the factory in ``StartReport/graph``; nil if the graph does not contain it.
    public let node: Int?
    /// The time from the beginning of the start.
    public let begin: Duration
    /// The time of the initializer, method or closure, including the creation of the objects that
    /// it needed.
    public let duration: Duration
    /// ``duration`` without the creation of other objects for this one, and without waits for other
    /// objects. A function may wait for an object that its declaration does not contain. If another
    /// thread or task creates that object, the wait is part of this time.
    public let ownDuration: Duration
    /// The thread or task that created the object.
    public let executor: Executor
    /// The number of the object whose creation contains this one; nil for none.
    public let outer: Int?
  }

  /// A thread, or a task, which may move between threads. Threads and tasks are numbered from 1,
  /// each in the order of their first objects.
  @nonexhaustive
  public enum Executor: Sendable, Hashable {
    /// A thread, with its number.
    case thread(Int)
    /// A task, with its number.
    case task(Int)
  }

  /// A creation that waited for another object.
  public struct Wait: Sendable {
    /// The number of the object whose creation waited.
    public let waiter: Int
    /// The number of the object for which it waited.
    public let needed: Int
    /// The duration of the wait.
    public let duration: Duration
  }

  /// The chain of objects, each needed by the next one, with the greatest sum of own durations.
  ///
  /// An object needs its arguments and the objects that are created within its creation. If its
  /// class has hooks, it also needs its injected properties. Other properties are resolved when
  /// they are read. A start takes at least about as long as this chain, even if all other objects
  /// are created concurrently. Two objects that need each other through properties are not
  /// neighbours in the chain.
  public var criticalPath: [Object] { path.map { objects[$0] } }

  /// The sum of the own durations of ``criticalPath``.
  var pathDuration: Duration { criticalPath.reduce(.zero) { $0 + $1.ownDuration } }

  /// The objects with the longest own durations, at most ten, the slowest first.
  public var slowest: [Object] { objects.longest(10, by: \.ownDuration) }

  init(
    outcome: Outcome, duration: Duration, phases: [Phase], objects: [Object], waits: [Wait],
    graph: ModelGraph?, path: [Int]
  ) {
    self.outcome = outcome
    self.duration = duration
    self.phases = phases
    self.objects = objects
    self.waits = waits
    self.graph = graph
    self.path = path
  }
}

extension StartReport.Object {
  /// The name of the factory.
  public var name: String { factory.name }

  /// The time from the beginning of the start at which the object existed.
  public var end: Duration { begin + duration }
}

extension Array {
  /// Returns the elements with the longest durations, the longest first.
  func longest(_ count: Int, by duration: (Element) -> Duration) -> [Element] {
    let all = map(duration)
    let order = indices.sorted { (all[$1], $0) < (all[$0], $1) }
    return order.prefix(count).map { self[$0] }
  }
}
