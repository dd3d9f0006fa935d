import AlchemicCore
import Synchronization

/// From "not started" by way of "starting" to "ready", and what waits for that.
///
/// Decides under its lock and acts outside: the user's initializers, blocks and observers run
/// without it.
final class Lifecycle: Sendable {
  /// The one of the main model.
  static let main = Lifecycle()

  private enum Stage {
    case idle
    /// Declarations are gathered and checked: nothing can be asked for.
    case building
    /// Singletons are made: what they ask for can be had.
    case creating
    case ready
  }

  private struct State: Sendable {
    var stage = Stage.idle
    /// Counts the resets, so that a start sees that it was overtaken by one.
    var generation = 0
    var model: Model?
    /// The wires of all main models there were: see ``WireTable`` for why they are kept.
    var published: [WireTable] = []
    var queuedSets: [QueuedSet] = []
    /// Whether sets go to the model at once: when those that came before have been applied.
    var takesSets = false
    /// What the start that runs has applied: if it fails, the next one applies it again.
    var setsOfStart: [QueuedSet] = []
    var readyBlocks: [@Sendable () -> Void] = []
    var observers: [@Sendable (AlchemicEvent) -> Void] = []
  }

  /// An `AcSet` that came before the start.
  struct QueuedSet: @unchecked Sendable {
    // Proof: it is handed over, once, to the thread that starts the model; whether the object may
    // be used there is the contract of what is injected.
    let apply: (Model) throws -> Void
  }

  private let state = Locked(State())
  /// The address of the wires of the main model; 0 if there is none. They stay in memory, so whoever has
  /// read the address may use it.
  private let wiresAddress = Atomic<UInt>(0)

  /// The wires of the main model, if there is one.
  var wires: WireTable? {
    UnsafeRawPointer(bitPattern: wiresAddress.load(ordering: .acquiring))
      .map { Unmanaged<WireTable>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Starting

  func start(_ build: () throws -> Model) throws {
    let clock = ContinuousClock()
    let begin = clock.now
    let generation = try beginStart()
    do {
      let model = try build()
      try publish(model, generation)
      try applyQueuedSets(to: model, generation)
      let singletons = try model.createSingletons()
      try runReadyBlocks(generation)
      (model.warnings + singletons.waiting).forEach { announce(.warning($0)) }
      announce(
        .didFinishStarting(
          factories: model.factoryCount, singletons: singletons.made, duration: clock.now - begin))
    } catch {
      unpublish(ifStill: generation)
      throw error
    }
  }

  private func beginStart() throws -> Int {
    let generation: Int? = state.withLock { state in
      guard state.stage == .idle else { return nil }
      state.stage = .building
      return state.generation
    }
    guard let generation else { throw AlchemicError(Problem(.startedTwice, "Alchemic")) }
    return generation
  }

  private func publish(_ model: Model, _ generation: Int) throws {
    let wires = Unmanaged.passUnretained(model.wires)
    let isCurrent = state.withLock { state in
      guard state.generation == generation else { return false }
      state.stage = .creating
      state.model = model
      state.published.append(model.wires)
      wiresAddress.store(UInt(bitPattern: wires.toOpaque()), ordering: .releasing)
      CurrentModel.publish(UInt(bitPattern: wires.toOpaque()))
      return true
    }
    if !isCurrent { throw interrupted }
  }

  private var interrupted: AlchemicError { AlchemicError(Problem(.startInterrupted, "Alchemic")) }

  private func unpublish(ifStill generation: Int? = nil) {
    let model: Model? = state.withLock { state in
      guard generation == nil || generation == state.generation else { return nil }
      wiresAddress.store(0, ordering: .releasing)
      CurrentModel.publish(0)
      defer {
        state.model = nil
        state.stage = .idle
        state.takesSets = false
        state.queuedSets = state.setsOfStart + state.queuedSets
        state.setsOfStart = []
      }
      return state.model
    }
    _ = model?.clear()
  }

  /// Applies what was set before the start, and what is set meanwhile, in order. If one of them
  /// fails, all are for the next start.
  private func applyQueuedSets(to model: Model, _ generation: Int) throws {
    var applied: [QueuedSet] = []
    while true {
      let next: QueuedSet? = try state.withLock { state throws(AlchemicError) in
        guard state.generation == generation else { throw interrupted }
        if state.queuedSets.isEmpty {
          state.takesSets = true
          state.setsOfStart = applied
          return nil
        }
        return state.queuedSets.removeFirst()
      }
      guard let next else { return }
      applied.append(next)
      do {
        try next.apply(model)
      } catch {
        state.withLock { state in
          if state.generation == generation { state.queuedSets = applied + state.queuedSets }
        }
        throw error
      }
    }
  }

  private func runReadyBlocks(_ generation: Int) throws {
    // Let go of outside the lock.
    var applied: [QueuedSet] = []
    defer { withExtendedLifetime(applied) {} }
    while true {
      let next: (@Sendable () -> Void)? = try state.withLock { state throws(AlchemicError) in
        guard state.generation == generation else { throw interrupted }
        if state.readyBlocks.isEmpty {
          state.stage = .ready
          swap(&applied, &state.setsOfStart)
          return nil
        }
        return state.readyBlocks.removeFirst()
      }
      guard let next else { return }
      next()
    }
  }

  /// Back to before the start.
  func reset() {
    unpublish()
    let dropped = state.withLock { state in
      let dropped = (state.queuedSets, state.readyBlocks, state.observers)
      state = State(generation: state.generation + 1, published: state.published)
      return dropped
    }
    withExtendedLifetime(dropped) {}
  }

  // MARK: Waiting for it

  /// Applies a set now, or when the model starts.
  func set(_ apply: @escaping (Model) throws -> Void) throws {
    let queued = QueuedSet(apply: apply)
    let model: Model? = state.withLock { state in
      if state.takesSets { return state.model }
      state.queuedSets.append(queued)
      return nil
    }
    if let model { try apply(model) }
  }

  /// Runs the block now, or when the model is ready.
  func whenReady(_ block: @escaping @Sendable () -> Void) {
    let isReady = state.withLock { state in
      if state.stage == .ready { return true }
      state.readyBlocks.append(block)
      return false
    }
    if isReady { block() }
  }

  // MARK: Events

  func add(_ observer: @escaping @Sendable (AlchemicEvent) -> Void) {
    state.withLock { $0.observers.append(observer) }
  }

  private func announce(_ event: AlchemicEvent) {
    state.withLock { $0.observers }.forEach { $0(event) }
  }
}
