public import AlchemicCore

/// How long a start took: its phases, each object, what waited for what, and the chain of objects
/// that took longest.
///
/// ```swift
/// let report = try await StartReport.recording { try await Alchemic.start() }
/// print(report)
/// ```
///
/// ``trace`` is the same for a timeline, and ``page`` shows it in a drawing of the graph. A
/// ``StartRecorder`` also reports a start that fails.
public struct StartReport: Sendable, CustomStringConvertible {
  /// The result of the start.
  public let outcome: Outcome
  /// The time from the beginning of the start to its end; if it is still running, until now.
  public let duration: Duration
  /// The phases that have begun, in order.
  public let phases: [Phase]
  /// The objects that were created until the end of the start, by any thread, in the order in which
  /// they were created: each follows those that it waited for.
  public let objects: [Object]
  /// Which creation waited for which, in the order of ``objects``.
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
    /// The description of the factory: its name, how it creates, and its source location.
    public let factory: FactoryFacts
    /// The number of the factory in ``StartReport/graph``; nil if there is none.
    public let node: Int?
    /// The time from the beginning of the start.
    public let begin: Duration
    /// The time of the initializer, method or closure, with all that it needed.
    public let duration: Duration
    /// ``duration`` without the times in which other objects were created for it, or were awaited.
    /// What a function waits for that its declaration does not contain is part of it if another
    /// thread or task creates that.
    public let ownDuration: Duration
    /// Where the object was created.
    public let executor: Executor
    /// The number of the object within whose creation this one was created; nil for none.
    public let outer: Int?
  }

  /// A thread, or a task, which may move between threads. Both are numbered from 1, in the order of
  /// their first objects.
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
    /// The number of the object that it waited for.
    public let needed: Int
    /// How long it waited.
    public let duration: Duration
  }

  /// The chain of objects, each of which the next one needs, whose own durations add up to most.
  ///
  /// An object needs its arguments, what is created within its creation, and, if its class has
  /// hooks, its injected properties; other properties are resolved when they are read. A start
  /// takes at least about as long as this chain, even if all else is created concurrently. Objects
  /// that need each other by properties do not follow each other in it.
  public var criticalPath: [Object] { path.map { objects[$0] } }

  /// The sum of the own durations of ``criticalPath``.
  var pathDuration: Duration { criticalPath.reduce(.zero) { $0 + $1.ownDuration } }

  /// The objects with the longest own durations, ten at most, the slowest first.
  public var slowest: [Object] { objects.longest(10, by: \.ownDuration) }

  package init(
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
