import AlchemicCore
import AlchemicInject
import AlchemicRuntime

/// Records the factories that the model of a test uses, and the hosts that it creates.
final class TestObserver: ChildObserver {
  /// The observer of the innermost model of the test to which the task belongs.
  @TaskLocal static var current: TestObserver?

  let isStrict: Bool
  /// Receives the first use of each live factory, on any thread.
  private let reportLive: @Sendable (Problem) -> Void
  private let state = Locked(State())

  private struct State {
    /// The factories that the test declares. The flag states whether a request used the factory.
    var own: [(facts: FactoryFacts, isUsed: Bool)] = []
    var usedLive: Set<String> = []
    var hosts: [WeakReference] = []
    /// The number of entries at which the entries of released hosts are removed.
    var limit = 64
  }

  private struct WeakReference {
    weak let object: AnyObject?
  }

  /// - Parameters:
  ///   - isStrict: Whether this observer reports the use of a live factory. A child of the model of
  ///     a strict test passes false, because it inherits factories that report their use.
  ///   - reportLive: Receives the first use of each live factory, on any thread.
  init(isStrict: Bool, reportLive: @escaping @Sendable (Problem) -> Void) {
    self.isStrict = isStrict
    self.reportLive = reportLive
  }

  // MARK: Factories

  func willObserve(_ factories: [FactoryFacts]) {
    state.withLock { $0.own = factories.map { ($0, false) } }
  }

  func willUse(_ number: Int) { state.withLock { $0.own[number].isUsed = true } }

  func willUseLive(_ problem: Problem) {
    if state.withLock({ $0.usedLive.insert(problem.subject).inserted }) { reportLive(problem) }
  }

  /// The factories of the test that no request used, without references. A reference has no
  /// function that could record its use.
  var unused: [FactoryFacts] {
    state.withLock { $0.own }.filter { !$0.isUsed && $0.facts.lifetime != .reference }.map(\.facts)
  }

  // MARK: Hosts

  fileprivate func didInject(_ host: AnyObject) {
    let hosts = state.withLock { state -> [WeakReference] in
      state.hosts.append(WeakReference(object: host))
      guard state.hosts.count >= state.limit else { return [] }
      defer { state.hosts = [] }
      return state.hosts
    }
    if hosts.isEmpty { return }
    // A weak reference is read outside the lock: the read may release the object, whose deinit runs
    // user code.
    let living = hosts.filter { $0.object != nil }
    state.withLock { state in
      state.hosts += living
      state.limit = 2 * state.hosts.count + 64
    }
  }

  /// The types of the hosts that are alive, each once, with the number of hosts.
  var livingHosts: [(type: String, count: Int)] {
    let objects = state.withLock { $0.hosts }.compactMap(\.object)
    let different = Dictionary(objects.map { (ObjectIdentifier($0), $0) }) { first, _ in first }
    let types = Dictionary(grouping: different.values) { typeName(type(of: $0)) }
    return types.map { ($0.key, $0.value.count) }.sorted { $0.type < $1.type }
  }
}

/// Injects the properties of products, and records the hosts.
final class ObservedInjector: HostInjector {
  let observer: TestObserver
  private let injector = ModelHostInjector()

  init(_ observer: TestObserver) { self.observer = observer }

  func inject(_ object: AnyObject, from model: Model, isNew: Bool) throws -> Bool {
    let isPlain = try injector.inject(object, from: model, isNew: isNew)
    if !isPlain { observer.didInject(object) }
    return isPlain
  }

  func check(_ value: ValueAddress, of type: Any.Type, in model: Model) throws -> Bool {
    try injector.check(value, of: type, in: model)
  }

  func notifyFollowers(of replacement: Replacement, in model: Model) {
    injector.notifyFollowers(of: replacement, in: model)
  }

  func releaseCircles(of objects: inout [AnyObject], round: Int) {
    injector.releaseCircles(of: &objects, round: round)
  }

  func isCurrent(_ model: Model) -> Bool { injector.isCurrent(model) }

  func run<Result>(as model: Model, _ body: () throws -> Result) rethrows -> Result {
    try injector.run(as: model, body)
  }

  func run<Result: Sendable>(
    as model: Model, _ body: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    try await injector.run(as: model, body)
  }

  func survey() -> any HostSurvey { injector.survey() }

  func injectsAtOnce(_ type: Any.Type) -> Bool { injector.injectsAtOnce(type) }

  func properties(of type: Any.Type) -> [InjectedProperty] { injector.properties(of: type) }
}
