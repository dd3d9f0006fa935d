// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

/// Makes a new object with arguments of the caller's, and awaits the function that makes it.
///
/// ```swift
/// let db: Connection = try await AcInvokeAsync(AcName("db"), "postgres://…")
/// ```
///
/// - Parameters:
///   - criterion: Which factory is meant, for example `AcName("db")`.
///   - arguments: In the order of the parameters. Those left out at the end come from the sources
///     that the factory declares.
///   - type: What the caller needs; usually left to the context.
/// - Returns: As ``AcInvoke(_:_:as:fileID:line:)``.
/// - Throws: As ``AcInvoke(_:_:as:fileID:line:)``; `CancellationError` if the task is cancelled
///   while it waits.
/// - Complexity: That of making the object, and a cast for each argument.
public nonisolated(nonsending) func AcInvokeAsync<Value>(
  _ criterion: SearchCriterion, _ arguments: Any?..., as type: Value.Type = Value.self,
  fileID: StaticString = #fileID, line: UInt = #line
) async throws -> Value {
  let location = CodeLocation(fileID: fileID, line: line)
  return try await invokeAwaiting(type, criterion, UnsafeTransfer(arguments), location).value
}

private func invokeAwaiting<Value>(
  _ type: Value.Type, _ criterion: SearchCriterion, _ arguments: UnsafeTransfer<[Any?]>,
  _ location: CodeLocation
) async throws -> UnsafeTransfer<Value> {
  try await AwaitedPath.requesting("AcInvokeAsync", at: location) {
    let model = try CurrentModel.get(for: "AcInvokeAsync")
    return UnsafeTransfer(
      try await model.invokeAwaiting(
        type, matching: SearchCriteria(criterion), with: arguments.value))
  }
}
