import Alchemic
import FuzzInput

// Operations on the model as a whole.
extension Program {
  /// Starts a model, unless there is one.
  func start(options bytes: consuming Bytes) {
    let options = Options(&bytes)
    if worker.isBesideOther { return }
    guard
      let number = gate.withLock({
        $0.beginStart(following: options.followed, missing: options.missing)
      })
    else { return }
    Trace.write("start \(number)")
    beginRequest()
    defer { endRequest() }
    do {
      try Alchemic.start { $0.registerAll(options, model: number) }
      gate.withLock { $0.endStart(number, hasFailed: false) }
      Trace.write("started \(number)")
    } catch {
      count(error, in: "start")
      gate.withLock { $0.endStart(number, hasFailed: true) }
      Trace.write("did not start \(number)")
    }
  }

  /// Resets the model, where that is legal, and may start another one.
  func reset(isFollowedByStart: Bool) {
    let worker = worker
    if worker.isBesideOther { return }
    if Omissions.current.contains(.innerResets), worker.depth > 0 { return }
    let isClosing = threads == .free
    guard let missing = gate.withLock({ $0.beginReset(closing: isClosing) }) else { return }
    Trace.write("reset")
    let outer = worker.missingInEnding
    worker.missingInEnding = missing.union(outer ?? [])
    Alchemic.reset()
    worker.missingInEnding = outer
    if isClosing { gate.withLock { $0.open() } }
    if isFollowedByStart { start(options: worker.bytes.split(5)) }
  }

  /// Begins to observe the model.
  func observe() {
    Alchemic.observe { event in
      let program = Program.current
      // The object that was made is not stored yet.
      var kind: Kind?
      if case .didCreateObject(let factory, _) = event { kind = Kind(name: factory.name) }
      if let kind { program.begin(making: kind) }
      defer { if let kind { program.end(making: kind) } }
      program.within(.observer) {
        if case .didStoreObject(_, let values) = event {
          (values.old as? Living)?.check("is the old value of an event")
          (values.new as? Living)?.check("is the new value of an event")
        }
        program.act(in: .observer)
      }
    }
  }

  /// Has the second thread perform an operation, and waits for it.
  func handOff() {
    let (first, second) = (first, second)
    guard threads == .handOff, worker === first, SecondThread.shared.isIdle,
      gate.withLock({ $0.starting == 0 || $0.model != 0 })
    else { return }
    count("hand-offs")
    let isCreating = first.isInRequest
    second.bytes = first.bytes.split(2 + first.bytes.next() % 16)
    second.rest = first.rest
    let own = second.pool
    // While the first thread makes something it may go on before this has ended.
    if !isCreating { second.pool = first.pool }
    second.depth = 4
    second.isBesideOther = isCreating
    Trace.write("hand off")
    SecondThread.shared.begin {
      while !second.bytes.isEmpty, second.rest > 0 { self.operate() }
      second.pool = own
    }
    if SecondThread.shared.wait(milliseconds: isCreating ? 20 : 10_000) { return }
    count("waits for the first thread")
    if !isCreating { fatalError("The second thread waits for the first, which makes nothing") }
  }

  // MARK: Statistics

  func count(_ what: @autoclosure () -> String) { Statistics.count(what()) }

  /// Counts an error; it has to be one of those that a program may cause.
  func count(_ error: any Error, in what: String) {
    if let error = error as? AlchemicError {
      for problem in error.problems { Statistics.count("\(what): \(problem.id.rawValue)") }
    } else if error is Refusal {
      Statistics.count("\(what): refusal")
    } else {
      fatalError("\(what): \(error)")
    }
  }
}
