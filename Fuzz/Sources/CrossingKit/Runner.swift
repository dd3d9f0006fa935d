import Alchemic

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What the library did otherwise than the reference.
struct Difference: Error {
  let text: String
  let step: Int
  /// What differs, without numbers.
  var kind: Substring { text.prefix { $0 != ":" } }
}

/// Performs a program on the library and on the reference, and compares them after each operation.
@MainActor
final class Runner {
  static var statistics = Statistics()

  let operations: [Operation]
  var next = 0
  var reference = Reference()
  var held: [Part?] = Array(repeating: nil, count: 6)
  var tokens: [(element: AddedElement, model: Int, serial: Int)] = []
  /// Whether a task has stopped objects beside the program.
  var hasStoppedLater = false
  /// Whether a task may have ended a scope beside the program.
  var hasEndedLater = false
  var handles: [OpenScope?] = [nil, nil]
  var captures: [(captured: CapturedModel, context: Reference.Context)?] = [nil, nil]

  init(_ program: Program) { operations = program.operations }

  /// - Returns: The first difference; nil for none.
  static func run(_ program: Program) async -> Difference? {
    Journal.shared.withLock { $0.restart() }
    failing.withLock { $0 = [] }
    let runner = Runner(program)
    defer { statistics.endProgram() }
    do {
      while runner.next < runner.operations.count { try await runner.block() }
      try await runner.finish()
      return nil
    } catch {
      runner.abandon()
      return error as? Difference ?? Difference(text: "\(error)", step: runner.next)
    }
  }

  /// Performs operations up to the end of a child or a scope.
  func block() async throws {
    while next < operations.count {
      let operation = operations[next]
      next += 1
      if case .end = operation { return }
      reference.tags = Tags()
      if reference.context.model != nil { reference.tags.insert(.child) }
      if let model = reference.context.model, reference.models[model].shares {
        reference.tags.insert(.sharing)
      }
      if !reference.context.scopes.isEmpty { reference.tags.insert(.taskScope) }
      try await perform(operation)
    }
  }

  /// Skips the operations of a child or a scope that did not begin.
  func skip() {
    var depth = 1
    while next < operations.count, depth > 0 {
      switch operations[next] {
      case .child, .scope, .keyed, .enter: depth += 1
      case .end: depth -= 1
      default: break
      }
      next += 1
    }
  }

  private func finish() async throws {
    reference.tags = Tags()
    captures = [nil, nil]
    for place in handles.indices { try await letGo(place) }
    held = held.map { _ in nil }
    reference.held = held.map { _ in nil }
    Alchemic.reset()
    if let main = reference.main { _ = reference.end(main) }
    reference.main = nil
    try settle("finish")
    let living = Journal.shared.withLock(\.living)
    if living != 0 { throw difference("\(living) objects outlive the program") }
  }

  /// Releases everything, so that another program can run.
  private func abandon() {
    held = []
    captures = []
    handles = []
    Alchemic.reset()
    Alchemic.reset()
  }

  // MARK: Comparing

  func difference(_ text: String) -> Difference { Difference(text: text, step: next) }

  func require<T: Equatable>(_ actual: T, _ expected: T, _ what: String) throws {
    if actual != expected { throw difference("\(what): \(actual), expected \(expected)") }
  }

  /// Compares what has happened since the last operation.
  ///
  /// - Parameter stopped: The objects that had to be stopped, in a model.
  func settle(_ outcome: String, stopped: [Reference.Stop] = [], in model: Int = 0) throws {
    reference.sweep()
    let dead = reference.deaths.sorted()
    // A task that ends a scope may retain its objects for a moment.
    let latest = ContinuousClock.now + .seconds(5)
    while hasEndedLater, Journal.shared.withLock({ $0.deaths.count < dead.count }),
      ContinuousClock.now < latest
    {
      sched_yield()
    }
    let journal = Journal.shared.withLock { journal in
      defer {
        journal.births = []
        journal.deaths = []
        journal.stops = []
        journal.hooks = []
      }
      return journal
    }
    try require(journal.births, reference.births, "created")
    try require(journal.deaths.sorted(), dead, "released")
    try require(journal.hooks, reference.hooks, "notified")
    if !reference.isOrder(journal.stops, of: stopped, in: model) {
      throw difference("stopped: \(journal.stops), expected \(stopped)")
    }
    if !stopped.isEmpty { reference.tags.insert(.stopped) }
    if !dead.isEmpty { reference.tags.insert(.released) }
    reference.births = []
    reference.deaths = []
    reference.hooks = []
    Self.statistics.count(reference.tags, outcome)
  }

  /// Compares problems.
  func compare(_ error: any Error, _ expected: Set<String>, _ what: String) throws {
    if let error = error as? Difference { throw error }
    let ids = (error as? AlchemicError).map { Set($0.problems.map(\.id.rawValue)) }
    try require(ids ?? ["\(error)"], expected, what)
    reference.tags.insert(.failed)
  }

  /// Compares an answer, and holds it.
  func compare(
    _ actual: Result<Part, any Error>, _ expected: Result<Reference.Value, Fault>, hold: Int?,
    _ what: String
  ) throws -> String {
    switch (actual, expected) {
    case (.success(let part), .success(let value)):
      try require(part.serials, value.serials, what)
      try require(part.keys, value.keys, "\(what), keys")
      if let hold {
        held[hold] = part
        reference.held[hold] = value
      }
      return "answer"
    case (.failure(let error), .failure(let fault)):
      try compare(error, [fault.id], what)
      return fault.id
    case (.success(let part), .failure(let fault)):
      throw difference("\(what): \(part.serials), expected \(fault.id)")
    case (.failure(let error), .success(let value)):
      throw difference("\(what): \(error), expected \(value)")
    }
  }

  /// What the reference does; nil if that would stop the program.
  func expected<Value>(
    _ body: (inout Reference) throws(Fault) -> Value
  ) -> Result<Value, Fault>? {
    var trial = reference
    let result = Result { () throws(Fault) in try body(&trial) }
    if trial.isFatal { return nil }
    reference = trial
    return result
  }
}
