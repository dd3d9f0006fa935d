import AlchemicRuntime

/// An unowned reference to a model that may have ended.
package final class ModelHome: Sendable {
  /// Nil until the model is complete, and after its end.
  private let reference = AtomicReference<Model>()
  /// The same model. This reference keeps its memory, but not its contents.
  private let memory = AtomicReference<Model>()
  /// The same model, from ``lend()`` to its end.
  private let lent = AtomicReference<Model>()
  /// The name of a child model, for the message of a use after its end; nil for any other model.
  package let name: String?

  init(named name: String? = nil) { self.name = name }

  deinit { memory.load()?.releaseMemory() }

  /// Stores the model. Called once.
  func set(_ model: Model) {
    Borrowed(model).keepMemory()
    memory.store(Borrowed(model))
    reference.store(Borrowed(model))
  }

  /// The model; nil after its end, or after its deinitialization has begun.
  @inline(__always)
  package var model: Model? { reference.load()?.objectUnlessEnding }

  /// The model, also after its end; nil after its deinitialization has begun.
  var livingModel: Model? { memory.load()?.objectUnlessEnding }

  /// Whether there is no model, or it has ended. Retains nothing.
  @inline(__always)
  package var isEnded: Bool { reference.load() == nil }

  /// Calls `body` with the model. Returns nil after the end of the model, or after its
  /// deinitialization has begun.
  @inline(__always)
  func using<Result>(_ body: (Model) throws -> Result) rethrows -> Result? {
    try ThreadPin.using(lent, else: reference, body)
  }

  /// Allows requests to use the model without retaining it. The caller will call ``end()`` before
  /// it releases the model.
  package func lend() { lent.store(reference.load()) }

  /// Whether requests may use the model without retaining it.
  var isLent: Bool { lent.isLent }

  /// Stops the model from resolving further requests. The caller retains the model.
  func end() {
    let model = lent.load()
    lent.endLoan()
    reference.store(nil)
    if let model { ThreadPin.passRetains(of: model) }
  }
}
