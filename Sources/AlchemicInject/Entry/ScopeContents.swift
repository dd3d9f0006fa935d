public import AlchemicCore

/// Gives an open scope its first objects: see
/// ``Alchemic/withScope(_:timeout:fileID:line:_:operation:)``.
public struct ScopeContents {
  let kind: ScopeKind

  /// Stores an object in the scope, as `AcSet` does.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - criteria: Conditions that identify the factory, if the type of the object does not.
  /// - Throws: As `AcSet`; `not-settable` if the scope does not keep the object.
  public func set<Value>(
    _ object: Value, _ criteria: SearchCriterion..., fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    try store(
      object, as: Value.self, criteria, CodeLocation(fileID: fileID, line: line), keptBy: kind)
  }
}
