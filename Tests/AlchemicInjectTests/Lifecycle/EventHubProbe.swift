@testable import AlchemicInject

/// Internal state that no public function returns.
enum EventHubProbe {
  static var listenerCount: Int { EventHub.main.listenerCount }
}
