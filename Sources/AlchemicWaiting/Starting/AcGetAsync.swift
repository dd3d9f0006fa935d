// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore
import AlchemicInject
import AlchemicRuntime

/// Returns the object that satisfies a request, and awaits asynchronous creations.
///
/// ```swift
/// let connection: Connection = try await AcGetAsync()
/// ```
///
/// Two kinds of objects require this function while they do not exist yet: objects that an
/// asynchronous function creates, and, outside the main actor, objects that the main actor creates.
/// ``AcGet(_:fileID:line:)-(Value.Type,_,_)`` returns all other objects without `await`. The two
/// functions have different names because otherwise an asynchronous function would have to await
/// every request.
///
/// An asynchronous initializer may call this function. A `Task { }` that such an initializer starts
/// is part of the initializer: if the task requests the object that is being created, the request
/// fails with `cycle`. A `Task.detached` waits until the object exists.
///
/// An initializer may run twice, even if it does not fail. This happens if only the wrapper of a
/// property shows, after the first run, that the object needs another object that must be awaited.
///
/// - Parameter type: The requested type; usually inferred from the context.
/// - Returns: As ``AcGet(_:fileID:line:)-(Value.Type,_,_)``.
/// - Throws: As ``AcGet(_:fileID:line:)-(Value.Type,_,_)``; `CancellationError` if the task is
///   cancelled while it waits. If no other task needs the object, its creation is cancelled, too,
///   and the error is thrown after the end of that.
/// - Complexity: As ``AcGet(_:fileID:line:)-(Value.Type,_,_)`` for an object that exists.
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

/// Returns the object that satisfies a request with criteria, and awaits asynchronous creations.
///
/// - Parameters:
///   - type: The requested type.
///   - criterion: For example `.named("main")`.
///   - more: Further criteria. All must hold.
/// - Returns: As ``AcGetAsync(_:fileID:line:)``.
/// - Throws: As ``AcGetAsync(_:fileID:line:)``.
public nonisolated(nonsending) func AcGetAsync<Value>(
  _ type: Value.Type, _ criterion: SearchCriterion, _ more: SearchCriterion...,
  fileID: StaticString = #fileID, line: UInt = #line
) async throws -> Value {
  let criteria = SearchCriteria(criterion, more)
  return try await getAwaiting(type, criteria, CodeLocation(fileID: fileID, line: line)).value
}

/// Returns the object of the expected type that satisfies a request with criteria, and awaits
/// asynchronous creations.
///
/// - Parameters:
///   - criterion: For example `.named("main")`.
///   - more: Further criteria. All must hold.
/// - Returns: As ``AcGetAsync(_:fileID:line:)``.
/// - Throws: As ``AcGetAsync(_:fileID:line:)``.
public nonisolated(nonsending) func AcGetAsync<Value>(
  _ criterion: SearchCriterion, _ more: SearchCriterion..., fileID: StaticString = #fileID,
  line: UInt = #line
) async throws -> Value {
  let criteria = SearchCriteria(criterion, more)
  return try await getAwaiting(Value.self, criteria, CodeLocation(fileID: fileID, line: line)).value
}

/// Unavailable: the context must determine the requested type.
@available(
  *, unavailable,
  message: "the type is missing: write let page: Page = try await AcGetAsync()"
)
public func AcGetAsync(
  _ criteria: SearchCriterion..., fileID: StaticString = #fileID, line: UInt = #line
) async throws {}

private func getAwaiting<Value>(
  _ type: Value.Type, _ criteria: SearchCriteria, _ location: CodeLocation
) async throws -> UnsafeTransfer<Value> {
  try await AwaitedPath.requesting("AcGetAsync", at: location) {
    let resolver = try CurrentModel.resolver(for: type, matching: criteria, caller: "AcGetAsync")
    return UnsafeTransfer(try await resolver.answerAwaiting().take(as: type))
  }
}
