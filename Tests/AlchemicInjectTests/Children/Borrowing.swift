import AlchemicInject
import AlchemicTestSupport

/// What the models of these tests declare, and what children of them replace or borrow.
enum Borrowing {
  final class Store: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
  }

  struct Parts: Sendable {
    @Injected var store: Store
  }

  /// A host as the documents advise: its properties are in a structure.
  final class Service: Sendable {
    let parts = Parts()
  }

  final class Screen: @unchecked Sendable {
    @Injected var store: Store
    @Weak var kept: Store?
  }

  final class AwareScreen: AlchemicAware, @unchecked Sendable {
    @Injected var store: Store
    @Injected var screen: Screen
    func didInject(variable: String) {}
    func didInjectDependencies() {}
  }

  final class Holder: Sendable {
    let store: Store
    init(_ store: Store) { self.store = store }
  }

  final class Opener: Sendable {
    let open: Provider<Screen>
    init(_ open: Provider<Screen>) { self.open = open }
  }

  final class Pool: Sendable {
    init() async { await Task.yield() }
  }

  final class Office: Sendable {
    let pool: Pool
    init(_ pool: Pool) { self.pool = pool }
  }

  @MainActor final class Label {
    init() {}
  }

  final class LabelReader: @unchecked Sendable {
    let label: Label
    init(_ label: Label) { self.label = label }
  }

  final class Extra: Sendable {}

  static func replaceStore(_ model: ModelBuilder) { model.register { Store("child") } }

  static func detached<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await Task.detached { body() }.value
  }
}
