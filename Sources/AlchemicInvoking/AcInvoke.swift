// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore
import AlchemicInject

/// Creates a new object with arguments of the caller, by calling the initializer, method or closure
/// of a factory.
///
/// ```swift
/// let db: Connection = try AcInvoke(AcName("db"), "postgres://…")
/// ```
///
/// The object is injected, and the caller owns it. The model does not store it, even if the factory
/// is a singleton. If the factory calls a method, the object that has the method is created first
/// if it does not exist.
///
/// - Parameters:
///   - criterion: The criterion that identifies the factory, for example `.named("db")`.
///   - arguments: The arguments, in the order of the parameters. If the caller leaves out arguments
///     at the end, their declared sources supply them.
///   - type: The requested type; usually inferred from the context.
/// - Returns: The new object; nil if the requested type is an optional and the factory returns nil.
/// - Throws: ``AlchemicError`` with `wrong-arguments` if there are too many arguments, or if one
///   has a wrong type, before the factory is called; `not-invocable` for a reference; otherwise as
///   ``AcGet(_:fileID:line:)-(Value.Type,_,_)``.
/// - Complexity: The cost of creating the object, and a cast for each argument.
public func AcInvoke<Value>(
  _ criterion: SearchCriterion, _ arguments: Any?..., as type: Value.Type = Value.self,
  fileID: StaticString = #fileID, line: UInt = #line
) throws -> Value {
  try CreationPath.within(
    .request(
      CreationPath.Request(
        "AcInvoke", CodeLocation(fileID: fileID, line: line), form: .invocation))
  ) {
    try CurrentModel.get(for: "AcInvoke")
      .invoke(type, matching: SearchCriteria(criterion), with: arguments)
  }
}

/// Unavailable: a constant identifies no factory.
@available(
  *, unavailable, message: "a constant finds no factory: use .named, .ofClass or .conforming"
)
public func AcInvoke<Value, Other>(
  _ constant: Constant<Other>, _ arguments: Any?..., as type: Value.Type = Value.self,
  fileID: StaticString = #fileID, line: UInt = #line
) throws -> Value { fatalError("a constant finds no factory: use .named, .ofClass or .conforming") }

/// Unavailable: the context must determine the requested type.
@available(
  *, unavailable,
  message: "the type is missing: write let db: Connection = try AcInvoke(…), or as: Connection.self"
)
public func AcInvoke(
  _ criterion: SearchCriterion, _ arguments: Any?..., fileID: StaticString = #fileID,
  line: UInt = #line
) throws {}

/// Creates a new object with arguments of the caller, as `AcInvoke` does, and awaits asynchronous
/// creations.
///
/// ```swift
/// let db: Connection = try await AcInvokeAsync(AcName("db"), "postgres://…")
/// ```
///
/// - Parameters:
///   - criterion: The criterion that identifies the factory, for example `.named("db")`.
///   - arguments: The arguments, in the order of the parameters. If the caller leaves out arguments
///     at the end, their declared sources supply them.
///   - type: The requested type; usually inferred from the context.
/// - Returns: As ``AcInvoke(_:_:as:fileID:line:)``.
/// - Throws: As ``AcInvoke(_:_:as:fileID:line:)``; `CancellationError` if the task is cancelled
///   while it waits.
/// - Complexity: The cost of creating the object, and a cast for each argument.
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
