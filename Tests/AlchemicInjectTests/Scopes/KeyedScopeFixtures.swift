#if Scopes
import Alchemic
import AlchemicTestSupport
import Synchronization
import Testing

/// Scopes with keys, and the objects in them.
enum Tenancy {
  enum Tenant: AlchemicKeyedScope {
    typealias Key = Int
  }

  /// Two scopes of this kind may stay open without use.
  enum Visit: AlchemicKeyedScope {
    typealias Key = String
    static let outer = Tenant.self
    static let idleLimit = 2
  }

  enum Call: AlchemicScope {
    static let outer = Tenant.self
  }

  /// A scope that has nothing to do with the others.
  enum Job: AlchemicScope {}

  /// What happened, in its order.
  final class Journal: Sendable {
    let tracker = LifeTracker()
    private let stored = Mutex<[String]>([])
    var entries: [String] { stored.withLock { $0 } }
    func add(_ entry: String) { stored.withLock { $0.append(entry) } }
  }

  struct ID: Sendable {
    let number: Int
  }

  /// An object of a tenant.
  final class Pool: AlchemicStopping, Sendable {
    let id: ID
    private let journal: Journal
    private let life: LifeTracker.Life
    init(_ id: ID, _ journal: Journal) {
      (self.id, self.journal, life) = (id, journal, journal.tracker.life())
      journal.add("open \(id.number)")
    }
    func stop() { journal.add("stop \(id.number)") }
  }

  /// An object of a tenant that need not be stopped.
  final class Quota: Sendable {
    private let life: LifeTracker.Life
    init(_ journal: Journal) { life = journal.tracker.life() }
  }

  /// An object of a visit.
  final class Basket: Sendable {
    let pool: Pool
    private let life: LifeTracker.Life
    init(_ pool: Pool, _ journal: Journal) { (self.pool, life) = (pool, journal.tracker.life()) }
  }

  /// An object of a call.
  final class Answer: AlchemicStopping, Sendable {
    let pool: Pool
    private let journal: Journal
    init(_ pool: Pool, _ journal: Journal) { (self.pool, self.journal) = (pool, journal) }
    func stop() { journal.add("stop answer") }
  }

  final class Work: Sendable {}

  /// What the pools of all tenants need.
  final class Cluster: AlchemicStopping, Sendable {
    private let journal: Journal
    init(_ journal: Journal) { self.journal = journal }
    func stop() { journal.add("stop cluster") }
  }

  static func declare(_ model: ModelBuilder, _ journal: Journal) {
    model.register { Cluster(journal) }
    model.register(ID.self, .reference, .scope(Tenant.self))
    model.register(.scope(Tenant.self)) { (id: ID, _: Cluster) in Pool(id, journal) }
    model.register(.scope(Tenant.self)) { Quota(journal) }
    model.register(.scope(Visit.self)) { (pool: Pool) in Basket(pool, journal) }
    model.register(.scope(Call.self)) { (pool: Pool) in Answer(pool, journal) }
    model.register(.scope(Job.self)) { Work() }
  }

  /// Runs an operation with these declarations.
  nonisolated(nonsending) static func run(
    _ operation: nonisolated(nonsending) (Journal) async throws -> Void
  ) async throws {
    let journal = Journal()
    try await Alchemic.withModel {
      declare($0, journal)
    } operation: {
      try await operation(journal)
    }
  }

  /// Runs an operation of a tenant, and returns the tenant's pool.
  @discardableResult
  static func pool(
    of tenant: Int, timeout: Duration = .seconds(60), _ operation: () async throws -> Void = {}
  ) async throws -> ObjectIdentifier {
    try await Alchemic.withScope(Tenant.self, for: tenant, timeout: timeout) {
      try $0.set(ID(number: tenant))
    } operation: {
      let pool: Pool = try AcGet()
      #expect(pool.id.number == tenant)
      try await operation()
      return ObjectIdentifier(pool)
    }
  }

  static func open(_ tenant: Int) async throws -> OpenScope {
    try await Alchemic.open(Tenant.self, for: tenant) { try $0.set(ID(number: tenant)) }
  }
}
#endif
