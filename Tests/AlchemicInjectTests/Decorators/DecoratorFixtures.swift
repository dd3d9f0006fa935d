import AlchemicInject
import AlchemicTestSupport

/// What these tests decorate, and the decorators.
enum Storage {
  protocol Store: Sendable {
    var path: String { get }
  }

  final class Disk: Store {
    let path: String
    init(_ path: String) { self.path = path }
  }

  final class Memory: Store {
    var path: String { "memory" }
  }

  /// A store that is a structure.
  struct Cloud: Store {
    let path: String
  }

  final class Metrics: Sendable {}

  final class Logging: Store {
    let (inner, metrics): (any Store, Metrics)
    init(_ inner: any Store, _ metrics: Metrics) { (self.inner, self.metrics) = (inner, metrics) }
    var path: String { "logging(\(inner.path))" }
  }

  struct Caching: Store {
    let inner: any Store
    var path: String { "caching(\(inner.path))" }
  }

  /// Declares a decorator with another argument.
  static func log(_ model: ModelBuilder) {
    model.register { Metrics() }
    model.decorate((any Store).self) { (inner, metrics: Metrics) in Logging(inner, metrics) }
  }

  static func cache(_ model: ModelBuilder) {
    model.decorate((any Store).self) { Caching(inner: $0) }
  }
}
