// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Runs a block when the model is ready: at once on the caller's thread if it is, else after the
/// singletons were made, on the thread that starts, in the order of the calls.
///
/// ```swift
/// try AcWhenReady { try Server(AcGet()).run() }
/// ```
///
/// - Parameter block: May use every function of Alchemic.
/// - Throws: What the block throws, if it runs at once. If it has to wait, the start throws it, and
///   fails.
public func AcWhenReady(_ block: @escaping @Sendable () throws -> Void) rethrows {
  if CurrentModel.scoped != nil { return try block() }
  try Lifecycle.main.whenReady(block)
}
