// Beginnings and ends of models and scopes, and what is alive.
extension Reference {
  /// Adds a model. The caller has checked its declarations.
  mutating func begin(_ blueprint: Blueprint, below parent: Int?, shares: Bool) -> Int {
    let added = parent.map { models[$0].added } ?? []
    models.append(
      Model(
        blueprint: blueprint, parent: parent, shares: shares, added: added,
        inheritedCount: added.count))
    return models.count - 1
  }

  /// Creates the singletons of the main model.
  ///
  /// - Throws: The problem of the first that cannot be created.
  mutating func createSingletons(_ model: Int) throws(Fault) {
    for source in blueprint(model).created() {
      do { try make(source, model) } catch {
        if error.id != "unset-reference" { throw error }
        sweep()
      }
    }
  }

  /// Adds declarations to the main model, creates their singletons, and notifies the followers.
  mutating func discover(_ blueprint: Blueprint, in model: Int) throws(Fault) {
    let (former, last) = (self.blueprint(model), serial)
    models[model].blueprint = blueprint
    tags.insert(.discovered)
    let present = Set(models[model].cells.keys)
    for source in blueprint.created(beside: present)
    where former.registration[source.base] == nil {
      do { try make(source, model) } catch {
        if error.id != "unset-reference" { throw error }
        sweep()
      }
    }
    notify(model, upTo: last) { former.candidates($0) != blueprint.candidates($0) }
  }

  // MARK: Scopes

  private func requireNone(_ kind: Int, _ model: Int, in carried: [Int]) throws(Fault) {
    for scope in living(carried, model) {
      let other = scopes[scope].kind
      if other == kind || kind == 0 && other == 1 { throw Fault("scope-open") }
    }
  }

  private func living(_ carried: [Int], _ model: Int) -> [Int] {
    carried.filter { scopes[$0].model == model && !scopes[$0].isEnded }
  }

  /// Opens a scope for the task.
  mutating func beginScope(_ kind: Int) throws(Fault) {
    let model = try current(context)
    try requireNone(kind, model, in: context.scopes)
    if models[model].open[kind] != nil { throw Fault("scope-open") }
    let chain = context.scopes + [scopes.count]
    scopes.append(Scope(kind: kind, model: model, isOfTask: true, chain: chain))
    context.scopes = chain
  }

  /// Ends the operation of a scope.
  ///
  /// - Returns: The objects to stop.
  mutating func leave(_ scope: Int) -> [Stop] {
    scopes[scope].operations -= 1
    return endUnused(scope)
  }

  // MARK: Scopes that are kept open

  /// Counts a use of the scope of a key, which is opened if necessary.
  private mutating func admit(
    _ kind: Int, _ key: Int, as use: WritableKeyPath<Scope, Int>
  ) throws(Fault) -> Int {
    let model = try current(context)
    // Of the others, only a session is around an order.
    let outers = living(context.scopes, model).filter { kind == 1 && scopes[$0].kind == 0 }
    let open = scopes.indices.first {
      scopes[$0].kind == kind && scopes[$0].key == key && scopes[$0].model == model
        && !scopes[$0].isEnded && scopes[$0].chain.dropLast() == outers[...]
    }
    if let open {
      scopes[open].rest = nil
      scopes[open][keyPath: use] += 1
      return open
    }
    if models[model].open[kind] != nil { throw Fault("scope-open") }
    outers.forEach { hold($0) }
    let scope = scopes.count
    scopes.append(
      Scope(kind: kind, model: model, isOfTask: true, chain: outers + [scope], key: key))
    scopes[scope].operations = 0
    scopes[scope].isHeld = true
    scopes[scope].outers = outers
    scopes[scope][keyPath: use] += 1
    return scope
  }

  /// Counts a scope within another one.
  private mutating func hold(_ scope: Int) {
    beHeld(scope)
    scopes[scope].operations += 1
  }

