// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AlchemicRuntime
import AlchemicCore

/// Injects an object that was made elsewhere, as if the model had made it.
///
/// Its class need not be registered, and having nothing to inject is fine. Properties of a host
/// without hooks resolve when they are read, so this is for hosts that conform to
/// ``AlchemicAware``; it does no harm to others. In the object's own deinit it does nothing.
///
/// - Parameter object: For example a view controller, or something that was decoded.
/// - Precondition: Alchemic is started, and every property can be resolved: like reading a
///   property, this stops the program with the message of the problem.
public func AcInjectDependencies(
  _ object: AnyObject, fileID: StaticString = #fileID, line: UInt = #line
) {
  if isDying(object) { return }
  do {
    try CreationPath.within(
      .request(
        CreationPath.Request(
          "AcInjectDependencies", CodeLocation(fileID: fileID, line: line), canThrow: false))
    ) {
      let model = try CurrentModel.get(for: "AcInjectDependencies")
      _ = try HostInjection.inject(object, from: model, isNew: false)
    }
  } catch { stop(error) }
}
