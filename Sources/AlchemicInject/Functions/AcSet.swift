// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicRuntime
public import AlchemicCore
import Synchronization

/// Stores a new object in a singleton or a reference. When this function has returned, every
/// property that follows the factory returns the new object.
///
/// The object is injected and stored, and the model releases the old object. Then the hosts with
/// hooks that follow the factory are notified, in the order in which they were injected. If a hook
/// or the deinit of the old object calls `AcSet` for the same factory, the hosts are notified once
/// more, after the current round.
///
/// Before the start, the call is queued. The start applies queued calls in order, before it creates
/// singletons.
///
/// - Parameters:
///   - object: The new object.
///   - criteria: Conditions that identify the factory, if the type of the object does not.
/// - Throws: ``AlchemicError`` with `not-settable` unless exactly one singleton or reference
///   matches; with `wrong-type` if the object does not fit the factory. If the call is queued, the
///   start throws this error instead.
/// - Complexity: O(*h*) in the live hosts with hooks that follow the factory.
@inlinable
public func AcSet<Value>(
  _ object: Value, _ criteria: SearchCriterion..., fileID: StaticString = #fileID,
  line: UInt = #line
) throws {
  let location = CodeLocation(fileID: fileID, line: line)
  if criteria.isEmpty {
    let isSet = try withUnsafePointer(to: object) {
      try setKnown(Value.self, at: ValueAddress(of: $0), location)
    }
    if isSet { return }
  }
  try set(object, criteria, location)
}

/// Stores an object or nil. Only a factory with the option `.nillable` accepts nil.
///
/// - Parameters:
///   - object: The new object, or nil.
///   - criteria: Conditions that identify the factory, if the type of the object does not.
/// - Throws: As ``AcSet(_:_:fileID:line:)``, and `not-nillable`.
public func AcSet<Value>(
  _ object: Value?, _ criteria: SearchCriterion..., fileID: StaticString = #fileID,
  line: UInt = #line
) throws {
  if let object, criteria.isEmpty { return try AcSet(object, fileID: fileID, line: line) }
  try set(object, as: Value.self, criteria, CodeLocation(fileID: fileID, line: line))
}

/// Stores nil in the factory that meets the criteria. The factory must have the option
/// `.nillable`.
///
/// - Parameters:
///   - nothing: ``AcNil``.
///   - criteria: Conditions that identify the factory.
/// - Throws: As ``AcSet(_:_:fileID:line:)``, and `not-nillable`.
public func AcSet(
  _ nothing: NilConstant, _ criteria: SearchCriterion..., fileID: StaticString = #fileID,
  line: UInt = #line
) throws {
  try set(nil, as: Never.self, criteria, CodeLocation(fileID: fileID, line: line))
}

/// Unavailable: a constant identifies no factory.
@available(
  *, unavailable, message: "a constant finds no factory: use .named, .ofClass or .conforming"
)
public func AcSet<Value, Other>(
  _ object: Value, _ constant: Constant<Other>, fileID: StaticString = #fileID, line: UInt = #line
) throws {}

/// Unavailable: the object itself is stored.
@available(*, unavailable, message: "write the value itself: AcSet(\"x\", .named(\"name\"))")
public func AcSet<Value>(
  _ constant: Constant<Value>, _ criteria: SearchCriterion..., fileID: StaticString = #fileID,
  line: UInt = #line
) throws {}

/// Stores a copy of the value at an address: the fast case of `AcSet`. It applies if an object of
/// this type was stored before, nothing observes events, the calling task has no own model, and the
/// model is ready.
///
/// - Returns: Whether the value was stored. If not, the caller stores it in the general way.
@usableFromInline
func setKnown(
  _ type: Any.Type, at address: ValueAddress, _ location: CodeLocation
) throws -> Bool {
  guard CurrentModel.scoped == nil, let model = CurrentModel.readyMain else { return false }
  return try withExtendedLifetime(model) {
    try setKnown(type, at: address, location, keptBy: nil, in: Borrowed(model))
  }
}

