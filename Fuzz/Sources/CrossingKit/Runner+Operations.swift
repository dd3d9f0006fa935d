import Alchemic

extension Runner {
  func perform(_ operation: Operation) async throws {
    switch operation {
    case .start(let plan): try start(plan)
    case .stop: try await stop()
    case .reset: try reset()
    case .discover(let plan): try discover(plan)
    case .child(let plan, let shares): try await child(plan, shares)
    case .scope(let kind): try await scope(kind)
    case .end: break
    case .keyed(let kind, let key): try await keyed(scopeKinds[kind], kind, key)
    case .hold(let kind, let key, let place): try await hold(scopeKinds[kind], kind, key, in: place)
    case .retain(let kind, let place): try await retain(kind, in: place)
    case .enter(let place): try await enter(place)
    case .letGo(let place): try await letGo(place)
    case .closeHeld(let place): try await closeHeld(place)
    case .open(let kind):
      try await change(
        "open",
        { (it) throws(Fault) in
          try it.open(kind)
          return []
        }
      ) { try await open(kind) }
    case .close(let kind):
      if waitsForOrder { return }
      try await change("close", { (it) throws(Fault) in try it.end(kind, renewing: false) }) {
        try await Alchemic.close(scopeKinds[kind])
      }
    case .renew(let kind):
      if waitsForOrder { return }
      try await change("renew", { (it) throws(Fault) in try it.end(kind, renewing: true) }) {
        try await Alchemic.renew(scopeKinds[kind])
      }
    case .get(let request, let hold):
      guard let expected = expected({ (it) throws(Fault) in try it.get(request, it.context) })
      else { return }
      try settle("get: " + compare(Result { try request.get() }, expected, hold: hold, "get"))
    // Before the start, these calls are queued.
    case .set, .setNil:
      guard reference.context.model ?? reference.main != nil else { return }
      try await set(operation)
    case .drop(let place):
      held[place] = nil
      reference.held[place] = nil
      try settle("drop")
    case .call(let place, let hold): try call(place, hold)
    case .read(let place, let property): try read(place, ["leaf", "all", "current"][property])
    case .add(let type): try add(type)
    case .remove(let number): try remove(number)
    case .capture(let place):
      captures[place] = (Alchemic.capture(), reference.context)
      try settle("capture")
    case .within(let place, let request, let task): try await within(place, request, task)
    case .fail(let maker):
      failing.withLock { $0.formSymmetricDifference([maker]) }
      reference.failing.formSymmetricDifference([maker])
    }
  }

  /// Whether a close of a session would wait for an order in which this task does not run.
  private var waitsForOrder: Bool {
    let model = reference.context.model ?? reference.main
    return model.map { reference.hasOrderElsewhere($0) } ?? false
  }

  /// Opens a scope. A task that has stopped the objects of another one may not have ended it yet.
  private func open(_ kind: Int) async throws {
    let latest = ContinuousClock.now + .milliseconds(hasStoppedLater ? 50 : 0)
    while true {
      do {
        return try Alchemic.open(scopeKinds[kind])
      } catch  where ContinuousClock.now < latest {
        await Task.yield()
      }
    }
  }

  // MARK: Models

  private func start(_ plan: Plan) throws {
    let blueprint = Blueprint(plan, nil)
    guard reference.context.model == nil, blueprint.isPredictable else { return }
    var expected = reference.main == nil ? blueprint.problems : ["started-twice"]
    var stopped: [Reference.Stop] = []
    let model = reference.models.count
    if expected.isEmpty {
      _ = reference.begin(blueprint, below: nil, shares: false)
      do {
        try reference.createSingletons(model)
        reference.main = model
      } catch {
        expected = [error.id]
        reference.sweep()
        stopped = reference.end(model)
      }
    }
    do {
      try startNow(plan)
      if !expected.isEmpty { throw difference("started, expected \(expected)") }
    } catch { try compare(error, expected, "start") }
    try settle("start: \(expected.sorted().joined(separator: " "))", stopped: stopped, in: model)
  }

  private nonisolated func startNow(_ plan: Plan) throws {
    try Alchemic.start(profiles: plan.isOn ? [Profile.on.ofLibrary] : []) { plan.declare(in: $0) }
  }

  private func discover(_ plan: Plan) throws {
    guard let main = reference.main, reference.failing.isEmpty else { return }
    let former = reference.blueprint(main)
    let blueprint = former.adding(plan)
    guard blueprint.mayFollow(former),
      let expected = expected({ (it) throws(Fault) in try it.discover(blueprint, in: main) })
    else { return }
    do {
      try discoverNow(plan)
      if case .failure(let fault) = expected { throw difference("discover, expected \(fault.id)") }
      try settle("discover")
    } catch {
      guard case .failure(let fault) = expected else {
        throw error is Difference ? error : difference("discover: \(error)")
      }
      try compare(error, [fault.id], "discover")
      try settle("discover: \(fault.id)")
    }
  }

  private nonisolated func discoverNow(_ plan: Plan) throws {
    try Alchemic.discover { plan.declare(in: $0) }
  }

