// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicRuntime
public import AlchemicCore

// This folder contains the functions that a program calls once it has a model.

/// Returns the object that satisfies a request. The expected type of the result determines the
/// search.
///
/// ```swift
/// let wallet: Wallet = try AcGet()
/// let rules: [any Rule] = try AcGet()
/// let auditor: (any Auditor)? = try AcGet()
/// ```
///
/// - Parameter type: The requested type; usually inferred from the context.
/// - Returns: The shared object of a singleton, a new object from a template, or the object that
///   `AcSet` stored in a reference. If nothing matches, nil for an optional, and `[]` for an array.
/// - Throws: ``AlchemicError``, as ``Model/get(_:matching:)`` does; with `not-started` before the
///   start.
/// - Complexity: O(1) for a type that was requested before; O(*f*) in the factories the first time.
@inlinable @inline(__always)
public func AcGet<Value>(
  _ type: Value.Type = Value.self, fileID: StaticString = #fileID, line: UInt = #line
) throws -> Value {
  guard let resolver = CurrentModel.knownResolver(for: type) else {
    return try get(type, SearchCriteria(), CodeLocation(fileID: fileID, line: line))
  }
  return try get(type, from: resolver, CodeLocation(fileID: fileID, line: line))
}

/// Returns the object that satisfies a request with a criterion.
///
/// - Parameters:
///   - type: The requested type; usually inferred from the context.
///   - criterion: For example `.named("main")`.
/// - Returns: As ``AcGet(_:fileID:line:)-(Value.Type,_,_)``.
/// - Throws: As ``AcGet(_:fileID:line:)-(Value.Type,_,_)``.
/// - Complexity: As ``AcGet(_:fileID:line:)-(Value.Type,_,_)``. A repeated request for the same
///   name does not read the characters of the name if the name is a literal or not longer than 15
///   bytes.
@inlinable @inline(__always)
public func AcGet<Value>(
  _ type: Value.Type, _ criterion: SearchCriterion, fileID: StaticString = #fileID,
  line: UInt = #line
) throws -> Value {
  guard let name = criterion.name,
    let resolver = CurrentModel.knownResolver(for: type, named: name)
  else {
    return try get(type, SearchCriteria(criterion), CodeLocation(fileID: fileID, line: line))
  }
  return try get(type, from: resolver, CodeLocation(fileID: fileID, line: line))
}

/// Returns the object that satisfies a request with several criteria.
///
/// - Parameters:
///   - type: The requested type; usually inferred from the context.
///   - criterion: For example `.ofClass(Amex.self)`.
///   - other: The second criterion.
///   - more: Further criteria. All must hold.
/// - Returns: As ``AcGet(_:fileID:line:)-(Value.Type,_,_)``.
/// - Throws: As ``AcGet(_:fileID:line:)-(Value.Type,_,_)``.
public func AcGet<Value>(
  _ type: Value.Type, _ criterion: SearchCriterion, _ other: SearchCriterion,
  _ more: SearchCriterion..., fileID: StaticString = #fileID, line: UInt = #line
) throws -> Value {
  try get(type, SearchCriteria(criterion, [other] + more), CodeLocation(fileID: fileID, line: line))
}

/// Returns the object of the expected type that satisfies a request with a criterion.
///
/// - Parameter criterion: For example `.named("main")`.
/// - Returns: As ``AcGet(_:fileID:line:)``.
/// - Throws: As ``AcGet(_:fileID:line:)``.
/// - Complexity: As ``AcGet(_:_:fileID:line:)``.
@inlinable @inline(__always)
public func AcGet<Value>(
  _ criterion: SearchCriterion, fileID: StaticString = #fileID, line: UInt = #line
) throws -> Value {
  try AcGet(Value.self, criterion, fileID: fileID, line: line)
}

/// Returns the object of the expected type that satisfies a request with several criteria.
///
/// - Parameters:
///   - criterion: For example `.ofClass(Amex.self)`.
///   - other: The second criterion.
///   - more: Further criteria. All must hold.
/// - Returns: As ``AcGet(_:fileID:line:)-(Value.Type,_,_)``.
/// - Throws: As ``AcGet(_:fileID:line:)-(Value.Type,_,_)``.
public func AcGet<Value>(
  _ criterion: SearchCriterion, _ other: SearchCriterion, _ more: SearchCriterion...,
  fileID: StaticString = #fileID, line: UInt = #line
) throws -> Value {
  try get(
    Value.self, SearchCriteria(criterion, [other] + more), CodeLocation(fileID: fileID, line: line))
}

/// Unavailable: a constant needs no search.
@available(*, unavailable, message: "a constant needs no search: use the value itself")
public func AcGet<Value>(
  _ constant: Constant<Value>, fileID: StaticString = #fileID, line: UInt = #line
) throws -> Value { constant.value }

/// Unavailable: nil needs no search.
@available(*, unavailable, message: "nil needs no search: use nil itself")
public func AcGet<Value>(
  _ nothing: NilConstant, fileID: StaticString = #fileID, line: UInt = #line
) throws -> Value? { nil }

/// Unavailable: the context must determine the requested type.
@available(
  *, unavailable,
  message: "the type is missing: write let wallet: Wallet = try AcGet(), or AcGet(Wallet.self)"
)
public func AcGet(
  _ criteria: SearchCriterion..., fileID: StaticString = #fileID, line: UInt = #line
) throws {}

/// Answers a request whose resolver is known.
@inlinable @inline(__always)
func get<Value>(
  _ type: Value.Type, from resolver: Borrowed<Resolver>,
  _ location: @autoclosure () -> CodeLocation
) throws -> Value {
  try resolver.with { try $0.cached(as: type) { try created(type, by: resolver, location()) } }
}

/// Answers a request whose answer is not cached. This is a separate function, so that a request
/// with a cached answer needs less stack.
@inlinable @inline(never)
func created<Value>(
  _ type: Value.Type, by resolver: Borrowed<Resolver>, _ location: CodeLocation
) throws -> Value {
  let request = CreationPath.Request("AcGet", location)
  return try withUnsafePointer(to: request) { request in
    let request = CreationPath.RequestReference(request)
    return try resolver.with { try $0.newValue(as: type, for: request) }
  }
}

@usableFromInline
func get<Value>(
  _ type: Value.Type, _ criteria: SearchCriteria, _ location: CodeLocation
) throws -> Value {
  try CreationPath.within(.request(CreationPath.Request("AcGet", location))) {
    let resolver = try CurrentModel.resolver(for: type, matching: criteria, caller: "AcGet")
    if let name = criteria.onlyName { CurrentModel.remember(resolver, named: name) }
    return try resolver.value(as: type)
  }
}