/// - Parameters:
///   - scope: The scope that must keep the object; nil if any scope or the model may keep it.
///   - model: The model, which the caller keeps alive.
@inline(__always)
package func setKnown(
  _ type: Any.Type, at address: ValueAddress, _ location: CodeLocation, keptBy scope: Scope?,
  in model: Borrowed<Model>
) throws -> Bool {
  // The factory lives as long as the model.
  guard !HotWord.observers.isSet, model.with({ !$0.home.isEnded }),
    let factory = model.with({ $0.knownFactory(forSetting: type) }),
    scope.map({ scope in factory.with { $0.scopeKind == scope.kind } }) ?? true
  else { return false }
  try CreationPath.within(.request(CreationPath.Request("AcSet", location))) {
    try factory.with { factory in
      try model.with { model in
        let (_, replacement) = try model.set(
          factory, toProductAt: address, by: location, in: scope)
        notifyFollowers(of: replacement, in: model)
      }
    }
  }
  return true
}

/// Releases the previous answers of the resolvers, and then notifies the hosts that follow.
@inline(__always)
private func notifyFollowers(of replacement: consuming Replacement, in model: Model) {
  if !replacement.released.isEmpty { replacement.released = [] }
  if replacement.notifier == nil { return }
  TransientRegistry.notifyFollowers(of: replacement, in: model)
}

/// Stores an object in the factory that its type and the criteria identify.
@usableFromInline
func set<Value>(_ object: Value, _ criteria: [SearchCriterion], _ location: CodeLocation) throws {
  try set(object, as: Value.self, criteria, location)
}

private func set(
  _ object: Any?, as type: Any.Type, _ criteria: [SearchCriterion], _ location: CodeLocation
) throws {
  try store(object, as: type, criteria, location, keptBy: nil)
}

/// - Parameter scope: The kind of scope that must keep the object; nil if any scope or the model
///   may keep it.
package func store(
  _ object: Any?, as type: Any.Type, _ criteria: [SearchCriterion], _ location: CodeLocation,
  keptBy scope: ScopeKind?, in model: Model? = nil
) throws {
  let criteria = criteria.first.map { SearchCriteria($0, Array(criteria.dropFirst())) }
  @inline(never)
  func apply(to model: Model) throws {
    try CreationPath.within(.request(CreationPath.Request("AcSet", location))) {
      try model.requireLife(for: "AcSet")
      var (old, replacements) = try model.set(
        object, as: type, matching: criteria ?? SearchCriteria(), by: location, keptBy: scope)
      if let listener = model.listener {
        let factory = replacements[0].slot.factory
        listener.didStoreObject(
          factory.facts, old: old.map(factory.value), new: object, number: replacements[0].number)
      }
      old = nil
      for index in replacements.indices { replacements[index].released = [] }
      for replacement in replacements {
        TransientRegistry.notifyFollowers(of: replacement, in: model)
      }
    }
  }
  if let model = model ?? CurrentModel.scoped { return try apply(to: model) }
  try Lifecycle.main.set(apply)
}

/// Injects an object that the program has created, as if the model had created it.
///
/// This function is for hosts that conform to ``AlchemicAware``. Other hosts resolve their
/// properties when these are read, so for other hosts the function only checks that each property
/// can be resolved. The class of the object need not be registered, and the object may have no
/// injected properties. In the deinit of the object, the function does nothing.
///
/// - Parameter object: For example a view controller, or a decoded object.
/// - Precondition: Alchemic is started, and every property can be resolved. Otherwise the program
///   stops with the message of the problem, as for the read of a property.
public func AcInjectDependencies(
  _ object: AnyObject, fileID: StaticString = #fileID, line: UInt = #line
) {
  if isDying(object) { return }
  let location = CodeLocation(fileID: fileID, line: line)
  do {
    try CreationPath.within(
      .request(CreationPath.Request("AcInjectDependencies", location, canThrow: false))
    ) {
      let model = try CurrentModel.get(for: "AcInjectDependencies")
      _ = try HostInjection.inject(object, from: model, isNew: false)
    }
  } catch { stop("\(error)", at: location) }
}
