import AlchemicRuntime

/// An unowned reference to a model that may have ended.
package final class ModelHome: Sendable {
  /// Nil until the model is complete, and after its end.
  private let reference = AtomicReference<Model>()
  /// The same model. This reference keeps its memory, but not its contents.
  private let memory = AtomicReference<Model>()
  /// The name of a child model, for the message of a use after its end; nil for any other model.
  let name: String?

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
  var isEnded: Bool { reference.load() == nil }

  /// Stops the model from resolving further requests.
  func end() { reference.store(nil) }
}