  private mutating func beHeld(_ scope: Int) {
    if scopes[scope].isHeld { return }
    scopes[scope].isHeld = true
    scopes[scope].outers = living(scopes[scope].chain.dropLast(), scopes[scope].model)
    for outer in scopes[scope].outers { hold(outer) }
  }

  /// Enters a scope, in which an operation was counted.
  private mutating func enter(_ scope: Int) throws(Fault) {
    if context.scopes.contains(scope) { return }
    let model = scopes[scope].model
    var carried = context.scopes
    for other in living(scopes[scope].chain, model) where !carried.contains(other) {
      try requireNone(scopes[other].kind, model, in: carried)
      carried.append(other)
    }
    context.scopes = carried
  }

  /// Enters the scope of a key. Returns the scope.
  mutating func enter(_ kind: Int, key: Int) throws(Fault) -> Int {
    let model = try current(context)
    let inside = living(context.scopes, model).last { scopes[$0].kind == kind }
    if inside.map({ scopes[$0].key }) != key { try requireNone(kind, model, in: context.scopes) }
    let scope = try admit(kind, key, as: \.operations)
    do { try enter(scope) } catch {
      _ = leave(scope)
      throw error
    }
    return scope
  }

  /// Enters a scope that is kept open, with its model. Returns the scope.
  mutating func enter(place: Int) throws(Fault) -> Int {
    let scope = handles[place]!
    if scopes[scope].isEnded { throw Fault("no-scope") }
    let model = scopes[scope].model
    scopes[scope].operations += 1
    do { try enter(scope) } catch {
      _ = leave(scope)
      throw error
    }
    if (context.model ?? main) != model { context.model = model }
    return scope
  }

  mutating func hold(_ kind: Int, key: Int, in place: Int) throws(Fault) -> [Stop] {
    let scope = try admit(kind, key, as: \.handles)
    return replace(place, scope)
  }

  mutating func retain(_ kind: Int, in place: Int) throws(Fault) -> [Stop] {
    let model = try current(context)
    guard let scope = living(context.scopes, model).last(where: { scopes[$0].kind == kind }) else {
      throw Fault("no-scope")
    }
    beHeld(scope)
    scopes[scope].handles += 1
    return replace(place, scope)
  }

  mutating func replace(_ place: Int, _ scope: Int?) -> [Stop] {
    let former = handles[place]
    handles[place] = scope
    guard let former else { return [] }
    scopes[former].handles -= 1
    return endUnused(former)
  }

  /// Whether a close of the scope would wait.
  func isInUse(_ place: Int) -> Bool {
    guard let scope = handles[place], !scopes[scope].isEnded else { return false }
    return scopes.indices.reduce(scopes[scope].operations) { rest, inner in
      rest - (scopes[inner].rest != nil && scopes[inner].outers.contains(scope) ? 1 : 0)
    } > 0
  }

  /// Closes a scope that is kept open, and first what rests within it.
  ///
  /// - Returns: The objects to stop, and the problem if operations run.
  mutating func close(_ place: Int) throws(Fault) -> (stopped: [Stop], fault: Fault?) {
    let scope = handles[place]!
    if scopes[scope].isEnded { return ([], nil) }
    if context.scopes.contains(scope) { throw Fault("scope-open") }
    let stopped = endResting(within: scope)
    if isInUse(place) { return (stopped, Fault("scope-open")) }
    return (stopped + endScope(scope), nil)
  }

  /// Ends the orders that rest within a session.
  private mutating func endResting(within scope: Int) -> [Stop] {
    let resting = scopes.indices.filter {
      scopes[$0].rest != nil && scopes[$0].outers.contains(scope)
    }
    return resting.flatMap { endScope($0) }
  }

  /// Whether an operation runs in a scope of a model with a key.
  func hasKeyedOperations(_ model: Int) -> Bool {
    scopes.contains { $0.model == model && $0.key != nil && !$0.isEnded && $0.operations > 0 }
  }

