// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicRuntime
public import AlchemicCore
import Synchronization

/// Stores a new object in a singleton or a reference; every property that follows it shows it when
/// this returns.
///
/// The object is injected, stored, and then the hosts that have hooks are told, in the order in
/// which they were injected. The old object is let go before that. Called from such a hook for the
/// same factory, or where the old object ends, the hosts are told once more when the round that
/// runs is over.
///
/// Before the start it is queued, and applied in order once the model is built.
///
/// - Parameters:
///   - object: The new object.
///   - criteria: Which factory is meant, where its type does not tell.
/// - Throws: ``AlchemicError`` with `not-settable` unless exactly one singleton or reference
///   matches, `wrong-type` if the object does not fit it.
/// - Complexity: O(*h*) in the live hosts with hooks that follow the factory.
@inlinable
public func AcSet<Value>(
  _ object: Value, _ criteria: SearchCriterion..., fileID: StaticString = #fileID,
  line: UInt = #line
) throws {
  let location = CodeLocation(fileID: fileID, line: line)
  if criteria.isEmpty {
    let isSet = try withUnsafePointer(to: object) {
      try KnownSettable.set(Value.self, at: ValueAddress(of: $0), location)
    }
    if isSet { return }
  }
  try set(object, criteria, location)
}

/// Stores an object or nil; nil only in a factory that is `AcNillable()`.
///
/// - Parameters:
///   - object: The new object, or nil.
///   - criteria: Which factory is meant, where its type does not tell.
/// - Throws: As ``AcSet(_:_:fileID:line:)``, and `not-nillable`.
public func AcSet<Value>(
  _ object: Value?, _ criteria: SearchCriterion..., fileID: StaticString = #fileID,
  line: UInt = #line
) throws {
  if let object, criteria.isEmpty { return try AcSet(object, fileID: fileID, line: line) }
  try set(object, as: Value.self, criteria, CodeLocation(fileID: fileID, line: line))
}

/// Stores nil in the factory that the criteria find; it must be `AcNillable()`.
///
/// - Parameters:
///   - nothing: ``AcNil``.
///   - criteria: Which factory is meant.
/// - Throws: As ``AcSet(_:_:fileID:line:)``, and `not-nillable`.
public func AcSet(
  _ nothing: NilConstant, _ criteria: SearchCriterion..., fileID: StaticString = #fileID,
  line: UInt = #line
) throws {
  try set(nil, as: Never.self, criteria, CodeLocation(fileID: fileID, line: line))
}

/// A constant finds no factory.
@available(
  *, unavailable, message: "a constant finds no factory: use AcName, AcClass or AcProtocol"
)
public func AcSet<Value, Other>(
  _ object: Value, _ constant: Constant<Other>, fileID: StaticString = #fileID, line: UInt = #line
) throws {}

/// Where objects of a type are stored, if such a one was stored before, and nothing else has to be
/// thought of.
@usableFromInline
enum KnownSettable {
  /// Stores what lies at an address.
  ///
  /// - Returns: Whether it is stored; if not, somebody else has to do it.
  @usableFromInline
  static func set(
    _ type: Any.Type, at address: ValueAddress, _ location: CodeLocation
  ) throws -> Bool {
    guard !Observation.isActive, CurrentModel.scoped == nil,
      let model = Lifecycle.main.answering.readyModel,
      // It lives as long as the model.
      let factory = model.knownFactory(forSetting: type)
    else { return false }
    try CreationPath.within(.request(CreationPath.Request("AcSet", location))) {
      try factory.with {
        try notifyFollowers(of: model.set($0, toProductAt: address).replacement, in: model)
      }
    }
    return true
  }
}

/// Releases what resolvers kept, and then notifies the hosts that follow.
private func notifyFollowers(of replacement: consuming Replacement, in model: Model) {
  if !replacement.released.isEmpty { replacement.released = [] }
  TransientRegistry.notifyFollowers(of: replacement, in: model)
}

/// Stores an object wherever its type and the criteria lead.
@usableFromInline
func set<Value>(_ object: Value, _ criteria: [SearchCriterion], _ location: CodeLocation) throws {
  try set(object, as: Value.self, criteria, location)
}

private func set(
  _ object: Any?, as type: Any.Type, _ criteria: [SearchCriterion], _ location: CodeLocation
) throws {
  let criteria = criteria.first.map { SearchCriteria($0, Array(criteria.dropFirst())) }
  func apply(to model: Model) throws {
    try CreationPath.within(.request(CreationPath.Request("AcSet", location))) {
      var (old, replacement) = try model.set(
        object, as: type, matching: criteria ?? SearchCriteria())
      if let listener = model.listener {
        let factory = replacement.slot.factory
        listener.didStoreObject(
          factory.facts, old: old.map(factory.value), new: object, number: replacement.number)
      }
      old = nil
      // A copy would keep what the resolvers kept.
      notifyFollowers(of: consume replacement, in: model)
    }
  }
  if let model = CurrentModel.scoped { return try apply(to: model) }
  try Lifecycle.main.set(apply)
}

/// Injects an object that was made elsewhere, as if the model had made it.
///
/// Its class need not be registered, and having nothing to inject is fine. Properties of a host
/// without hooks resolve when they are read, so this is for hosts that conform to
/// ``AlchemicAware``; it does no harm to others. In the object's own deinit it does nothing.
///
/// - Parameter object: For example a view controller, or something that was decoded.
/// - Precondition: Alchemic is started, and every property can be resolved: like reading a
///   property, this stops the program with the message of the problem.
public func AcInjectDependencies(
  _ object: AnyObject, fileID: StaticString = #fileID, line: UInt = #line
) {
  if isDying(object) { return }
  do {
    try CreationPath.within(
      .request(
        CreationPath.Request(
          "AcInjectDependencies", CodeLocation(fileID: fileID, line: line), canThrow: false))
    ) {
      let model = try CurrentModel.get(for: "AcInjectDependencies")
      _ = try HostInjection.inject(object, from: model, isNew: false)
    }
  } catch { stop(error) }
}
