import Alchemic

// Scopes with keys, and scopes that are kept open.
extension Runner {
  func keyed<Kind: AlchemicKeyedScope<Int>>(_ kind: Kind.Type, _ number: Int, _ key: Int)
    async throws
  {
    try await run(
      "keyed scope", { (it) throws(Fault) in try it.enter(number, key: key) }
    ) { block in
      try await Alchemic.withScope(kind, for: key, operation: block)
    }
  }

  func enter(_ place: Int) async throws {
    guard handles[place] != nil else { return skip() }
    try await run("entered scope", { (it) throws(Fault) in try it.enter(place: place) }) { block in
      // Nothing else retains the value here: the operation may replace it.
      try await Alchemic.withScope(handles[place]!, operation: block)
    }
  }

  /// Performs what follows in a scope.
  private func run(
    _ what: String, _ enter: (inout Reference) throws(Fault) -> Int,
    _ body: @MainActor (@MainActor () async throws -> Void) async throws -> Void
  ) async throws {
    let outer = reference.context
    guard let begun = expected(enter) else { return skip() }
    do {
      try await body { [self] in
        if case .failure(let fault) = begun { throw difference("opened, expected \(fault.id)") }
        reference.tags.insert(.keptScope)
        try settle(what)
        try await block()
      }
    } catch {
      guard case .failure(let fault) = begun else { throw error }
      try compare(error, [fault.id], what)
      try settle("\(what): \(fault.id)")
      return skip()
    }
    guard case .success(let scope) = begun else { throw difference("\(what) did not fail") }
    reference.context = outer
    try await settleEnd(of: scope, "end of \(what)")
  }

  /// Compares what the end of an operation in a scope has ended.
  func settleEnd(of scope: Int, _ what: String) async throws {
    reference.tags = Tags()
    reference.tags.insert(.taskScope)
    if reference.scopes[scope].isHeld { reference.tags.insert(.keptScope) }
    try await settleLater(what, stopped: reference.leave(scope), in: reference.scopes[scope].model)
  }

  func hold<Kind: AlchemicKeyedScope<Int>>(
    _ kind: Kind.Type, _ number: Int, _ key: Int, in place: Int
  ) async throws {
    try await keep(
      "hold", in: place, { (it) throws(Fault) in try it.hold(number, key: key, in: place) }
    ) { try await Alchemic.open(kind, for: key) }
  }

  func retain(_ kind: Int, in place: Int) async throws {
    try await keep(
      "retain", in: place, { (it) throws(Fault) in try it.retain(kind, in: place) }
    ) { try Alchemic.retain(scopeKinds[kind]) }
  }

  private func keep(
    _ what: String, in place: Int, _ expect: (inout Reference) throws(Fault) -> [Reference.Stop],
    _ open: () async throws -> OpenScope
  ) async throws {
    let model = reference.handles[place].map { reference.scopes[$0].model } ?? 0
    guard let expected = expected(expect) else { return }
    do {
      let scope = try await open()
      if case .failure(let fault) = expected { throw difference("\(what), expected \(fault.id)") }
      handles[place] = scope
    } catch {
      guard case .failure(let fault) = expected else { throw difference("\(what): \(error)") }
      try compare(error, [fault.id], what)
      return try settle("\(what): \(fault.id)")
    }
    reference.tags.insert(.keptScope)
    try await settleLater(what, stopped: (try? expected.get()) ?? [], in: model)
  }

  func letGo(_ place: Int) async throws {
    guard let scope = reference.handles[place] else { return }
    let stopped = reference.replace(place, nil)
    handles[place] = nil
    reference.tags.insert(.keptScope)
    try await settleLater("release", stopped: stopped, in: reference.scopes[scope].model)
  }

  func closeHeld(_ place: Int) async throws {
    guard let scope = handles[place], let number = reference.handles[place] else { return }
    let model = reference.scopes[number].model
    let limit: Duration = reference.isInUse(place) ? .milliseconds(20) : .seconds(10)
    guard let expected = expected({ (it) throws(Fault) in try it.close(place) }) else { return }
    let fault: Fault? =
      switch expected {
      case .success(let it): it.fault
      case .failure(let it): it
      }
    do {
      try await scope.close(timeout: limit)
      if let fault { throw difference("close, expected \(fault.id)") }
    } catch {
      guard let fault else { throw difference("close: \(error)") }
      try compare(error, [fault.id], "close")
    }
    let stopped = (try? expected.get())?.stopped ?? []
    try settle("close\(fault.map { ": \($0.id)" } ?? "")", stopped: stopped, in: model)
  }

  /// Compares what has happened after a task has stopped the objects of a scope.
  private func settleLater(
    _ what: String, stopped: [Reference.Stop], in model: Int
  ) async throws {
    hasEndedLater = true
    if !stopped.isEmpty { hasStoppedLater = true }
    let latest = ContinuousClock.now + .seconds(5)
    while Journal.shared.withLock({ $0.stops.count < stopped.count }), ContinuousClock.now < latest
    {
      await Task.yield()
    }
    try settle(what, stopped: stopped, in: model)
  }
}
