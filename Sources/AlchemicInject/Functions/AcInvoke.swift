// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

/// Makes a new object with arguments of the caller's: calls the initializer, method or closure of a
/// factory.
///
/// ```swift
/// let db: Connection = try AcInvoke(AcName("db"), "postgres://…")
/// ```
///
/// The object is injected and belongs to the caller: no factory keeps it, also if it is a
/// singleton's. The object whose method is called is made first if need be.
///
/// - Parameters:
///   - criterion: Which factory is meant, for example `AcName("db")`.
///   - arguments: In the order of the parameters. Those left out at the end come from the sources
///     that the factory declares.
///   - type: What the caller needs; usually left to the context.
/// - Returns: The new object; nil, if an optional is asked for, where the factory made nil.
/// - Throws: ``AlchemicError`` with `wrong-arguments` if there are too many, or one is of a wrong
///   type: then nothing was called; `not-invocable` for a reference; otherwise as
///   ``AcGet(_:fileID:line:)``.
/// - Complexity: That of making the object, and a cast for each argument.
public func AcInvoke<Value>(
  _ criterion: SearchCriterion, _ arguments: Any?..., as type: Value.Type = Value.self,
  fileID: StaticString = #fileID, line: UInt = #line
) throws -> Value {
  try CreationPath.within(
    .request(
      CreationPath.Request(
        "AcInvoke", CodeLocation(fileID: fileID, line: line), isInvocation: true))
  ) {
    try CurrentModel.get(for: "AcInvoke")
      .invoke(type, matching: SearchCriteria(criterion), with: arguments)
  }
}

/// A constant finds no factory.
@available(
  *, unavailable, message: "a constant finds no factory: use AcName, AcClass or AcProtocol"
)
public func AcInvoke<Value, Other>(
  _ constant: Constant<Other>, _ arguments: Any?..., as type: Value.Type = Value.self,
  fileID: StaticString = #fileID, line: UInt = #line
) throws -> Value { fatalError("a constant finds no factory: use AcName, AcClass or AcProtocol") }

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
