package import AlchemicCore
import Synchronization

/// The model that answers here and now: the one of the task, else the main one.
package enum CurrentModel {
  @TaskLocal private static var ofTask: Model?
  /// Whether any task has ever had a model of its own; a program that is no test never pays for
  /// asking its task.
  private static let tasksMayHaveOne = Atomic<Bool>(false)

  /// Runs `body` with a model in front of the main one, for the current task and its children.
  package static func withModel<Result>(
    _ model: Model, _ body: () throws -> Result
  ) rethrows -> Result {
    tasksMayHaveOne.store(true, ordering: .releasing)
    return try $ofTask.withValue(model, operation: body)
  }

  /// The task's own model, if it has one.
  static var scoped: Model? {
    tasksMayHaveOne.load(ordering: .acquiring) ? ofTask : nil
  }

  /// The model.
  ///
  /// - Throws: `not-started` if there is none yet.
  static func get(for caller: String) throws -> Model {
    if let model = scoped ?? Lifecycle.main.wires?.model { return model }
    throw AlchemicError(Problem(.notStarted, caller, path: CreationPath.steps()))
  }

  /// The object of a type, if the main model keeps it for all.
  static func kept<Value>(_ type: Value.Type) -> Value? {
    if tasksMayHaveOne.load(ordering: .acquiring) { return nil }
    return Lifecycle.main.wires?.wire(for: type)?.kept
  }

  /// How a request is answered.
  static func wire<Value>(
    for type: Value.Type, matching criteria: SearchCriteria, caller: @autoclosure () -> String
  ) throws -> Wire<Value> {
    if !tasksMayHaveOne.load(ordering: .acquiring), criteria.isEmpty,
      let wire = Lifecycle.main.wires?.wire(for: type)
    {
      return wire
    }
    return try get(for: caller()).wire(for: type, matching: criteria)
  }
}
