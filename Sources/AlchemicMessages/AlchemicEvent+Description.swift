import AlchemicCore
public import AlchemicInject

extension AlchemicEvent: CustomStringConvertible {
  /// The event in one line, as in the output of `--alchemic-log`.
  public var description: String {
    switch self {
    case .didCreateObject(let factory, let duration):
      "created '\(Wording.shown(factory.name))' in \(duration)\(Wording.location(factory.location))"
    case .didStoreObject(let factory, let values):
      "stored '\(Wording.shown(factory.name))': \(values.types)\(Wording.location(factory.location))"
    case .didInject(let host, let variable, let location):
      "injected \(host)\(variable.isEmpty ? "" : ".")\(variable) — \(location)"
    case .didBeginPhase(let phase): "began \(phase)"
    case .didFailStarting(let error, let duration):
      "failed to start in \(duration): \(Wording.shown("\(error)"))"
    case .didFinishStarting(let factories, let singletons, let duration):
      "started in \(duration): \(factories) factories, \(singletons) singletons"
    case .didDiscover(let factories, let singletons, let duration):
      "discovered in \(duration): \(factories) factories, \(singletons) singletons"
    case .didStop(let duration): "stopped in \(duration)"
    case .warning(let warning): "warning: \(Wording.line(of: warning))"
    }
  }
}
