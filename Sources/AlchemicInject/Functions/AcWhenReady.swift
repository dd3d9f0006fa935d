// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Runs a block when the model is ready: at once on the caller's thread if it is, else after the
/// singletons were made, on the thread that starts, in the order of the calls.
///
/// - Parameter block: May use every function of Alchemic.
public func AcWhenReady(_ block: @escaping @Sendable () -> Void) {
  if CurrentModel.scoped != nil { return block() }
  Lifecycle.main.whenReady(block)
}
