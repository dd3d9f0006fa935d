import CreationWebs

/// Threads that make requests, and end and start models meanwhile.
final class EndTrial: Explored, @unchecked Sendable {
  // Proof: only the thread whose turn it is accesses the variables, or the one that drives while no
  // thread has a turn.

  /// What a thread does.
  enum Action: CaseIterable {
    /// A request of the main model.
    case request
    /// A request by something that belongs to the first model, for example a provider.
    case requestOfFirst
    /// A request whose initializer makes the same request.
    case nested
    /// A request whose initializer opens a child model, and makes requests of both.
    case child
    /// A request whose initializer resets, and makes another request.
    case resetWithin
    /// Opens a scope, makes a request in it and ends it.
    case scope
    /// Opens a scope for the whole model, and closes it.
    case modelScope
    case reset
    /// A reset by a thread that retains the model.
    case stop
    /// A reset and a start.
    case restart
    /// A reset and a start that fails.
    case failedStart
  }

  /// How a trial runs, beside its actions.
  struct Manner: CaseIterable, CustomStringConvertible {
    /// Whether stores that may be late are.
    let delaysStores: Bool
    /// Whether a new thread carries out each action.
    let hasNewThreads: Bool
    /// Whether all threads have the same share of a model, and deinits make requests.
    let sharesOne: Bool

    static let allCases = [false, true].flatMap { late in
      [false, true].flatMap { new in
        [false, true].map { Manner(delaysStores: late, hasNewThreads: new, sharesOne: $0) }
      }
    }

    var description: String {
      (delaysStores ? "late stores" : "stores at once")
        + (hasNewThreads ? ", new threads" : "") + (sharesOne ? ", one share" : "")
    }
  }

  let operations: [[Action]]
  private let manner: Manner
  private let fault: Fault?
  private let turns: TurnSchedule
  private var steps: Steps
  /// The number of the main model; 0 for none.
  private var main = 0
  /// The number of the last main model whose end has returned.
  private var ended = 0
  /// How many requests were answered in all runs.
  private(set) var answers = 0

  init(_ operations: [[Action]], _ manner: Manner, fault: Fault? = nil, on turns: TurnSchedule) {
    (self.operations, self.manner, self.fault, self.turns) = (operations, manner, fault, turns)
    steps = Steps(turns, callers: operations.count, delaysStores: false, fault: nil)
  }

  var description: String {
    let actions = operations.map { $0.map { "\($0)" }.joined(separator: " ") }
    return "\(actions.joined(separator: " | ")), \(manner)"
  }

  var hashState: ((inout Hasher) -> Void)? {
    { [unowned self] hasher in
      steps.hash(into: &hasher)
      hasher.combine(main)
      hasher.combine(ended)
    }
  }

  func reset() {
    // The end of the former models reads atomics, and thus the present steps.
    let former = (steps, Steps.current)
    defer { withExtendedLifetime(former) {} }
    steps = Steps(
      turns, callers: operations.count, delaysStores: manner.delaysStores, fault: fault)
    steps.pins.shareOne = manner.sharesOne
    steps.didFree = { [unowned self] in didFree($0) }
    Steps.current = steps
    (main, ended) = (0, 0)
    start()
  }

  func run(_ caller: Int) {
    for action in operations[caller] {
      perform(action)
      steps.publish()
      if manner.hasNewThreads { steps.pins.giveBack(caller) }
    }
  }

  func findings() -> [String] {
    // The last main model ends here.
    end()
    for model in steps.models where model.count != 0 {
      steps.note("model \(model.number) has \(model.count) retains after its end")
    }
    if !steps.pins.areEmpty { steps.note("a pin is set after all requests") }
    return steps.findings
  }

  // MARK: Actions

  private func perform(_ action: Action) {
    switch action {
    case .request: request()
    case .requestOfFirst: request(of: steps.models[0])
    case .nested: request { self.request(of: $0) }
    case .child: request { self.requestInChild(of: $0) }
    case .resetWithin:
      request { _ in
        self.end()
        self.request()
      }
    case .scope: requestInScope()
    case .modelScope: openForModel()
    case .reset: end()
    case .stop: stop()
    case .restart:
      end()
      start()
    case .failedStart:
      end()
      failToStart()
    }
  }