  /// Whether an order is kept open in which the task does not run.
  func hasOrderElsewhere(_ model: Int) -> Bool {
    scopes.indices.contains { scope in
      scopes[scope].kind == 1 && scopes[scope].model == model && !scopes[scope].isEnded
        && scopes[scope].isOfTask && scopes[scope].rest == nil && !context.scopes.contains(scope)
    }
  }

  private mutating func endUnused(_ scope: Int) -> [Stop] {
    let it = scopes[scope]
    guard !it.isEnded, it.operations == 0, it.handles == 0 else { return [] }
    let limit = it.key == nil || models[it.model].isEnded ? 0 : it.kind
    if limit == 0 { return endScope(scope) }
    rests += 1
    scopes[scope].rest = rests
    let resting = scopes.indices.filter {
      scopes[$0].rest != nil && scopes[$0].kind == it.kind && scopes[$0].model == it.model
    }
    guard resting.count > limit else { return [] }
    return endScope(resting.min { scopes[$0].rest! < scopes[$1].rest! }!)
  }

  /// Ends a scope, and those around it that nothing else keeps open.
  private mutating func endScope(_ scope: Int, stopping: Bool = true) -> [Stop] {
    var stopped = stopping ? stoppable(scopes[scope].cells, scope) : []
    scopes[scope].cells = [:]
    scopes[scope].isEnded = true
    scopes[scope].rest = nil
    for outer in scopes[scope].outers {
      scopes[outer].operations -= 1
      if stopping {
        stopped += endUnused(outer)
      } else if !scopes[outer].isEnded, scopes[outer].operations == 0, scopes[outer].handles == 0 {
        stopped += endScope(outer, stopping: false)
      }
    }
    return stopped
  }

  mutating func open(_ kind: Int) throws(Fault) {
    let model = try current(context)
    let isOpen = scopes.contains { $0.kind == kind && $0.model == model && !$0.isEnded }
    if isOpen { throw Fault("scope-open") }
    models[model].open[kind] = scopes.count
    scopes.append(Scope(kind: kind, model: model, isOfTask: false, chain: []))
    notify(model, of: registrations(of: kind, model))
  }

  /// Closes or renews a scope of the model.
  mutating func end(_ kind: Int, renewing: Bool) throws(Fault) -> [Stop] {
    let model = try current(context)
    guard let scope = models[model].open[kind] else { throw Fault("no-scope") }
    // An order is within a session. Those that rest are ended.
    var former: [Stop] = []
    if kind == 0 {
      for scope in scopes.indices
      where scopes[scope].kind == 1 && scopes[scope].model == model && scopes[scope].rest != nil {
        former += endScope(scope)
      }
    }
    let isHeld = scopes.contains { $0.kind == 1 && $0.model == model && !$0.isEnded }
    if kind == 0, isHeld {
      stoppedBeforeFault = former
      throw Fault("scope-open")
    }
    let stopped = former + stoppable(scopes[scope].cells, scope)
    scopes[scope].cells = [:]
    if !renewing {
      scopes[scope].isEnded = true
      models[model].open[kind] = nil
    }
    // A renewal stops the former objects only then.
    sweep(keeping: renewing ? stopped.map(\.serial) : [])
    notify(model, onlyOptional: !renewing, of: registrations(of: kind, model))
    return stopped
  }

  private func registrations(of kind: Int, _ model: Int) -> Set<Int> {
    Set(blueprint(model).all.filter { $0.life.scope == kind }.map(\.id))
  }

  // MARK: Models

