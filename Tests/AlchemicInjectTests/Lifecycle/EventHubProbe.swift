@testable import AlchemicInject

/// Whether anybody listens to the main model.
enum EventHubProbe {
  static var isObserved: Bool { EventHub.main.isObserved }
}
