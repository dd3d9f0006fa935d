import AlchemicRuntime
import AlchemicCore

/// The word of an injection point that refers to another object. Before the point has its value,
/// this is the child model or the scope to which the point is bound. Later it is the transient
/// point that has the value, if there is one. The point retains the object.
///
/// One word serves both purposes, because most hosts of the main model are bound to nothing.
typealias PointLink = AtomicReference<AnyObject>

extension PointLink {
  // A thread stores a reference only while it holds the state `filling`. A reader of a bound point
  // loads the word, and then checks that the point is still bound. If so, the word was not replaced
  // before the check. The resolver of the transient point retains the home, so a reader may use the
  // home as long as the point.

  /// Stores an object and retains it.
  ///
  /// - Returns: The previous object, if any.
  func refer(to object: AnyObject) -> AnyObject? { exchange(for: .retaining(object))?.take() }

  /// Returns the model to which a point is bound; nil if it is bound to none, or has its value.
  ///
  /// - Parameters:
  ///   - type: The type of the property, for the message of the error.
  ///   - state: Loads the state of the point.
  /// - Throws: `model-gone`.
  func boundModel(_ type: Any.Type, _ state: () -> UInt8) throws -> Model? {
    guard let keeper = keeper(state) else { return nil }
    let home = (keeper as? Scope)?.home ?? unsafeDowncast(keeper, to: ModelHome.self)
    guard let model = home.servingModel else { throw home.gone(typeName(type)) }
    return model
  }

  /// Returns the scope to which a point is bound; nil if it is bound to none, or has its value.
  func boundScope(_ state: () -> UInt8) -> Scope? { keeper(state) as? Scope }

  /// The scope or the home of the model to which a point is bound.
  private func keeper(_ state: () -> UInt8) -> AnyObject? {
    var pause = SpinPause()
    while true {
      switch state() {
      case PointState.bound:
        guard let home = load(), state() == PointState.bound else { continue }
        return home.object
      // Another thread is binding the point, or is writing its value.
      case PointState.filling: pause.wait()
      default: return nil
      }
    }
  }
}

extension InjectionPointing {
  /// Resolves the value within the scope to which the point is bound, if any.
  func inBoundScope<Result>(_ resolve: (Scope?) throws -> Result) rethrows -> Result {
    guard let scope = boundScope else { return try resolve(nil) }
    return try CurrentScope.run(in: scope) { try resolve(scope) }
  }

  /// Returns the resolver of a property without a value.
  ///
  /// - Parameters:
  ///   - type: The requested type.
  ///   - model: The model that injects the host as a whole; nil if the property is read.
  ///   - host: The host that is read; nil if no class declares the property.
  /// - Returns: Nil if another thread has resolved the property.
  func resolver(
    for type: Any.Type, _ criteria: SearchCriteria, in model: Model?, of host: AnyObject?
  ) throws -> Resolver? {
    if let model = try model ?? boundModel() ?? host.flatMap(CurrentModel.owner) {
      return try model.resolver(for: type, matching: criteria)
    }
    if isResolved { return nil }
    return try CurrentModel.resolver(for: type, matching: criteria, caller: "A property")
  }
}