  /// Ends a model.
  ///
  /// - Parameter stopping: Whether a stop ends it, which first ends the scopes that have keys.
  /// - Returns: The objects that a stop stops.
  mutating func end(_ model: Int, stopping: Bool = false) -> [Stop] {
    models[model].isEnded = true
    var stopped: [Stop] = []
    for scope in scopes.indices
    where scopes[scope].model == model && scopes[scope].key != nil && !scopes[scope].isEnded {
      if stopping || scopes[scope].rest != nil { stopped += endScope(scope, stopping: stopping) }
    }
    // Those without keys whose operations have ended: inner ones first.
    for scope in scopes.indices.reversed() where stopping && scopes[scope].model == model {
      let it = scopes[scope]
      guard it.isHeld, !it.isEnded, it.operations == 0 else { continue }
      stopped += endScope(scope)
    }
    if stopping {
      // With a scope, a weak object may end that only the objects of the scope have retained.
      models[model].isEnded = false
      sweep()
      models[model].isEnded = true
    }
    stopped += stoppable(models[model].cells, nil)
    for scope in models[model].open.values {
      stopped += stoppable(scopes[scope].cells, scope)
      scopes[scope].isEnded = true
      scopes[scope].cells = [:]
    }
    models[model].cells = [:]
    models[model].open = [:]
    models[model].added = []
    return stopped
  }

  /// The objects that the model has created, and that can be stopped.
  private func stoppable(_ cells: [Source: Cell], _ scope: Int?) -> [Stop] {
    cells.compactMap { source, cell in
      guard !cell.isSet, !cell.isLent, let object = cell.object, objects[object]!.isStopping else {
        return nil
      }
      return Stop(source: source, serial: object, scope: scope)
    }
  }

  /// Whether objects stopped in an order that the needs of their sources allow.
  func isOrder(_ serials: [Int], of stopped: [Stop], in model: Int) -> Bool {
    guard serials.sorted() == stopped.map(\.serial).sorted() else { return false }
    return stopped.allSatisfy { stop in
      let needed = blueprint(model).reachable(from: [stop.source])
      return stopped.allSatisfy { other in
        other.source == stop.source || !needed.contains(other.source)
          || !mayNeed(stop.scope, other.scope)
          || serials.firstIndex(of: stop.serial)! < serials.firstIndex(of: other.serial)!
      }
    }
  }

  /// Whether objects of a scope may need those of another one; nil for a model.
  private func mayNeed(_ scope: Int?, _ other: Int?) -> Bool {
    guard let other, scopes[other].isOfTask else { return true }
    return scope.map { scopes[$0].chain.contains(other) } ?? false
  }

  // MARK: What is alive

  /// Whether a model or a scope has an object.
  func isKept(_ object: Int) -> Bool {
    (models.map(\.cells) + scopes.map(\.cells)).contains { cells in
      cells.values.contains { $0.object == object }
    }
  }

  /// Forgets the objects that nothing retains, and records their deaths.
  ///
  /// - Parameter others: Objects that the library retains meanwhile.
  mutating func sweep(keeping others: some Collection<Int> = []) {
    var alive: Set<Int> = []
    var rest = held.flatMap { $0?.serials ?? [] } + others
    func add(_ cells: [Source: Cell], _ blueprint: Blueprint) {
      for (source, cell) in cells where blueprint.life(of: source) != .weak {
        if let object = cell.object { rest.append(object) }
      }
    }
    for model in models where !model.isEnded {
      add(model.cells, model.blueprint)
      rest += model.added.map(\.serial)
    }
    for scope in scopes where !scope.isEnded { add(scope.cells, blueprint(scope.model)) }
    while let serial = rest.popLast() {
      guard alive.insert(serial).inserted, let object = objects[serial] else { continue }
      rest += object.parts.flatMap(\.serials) + object.captured.values.flatMap(\.serials)
    }
    let dead = objects.keys.filter { !alive.contains($0) }.sorted()
    if dead.isEmpty { return }
    for serial in dead { objects[serial] = nil }
    for model in models.indices where !models[model].isEnded {
      models[model].cells = models[model].cells.filter { _, cell in
        cell.object.map(alive.contains) ?? true
      }
    }
    deaths += dead
  }
}
