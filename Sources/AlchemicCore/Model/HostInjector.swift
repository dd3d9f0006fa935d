package import AlchemicRuntime

/// Injects the properties of objects that a model creates. The layer above implements it.
package protocol HostInjector: HostInspector {
  /// Injects an object.
  ///
  /// - Parameter isNew: Whether a factory has just created it, so that no other thread has access.
  /// - Returns: Whether other objects of its class need no injection in the current revision.
  func inject(_ object: AnyObject, from model: Model, isNew: Bool) throws -> Bool

  /// Checks, with the first value of a structure, that its injected properties can be resolved.
  ///
  /// - Parameters:
  ///   - value: The address of the value.
  ///   - type: The structure.
  /// - Returns: Whether other values of the type need no check in the current revision.
  func check(_ value: ValueAddress, of type: Any.Type, in model: Model) throws -> Bool

  /// Releases what only a circle of its own properties retains. The model has released the objects.
  ///
  /// - Parameters:
  ///   - objects: The objects, to which nobody else refers if they are unused; empty afterwards.
  ///   - round: How often this was done before.
  func releaseCircles(of objects: inout [AnyObject], round: Int)

  /// Notifies the hosts with hooks that follow an object that has been replaced.
  func notifyFollowers(of replacement: Replacement, in model: Model)

  /// Returns whether a model is the current one of the calling task or thread.
  func isCurrent(_ model: Model) -> Bool

  /// Runs code of a model with that model as the current one.
  func run<Result>(as model: Model, _ body: () throws -> Result) rethrows -> Result

  /// The same for an asynchronous function.
  func run<Result: Sendable>(
    as model: Model, _ body: @Sendable () async throws -> Result
  ) async rethrows -> Result
}

/// An injector that its model retains. A call of a method of an existential would retain the object
/// itself, and all threads that create hosts would write its count.
struct LentInjector: Sendable {
  private let type: any HostInjector.Type
  private let address: UInt

  init(_ injector: any HostInjector) {
    (type, address) = (Swift.type(of: injector), Borrowed(injector as AnyObject).address)
  }

  /// As ``HostInjector/inject(_:from:isNew:)``.
  func inject(_ object: AnyObject, from model: Model, isNew: Bool) throws -> Bool {
    try type.inject(object, at: address, from: model, isNew: isNew)
  }
}

extension HostInjector {
  fileprivate static func inject(
    _ object: AnyObject, at address: UInt, from model: Model, isNew: Bool
  ) throws -> Bool {
    try Borrowed<Self>(at: address).unsafelyUnwrapped.with {
      try $0.inject(object, from: model, isNew: isNew)
    }
  }
}