  /// The main model, as a request finds it. What it finds keeps the memory of the model.
  private func found() -> Model? {
    let number = steps.step("main") { (main, UInt64(main)) }
    return number > 0 ? steps.models[number - 1] : nil
  }

  private func request(_ within: (Model) -> Void = { _ in }) {
    if let model = found() { request(of: model, within) }
  }

  private func request(of model: Model, _ within: (Model) -> Void = { _ in }) {
    let before = steps.step("request") { (ended, UInt64(ended)) }
    let isServed: Void? = model.home.using {
      steps.use($0)
      within($0)
      steps.use($0)
    }
    if isServed == nil { return }
    answers += 1
    if model.number <= before, !model.isChild {
      steps.note("a request was answered by model \(model.number), which had ended before it")
    }
  }

  private func requestInChild(of parent: Model) {
    let child = steps.together("child") {
      let child = newModel(isChild: true)
      return (child, UInt64(child.number))
    }
    request(of: child) { _ in self.request(of: parent) }
    end(child)
  }

  private func requestInScope() {
    guard let model = found() else { return }
    // As `Alchemic.withScope`: the model is used until the scope has a share of it.
    let opened = model.home.using { model -> (all: Borrowed<OpenScopes>, share: ScopeShare)? in
      let all = steps.using(sharesOf: model) { model.openScopes(of: ScopeKind()) }
      return all.with { $0.beginTask() }.map { (all, $0) }
    }
    guard let opened, let scope = opened else { return }
    // As `Scope`: it uses the model, which the share retains, to its deinit.
    steps.use(model)
    request(of: model)
    scope.all.with { $0.end(scope.share) }
    steps.use(model)
    scope.share.give(of: Borrowed(model))
  }

  private func openForModel() {
    guard let model = found() else { return }
    _ = model.home.using { model in
      let all = steps.using(sharesOf: model) { model.openScopes(of: ScopeKind()) }
      if all.with({ $0.reserve() }) {
        steps.use(model)
        all.with { $0.close() }
      }
    }
  }

  // MARK: Starts and ends

  private func newModel(isChild: Bool = false) -> Model {
    let model = steps.add { Model($0, isChild: isChild) }
    model.home.set(model)
    model.home.lend()
    return model
  }

  /// Starts a main model if there is none: `Lifecycle` does it under its lock.
  private func start() {
    steps.together("start") {
      if main == 0 { main = newModel().number }
      return ((), UInt64(main))
    }
  }

  /// Ends the main model, unless another thread does.
  private func end() {
    let number = steps.step("end") {
      defer { main = 0 }
      return (main, UInt64(main))
    }
    if number > 0 { end(steps.models[number - 1]) }
  }

  /// As `Model.end()`, and the release by the owner.
  private func end(_ model: Model) {
    model.home.end()
    model.endScopes()
    Borrowed(model).release(times: 1)
    if !model.isChild {
      steps.step("ended") {
        steps.publish()
        ended = max(ended, model.number)
        return ((), 0)
      }
    }
  }

  private func stop() {
    let number = steps.step("retain main") {
      if main > 0 { steps.models[main - 1].count += 1 }
      return (main, UInt64(main))
    }
    guard number > 0 else { return }
    let model = steps.models[number - 1]
    let isStill = steps.step("end") {
      let isStill = main == number
      if isStill { main = 0 }
      return (isStill, isStill ? 1 : 0)
    }
    if isStill { end(model) }
    Borrowed(model).release(times: 1)
  }

  /// Other threads may use the model until the start has failed.
  private func failToStart() {
    let number = steps.together("failing start") {
      if main > 0 { return (0, 0) }
      main = newModel().number
      return (main, UInt64(main))
    }
    guard number > 0 else { return }
    request(of: steps.models[number - 1])
    let isStill = steps.step("end") {
      let isStill = main == number
      if isStill { main = 0 }
      return (isStill, isStill ? 1 : 0)
    }
    if isStill { end(steps.models[number - 1]) }
  }

  /// The deinit of a model: objects of it make requests, of which it must answer none.
  private func didFree(_ model: Model) {
    if steps.caller == nil || !manner.sharesOne { return }
    let isServed: Void? = model.home.using { steps.use($0) }
    if isServed != nil { steps.note("model \(model.number) answers within its deinit") }
    if !model.isChild { request() }
  }
}
