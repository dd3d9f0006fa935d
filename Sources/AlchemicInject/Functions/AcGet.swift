// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

/// Returns the object that satisfies a request; the type that is expected says what is searched.
///
/// ```swift
/// let wallet: Wallet = try AcGet()
/// let rules: [any Rule] = try AcGet()
/// let auditor: (any Auditor)? = try AcGet()
/// ```
///
/// - Parameter type: What the caller needs; usually left to the context.
/// - Returns: A singleton's shared object, a new object from a template, what `AcSet` gave to a
///   reference; nil for an optional and `[]` for an array if nothing matches.
/// - Throws: ``AlchemicError``: see ``Model/get(_:matching:)``; `not-started` before the start.
/// - Complexity: O(1) for a type asked before; O(*f*) in the factories the first time.
@inlinable
public func AcGet<Value>(
  _ type: Value.Type = Value.self, fileID: StaticString = #fileID, line: UInt = #line
) throws -> Value {
  if let kept = CurrentModel.kept(type) { return kept }
  return try get(type, SearchCriteria(), Place(fileID: fileID, line: line))
}

/// Returns the object that satisfies a request with criteria.
///
/// - Parameters:
///   - type: What the caller needs; usually left to the context.
///   - criterion: For example `AcName("main")`.
///   - more: All of them must hold.
/// - Returns: As ``AcGet(_:fileID:line:)``.
/// - Throws: As ``AcGet(_:fileID:line:)``.
public func AcGet<Value>(
  _ type: Value.Type, _ criterion: SearchCriterion, _ more: SearchCriterion...,
  fileID: StaticString = #fileID, line: UInt = #line
) throws -> Value {
  try get(type, SearchCriteria(criterion, more), Place(fileID: fileID, line: line))
}

/// Returns the object that satisfies a request with criteria; the type that is expected is searched.
///
/// - Parameters:
///   - criterion: For example `AcName("main")`.
///   - more: All of them must hold.
/// - Returns: As ``AcGet(_:fileID:line:)``.
/// - Throws: As ``AcGet(_:fileID:line:)``.
public func AcGet<Value>(
  _ criterion: SearchCriterion, _ more: SearchCriterion..., fileID: StaticString = #fileID,
  line: UInt = #line
) throws -> Value {
  try get(Value.self, SearchCriteria(criterion, more), Place(fileID: fileID, line: line))
}

/// A constant needs no search.
@available(*, unavailable, message: "a constant needs no search: use the value itself")
public func AcGet<Value>(
  _ constant: Constant<Value>, fileID: StaticString = #fileID, line: UInt = #line
) throws -> Value { constant.value }

/// Nil needs no search.
@available(*, unavailable, message: "nil needs no search: use nil itself")
public func AcGet<Value>(
  _ nothing: NilConstant, fileID: StaticString = #fileID, line: UInt = #line
) throws -> Value? { nil }

@usableFromInline
func get<Value>(
  _ type: Value.Type, _ criteria: SearchCriteria, _ place: Place
) throws -> Value {
  try CreationPath.within(.request("AcGet", place)) {
    try CurrentModel.wire(for: type, matching: criteria, caller: "AcGet").value()
  }
}
