import AlchemicInject

// Services that several suites register.

protocol Store: AnyObject {}

final class FileStore: Store {}

final class CloudStore: Store {}

/// What a decorator makes.
final class Counted: Store {
  init(_ inner: any Store) {}
}

extension AlchemicProfile {
  static var staging: AlchemicProfile { .named("staging") }
}