  private func stop() async throws {
    let main = reference.main
    // It would wait for operations that wait for it.
    if let model = reference.context.model ?? main, reference.hasKeyedOperations(model) { return }
    try await change(
      "stop",
      { (it) throws(Fault) in
        guard let model = it.context.model ?? main else { return [] }
        if it.models[model].isEnded { throw Fault("model-gone") }
        if model == main { it.main = nil }
        return it.end(model, stopping: true)
      }
    ) { try await Alchemic.stop() }
  }

  private func reset() throws {
    guard reference.context.model == nil else { return }
    Alchemic.reset()
    if let main = reference.main { _ = reference.end(main) }
    reference.main = nil
    try settle("reset")
  }

  private func child(_ plan: Plan, _ shares: Bool) async throws {
    let parent = reference.context.model ?? reference.main
    let isGone = parent.map { reference.models[$0].isEnded } == true
    let blueprint = Blueprint(plan, parent.map(reference.blueprint))
    guard blueprint.isPredictable else { return skip() }
    let expected = isGone ? ["model-gone"] : blueprint.problems
    let outer = reference.context
    var model = 0
    do {
      try await Alchemic.withModel(sharing: shares ? .unaffected : .none) {
        plan.declare(in: $0)
      } operation: {
        if !expected.isEmpty { throw difference("began, expected \(expected)") }
        model = reference.begin(blueprint, below: parent, shares: shares)
        reference.context.model = model
        try settle("child")
        try await block()
      }
    } catch {
      try compare(error, expected, "child")
      try settle("child: \(expected.sorted().joined(separator: " "))")
      return skip()
    }
    reference.context = outer
    if !reference.models[model].isEnded { _ = reference.end(model) }
    reference.tags = Tags()
    reference.tags.insert(.child)
    if shares { reference.tags.insert(.sharing) }
    try settle("end of child")
  }

  private func scope(_ kind: Int) async throws {
    let begun = expected { (it) throws(Fault) in try it.beginScope(kind) }
    do {
      try await Alchemic.withScope(scopeKinds[kind]) {
        if case .failure(let fault)? = begun { throw difference("opened, expected \(fault.id)") }
        try settle("scope")
        try await block()
      }
    } catch {
      guard case .failure(let fault)? = begun else { throw error }
      try compare(error, [fault.id], "scope")
      try settle("scope: \(fault.id)")
      return skip()
    }
    let scope = reference.context.scopes.removeLast()
    try await settleEnd(of: scope, "end of scope")
  }

  /// An operation without an answer.
  private func change(
    _ what: String, _ expect: (inout Reference) throws(Fault) -> [Reference.Stop],
    _ body: () async throws -> Void
  ) async throws {
    let model = reference.context.model ?? reference.main ?? 0
    guard let expected = expected(expect) else { return }
    do {
      try await body()
      if case .failure(let fault) = expected { throw difference("\(what), expected \(fault.id)") }
    } catch {
      guard case .failure(let fault) = expected else { throw difference("\(what): \(error)") }
      try compare(error, [fault.id], what)
      defer { reference.stoppedBeforeFault = [] }
      return try settle(
        "\(what): \(fault.id)", stopped: reference.stoppedBeforeFault, in: model)
    }
    try settle(what, stopped: (try? expected.get()) ?? [], in: model)
  }

  // MARK: Objects

  private func set(_ operation: Operation) async throws {
    switch operation {
    case .set(let type, let criterion, let hold): try set(type, criterion, hold)
    case .setNil(let name):
      try await change(
        "set nil",
        { (it) throws(Fault) in
          try it.set(nil, .leaf, .named(name))
          return []
        }
      ) { try AcSet(AcNil, .named("n\(name)")) }
    default: break
    }
  }

  private func set(_ type: Target, _ criterion: Criterion, _ hold: Int?) throws {
    // The contract does not say what a child takes of its parent after that has expired.
    if let model = try? reference.current(reference.context), reference.models[model].shares,
      let it = try? reference.settable(type, criterion, model), it.life == .brief
    {
      return
    }
    var object = 0
    let expected = expected { (it) throws(Fault) in
      object = it.add(type, maker: -1)
      if let hold { it.held[hold] = .one(object) }
      try it.set(object, type, criterion)
    }
    guard let expected else { return }
    do {
      switch type {
      case .leaf: try set(Leaf(-1, []), criterion, hold)
      case .a: try set(A(-1, []), criterion, hold)
      case .b: try set(B(-1, []), criterion, hold)
      case .c: try set(C(-1, []), criterion, hold)
      default: try set(D(-1, []), criterion, hold)
      }
      if case .failure(let fault) = expected { throw difference("set, expected \(fault.id)") }
      try settle("set")
    } catch {
      if let error = error as? Difference { throw error }
      guard case .failure(let fault) = expected else { throw difference("set: \(error)") }
      try compare(error, [fault.id], "set")
      try settle("set: \(fault.id)")
    }
  }

  private func set<T: Node>(_ object: T, _ criterion: Criterion, _ hold: Int?) throws {
    if let hold { held[hold] = .one(object) }
    switch criterion {
    case .none: try AcSet(object)
    case .named(let name): try AcSet(object, .named("n\(name)"))
    case .qualified(let number): try AcSet(object, .qualified(qualifiers[number]))
    }
  }

