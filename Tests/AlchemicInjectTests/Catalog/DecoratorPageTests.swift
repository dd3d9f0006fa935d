import AlchemicInject
import Testing

private final class Telemetry: AlchemicConfig {
  static func configureAlchemic(_ model: ModelBuilder) {}
}

extension Catalog {
  @Suite struct DecoratorPageTests {
    @Test("E2: nothing-decorated: a decorator of another type than the one that is registered")
    func nothingDecorated() throws {
      try example {
        // wrong: nothing-decorated
        protocol Store: Sendable {}
        protocol Cache: Sendable {}

        struct Disk: Store {}

        struct Logging: Cache {
          let inner: any Cache
        }

        func configureAlchemic(_ model: ModelBuilder) {
          model.register { Disk() }
          model.decorate((any Cache).self) { Logging(inner: $0) }
        }
        // end
        try Alchemic.withModel({ configureAlchemic($0) }, operation: {})
      } right: {
        // right: nothing-decorated
        protocol Store: Sendable {}

        struct Disk: Store {}

        struct Logging: Store {
          let inner: any Store
        }

        func configureAlchemic(_ model: ModelBuilder) {
          model.register { Disk() }
          model.decorate((any Store).self) { Logging(inner: $0) }
        }
        // end
        try Alchemic.withModel({ configureAlchemic($0) }, operation: {})
      }
    }

    @Test("E2: nothing-excluded: a configuration that the parent of a child model has")
    func nothingExcluded() throws {
      try example {
        // wrong: nothing-excluded
        try Alchemic.withModel {
          $0.exclude(Telemetry.self)
        } operation: {
          // …
        }
        // end
      } right: {
        // right: nothing-excluded
        try Alchemic.withModel {
          $0.register { "of this test" }
        } operation: {
          // …
        }
        // end
      }
    }

    @Test("E2: wrong-decorator: an initializer that takes the class instead of the protocol")
    func wrongDecorator() throws {
      try example {
        // wrong: wrong-decorator
        protocol Store: Sendable {}

        final class Disk: Store {}

        final class Logging: Store {
          let inner: Disk
          init(_ inner: Disk) { self.inner = inner }
        }

        func configureAlchemic(_ model: ModelBuilder) {
          model.register(Disk.init)
          model.register(Logging.init, .decorates((any Store).self))
        }
        // end
        try Alchemic.withModel({ configureAlchemic($0) }, operation: {})
      } right: {
        // right: wrong-decorator
        protocol Store: Sendable {}

        final class Disk: Store {}

        final class Logging: Store {
          let inner: any Store
          init(_ inner: any Store) { self.inner = inner }
        }

        func configureAlchemic(_ model: ModelBuilder) {
          model.register(Disk.init)
          model.register(Logging.init, .decorates((any Store).self))
        }
        // end
        try Alchemic.withModel({ configureAlchemic($0) }, operation: {})
      }
    }
  }
}
