public import AlchemicCore
public import Synchronization

/// The model that answers here and now: the one of the task, else the main one.
@usableFromInline
package enum CurrentModel {
  @TaskLocal private static var ofTask: Model?
  /// Whether any task has ever had a model of its own; a program that is no test never pays for
  /// asking its task.
  private static let tasksMayHaveOne = Atomic<Bool>(false)

  /// Runs `body` with a model in front of the main one, for the current task and its children.
  package static func withModel<Result>(
    _ model: Model, _ body: () throws -> Result
  ) rethrows -> Result {
    tasksMayHaveOne.store(true, ordering: .sequentiallyConsistent)
    keptWires.store(0, ordering: .sequentiallyConsistent)
    return try $ofTask.withValue(model, operation: body)
  }

  /// Does the same for an asynchronous function.
  package nonisolated(nonsending) static func withModel<Result>(
    _ model: Model, _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    tasksMayHaveOne.store(true, ordering: .sequentiallyConsistent)
    keptWires.store(0, ordering: .sequentiallyConsistent)
    return try await $ofTask.withValue(model, operation: body)
  }

  /// The task's own model, if it has one.
  static var scoped: Model? {
    tasksMayHaveOne.load(ordering: .acquiring) ? ofTask : nil
  }

  /// The model.
  ///
  /// - Throws: `not-started` if there is none yet.
  static func get(for caller: String) throws -> Model {
    if let model = scoped ?? Lifecycle.main.model() { return model }
    throw Lifecycle.main.notStarted(caller)
  }

  /// The address of the wires that answer everybody: those of the main model, unless there is none
  /// yet or a task has ever had a model of its own; then 0.
  @usableFromInline static let keptWires = Atomic<UInt>(0)

  /// Makes the wires of the main model those that answer everybody.
  static func publish(_ wires: UInt) {
    keptWires.store(wires, ordering: .sequentiallyConsistent)
    // A task may just have got its first model of its own.
    if tasksMayHaveOne.load(ordering: .sequentiallyConsistent) {
      keptWires.store(0, ordering: .sequentiallyConsistent)
    }
  }

  /// How the main model answers a request by type, if it was made before.
  ///
  /// - Complexity: About eight loads.
  @inlinable
  static func knownWire<Value>(for type: Value.Type) -> Unmanaged<Wire<Value>>? {
    // The wires of a main model stay in memory.
    UnsafeRawPointer(bitPattern: keptWires.load(ordering: .acquiring)).flatMap {
      Unmanaged<WireTable>.fromOpaque($0)._withUnsafeGuaranteedRef { $0.knownWire(for: type) }
    }
  }

  /// How the main model answers a request by type and name, if it was made in that form before.
  @inlinable
  static func knownWire<Value>(
    for type: Value.Type, named name: String
  ) -> Unmanaged<Wire<Value>>? {
    UnsafeRawPointer(bitPattern: keptWires.load(ordering: .acquiring)).flatMap {
      Unmanaged<WireTable>.fromOpaque($0)._withUnsafeGuaranteedRef {
        $0.knownWire(for: type, named: name)
      }
    }
  }

  /// Finds the wire of a request in the form of its name from now on, if the main model answers everybody.
  static func remember<Value>(_ wire: Wire<Value>, named name: String) {
    guard let address = UnsafeRawPointer(bitPattern: keptWires.load(ordering: .acquiring)) else {
      return
    }
    Unmanaged<WireTable>.fromOpaque(address).takeUnretainedValue().remember(wire, named: name)
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

  /// How a property is answered that follows.
  static func followedWire<Value>(
    for type: Value.Type, matching criteria: SearchCriteria
  ) throws -> Wire<Value> {
    if criteria.isEmpty { return try wire(for: type, matching: criteria, caller: "A property") }
    return try get(for: "A property").followedWire(for: type, matching: criteria)
  }
}