  /// The first object of what is held.
  private func host(_ place: Int) -> Int? { reference.held[place]?.serials.first }

  private func node(_ place: Int) -> Node? {
    switch held[place] {
    case .one(let node): node
    case .many(let nodes): nodes.first
    case .map(let nodes): nodes.keys.sorted().first.flatMap { nodes[$0] }
    default: nil
    }
  }

  private func call(_ place: Int, _ hold: Int?) throws {
    let parts = node(place)?.parts ?? held[place].map { [$0] } ?? []
    let values =
      host(place).map { reference.objects[$0]!.parts } ?? reference.held[place].map { [$0] } ?? []
    let index = parts.firstIndex { if case .provider = $0 { true } else { false } }
    guard let index, case .provider(let call) = parts[index],
      case .provider(let request, let model) = values[index]
    else { return }
    guard let expected = expected({ (it) throws(Fault) in try it.call(request, of: model) })
    else { return }
    try settle("call: " + compare(Result { try call() }, expected, hold: hold, "call"))
  }

  private func read(_ place: Int, _ property: String) throws {
    guard let object = host(place), let it = reference.objects[object], let home = it.home,
      it.type == .e || it.type == .f
    else { return }
    if it.captured[property] == nil, case .scope(let scope)? = home.keeper,
      reference.scopes[scope].isEnded || Reference.follows(property, of: it.type)
    {
      return
    }
    // A host of a template, and one that no model stores any more, belong to the model that reads
    // them first.
    let current = reference.context.model ?? reference.main
    if home.keeper == nil || !reference.isKept(object), current != home.model { return }
    var trial = reference
    guard let value = try? trial.readAtTop(property, of: object) else { return }
    reference = trial
    reference.tags.insert(.property)
    let outcome = try compare(
      Result { part(property, of: node(place)!) }, .success(value), hold: nil, "read")
    try settle("read: " + outcome)
  }

  private func part(_ property: String, of node: Node) -> Part {
    if let host = node as? F {
      return property == "leaf"
        ? one(host.leaf) : property == "current" ? one(host.current) : Several.part(host.all)
    }
    let host = node as! E
    return property == "leaf"
      ? one(host.leaf) : property == "current" ? one(host.current) : Several.part(host.all)
  }

  // MARK: Added objects

  private func add(_ type: Target) throws {
    guard let model = try? reference.current(reference.context) else { return }
    var object = 0
    let expected = expected { (it) throws(Fault) in
      object = it.add(type, maker: -1)
      it.tags.insert(.added)
      it.models[model].added.append((object, type))
      it.notifyOfAdded(type, model)
    }
    guard expected != nil else { return }
    let element =
      switch type {
      case .leaf: try Alchemic.add(Leaf(-1, []), named: "x\(object)")
      case .a: try Alchemic.add(A(-1, []), named: "x\(object)")
      case .b: try Alchemic.add(B(-1, []), named: "x\(object)")
      case .c: try Alchemic.add(C(-1, []), named: "x\(object)")
      default: try Alchemic.add(D(-1, []), named: "x\(object)")
      }
    tokens.append((element, model, object))
    try settle("add")
  }

  private func remove(_ number: Int) throws {
    guard number < tokens.count else { return }
    let token = tokens[number]
    let expected = expected { (it) throws(Fault) in
      if it.models[token.model].isEnded { return }
      it.tags.insert(.added)
      guard
        let index = it.models[token.model].added.firstIndex(where: { $0.serial == token.serial })
      else { return }
      let type = it.models[token.model].added.remove(at: index).type
      _ = it.notifyOfAdded(type, token.model)
    }
    guard expected != nil else { return }
    tokens.remove(at: number).element.remove()
    try settle("remove")
  }

  // MARK: Elsewhere

  private func within(_ place: Int, _ request: Request, _ task: Operation.Task) async throws {
    guard task == .child || captures[place] != nil else { return }
    let context = task == .child ? reference.context : captures[place]!.context
    guard let expected = expected({ (it) throws(Fault) in try it.get(request, context) })
    else { return }
    reference.tags.insert(.otherTask)
    try settle("within: " + compare(await get(request, place, task), expected, hold: nil, "within"))
  }

  private func get(
    _ request: Request, _ place: Int, _ task: Operation.Task
  ) async -> Result<Part, any Error> {
    let captured = captures[place]?.captured ?? Alchemic.capture()
    let taken = Taken()
    switch task {
    case .here: captured.run { taken.result = Result { try request.get() } }
    case .child: await elsewhere(request, taken)
    case .detached:
      await Task.detached { [taken] in
        captured.run { taken.result = Result { try request.get() } }
      }.value
    }
    defer { taken.result = nil }
    return taken.result!
  }
}

/// Makes a request on another thread, in the same task.
@concurrent
private func elsewhere(_ request: Request, _ taken: Taken) async {
  taken.result = Result { try request.get() }
}

/// A result that its task does not retain.
private final class Taken: @unchecked Sendable {
  // Proof: one task uses it at a time.

  var result: Result<Part, any Error>?
}
