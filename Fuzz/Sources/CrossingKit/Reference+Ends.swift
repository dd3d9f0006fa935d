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

  /// Opens a scope for the task.
  mutating func beginScope(_ kind: Int) throws(Fault) {
    let model = try current(context)
    for scope in context.scopes where scopes[scope].model == model && !scopes[scope].isEnded {
      let other = scopes[scope].kind
      if other == kind || kind == 0 && other == 1 { throw Fault("scope-open") }
    }
    if models[model].open[kind] != nil { throw Fault("scope-open") }
    let chain = context.scopes + [scopes.count]
    scopes.append(Scope(kind: kind, model: model, isOfTask: true, chain: chain))
    context.scopes = chain
  }

  /// Ends the innermost scope of the task.
  ///
  /// - Returns: The objects to stop.
  mutating func endScope() -> [Source: Int] {
    let scope = context.scopes.removeLast()
    defer { scopes[scope].cells = [:] }
    scopes[scope].isEnded = true
    return stoppable(scopes[scope].cells)
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
  mutating func end(_ kind: Int, renewing: Bool) throws(Fault) -> [Source: Int] {
    let model = try current(context)
    guard let scope = models[model].open[kind] else { throw Fault("no-scope") }
    // An order is within a session.
    let isHeld = scopes.contains { $0.kind == 1 && $0.model == model && !$0.isEnded }
    if kind == 0, isHeld { throw Fault("scope-open") }
    let stopped = stoppable(scopes[scope].cells)
    scopes[scope].cells = [:]
    if !renewing {
      scopes[scope].isEnded = true
      models[model].open[kind] = nil
    }
    // A renewal stops the former objects only then.
    sweep(keeping: renewing ? Array(stopped.values) : [])
    notify(model, onlyOptional: !renewing, of: registrations(of: kind, model))
    return stopped
  }

  private func registrations(of kind: Int, _ model: Int) -> Set<Int> {
    Set(blueprint(model).all.filter { $0.life.scope == kind }.map(\.id))
  }

  // MARK: Models

  /// Ends a model.
  ///
  /// - Returns: The objects that a stop stops.
  mutating func end(_ model: Int) -> [Source: Int] {
    var stopped = stoppable(models[model].cells)
    for scope in models[model].open.values {
      stopped.merge(stoppable(scopes[scope].cells)) { first, _ in first }
      scopes[scope].isEnded = true
      scopes[scope].cells = [:]
    }
    models[model].cells = [:]
    models[model].open = [:]
    models[model].added = []
    models[model].isEnded = true
    return stopped
  }

  /// The objects that the model has created, and that can be stopped.
  private func stoppable(_ cells: [Source: Cell]) -> [Source: Int] {
    cells.compactMapValues { cell in
      cell.isSet || cell.isLent ? nil : cell.object.flatMap { objects[$0]!.isStopping ? $0 : nil }
    }
  }

  /// Whether objects stopped in an order that the needs of their sources allow.
  func isOrder(_ serials: [Int], of stopped: [Source: Int], in model: Int) -> Bool {
    guard serials.sorted() == stopped.values.sorted() else { return false }
    return stopped.allSatisfy { source, serial in
      let needed = blueprint(model).reachable(from: [source])
      return stopped.allSatisfy { other, later in
        other == source || !needed.contains(other)
          || serials.firstIndex(of: serial)! < serials.firstIndex(of: later)!
      }
    }
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
