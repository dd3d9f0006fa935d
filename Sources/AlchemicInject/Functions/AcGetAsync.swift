// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AlchemicRuntime
public import AlchemicCore

/// Returns the object that satisfies a request, and awaits what has to be awaited for it.
///
/// ```swift
/// let connection: Connection = try await AcGetAsync()
/// ```
///
/// Needed for what is made by an asynchronous function and is not there yet, and for what the main
/// actor makes, elsewhere. All else ``AcGet(_:fileID:line:)`` gives at once; so its name is another
/// one: an asynchronous function would have to await every request otherwise.
///
/// An initializer may use it. A `Task { }` that an initializer begins counts as part of it: one
/// that asks for what is being made is told of a cycle; `Task.detached` waits until it is there. An
/// initializer runs again, without having failed, if only the wrapper of a property knows that it
/// needs something that has to be awaited.
///
/// - Parameter type: What the caller needs; usually left to the context.
/// - Returns: As ``AcGet(_:fileID:line:)``.
/// - Throws: As ``AcGet(_:fileID:line:)``; `CancellationError` if the task is cancelled while it
///   waits.
/// - Complexity: As ``AcGet(_:fileID:line:)`` for an object that is there.
public nonisolated(nonsending) func AcGetAsync<Value>(
  _ type: Value.Type = Value.self, fileID: StaticString = #fileID, line: UInt = #line
) async throws -> Value {
  if let resolver = CurrentModel.knownResolver(for: type),
    let cached = resolver.with({ $0.cached(as: type) })
  {
    return cached
  }
  return try await getAwaiting(type, SearchCriteria(), CodeLocation(fileID: fileID, line: line))
    .value
}

/// Returns the object that satisfies a request with criteria, and awaits what has to be awaited for
/// it.
///
/// - Parameters:
///   - type: What the caller needs.
///   - criterion: For example `AcName("main")`.
///   - more: All of them must hold.
/// - Returns: As ``AcGetAsync(_:fileID:line:)``.
/// - Throws: As ``AcGetAsync(_:fileID:line:)``.
public nonisolated(nonsending) func AcGetAsync<Value>(
  _ type: Value.Type, _ criterion: SearchCriterion, _ more: SearchCriterion...,
  fileID: StaticString = #fileID, line: UInt = #line
) async throws -> Value {
  let criteria = SearchCriteria(criterion, more)
  return try await getAwaiting(type, criteria, CodeLocation(fileID: fileID, line: line)).value
}

/// Returns the object that satisfies a request with criteria, and awaits what has to be awaited for
/// it; the type that is expected is searched.
///
/// - Parameters:
///   - criterion: For example `AcName("main")`.
///   - more: All of them must hold.
/// - Returns: As ``AcGetAsync(_:fileID:line:)``.
/// - Throws: As ``AcGetAsync(_:fileID:line:)``.
public nonisolated(nonsending) func AcGetAsync<Value>(
  _ criterion: SearchCriterion, _ more: SearchCriterion..., fileID: StaticString = #fileID,
  line: UInt = #line
) async throws -> Value {
  let criteria = SearchCriteria(criterion, more)
  return try await getAwaiting(Value.self, criteria, CodeLocation(fileID: fileID, line: line)).value
}

private func getAwaiting<Value>(
  _ type: Value.Type, _ criteria: SearchCriteria, _ location: CodeLocation
) async throws -> UnsafeTransfer<Value> {
  try await AwaitedPath.requesting("AcGetAsync", at: location) {
    let resolver = try CurrentModel.resolver(for: type, matching: criteria, caller: "AcGetAsync")
    return UnsafeTransfer(try await resolver.valueAwaiting(as: type))
  }
}
