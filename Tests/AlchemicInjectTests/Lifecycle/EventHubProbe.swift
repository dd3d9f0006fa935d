@testable import AlchemicInject

/// What no public function tells.
enum EventHubProbe {
  static var listenerCount: Int { EventHub.main.listenerCount }
}
