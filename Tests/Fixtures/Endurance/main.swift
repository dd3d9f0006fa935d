import AlchemicInject

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Does everything that a program does all day, millions of times, and looks at its memory: what it needs must
// not grow. Prints a line for each, and ends with 1 if one of them grew.

final class Ledger: Sendable {}
final class Rate: Sendable {}
protocol Rule: AnyObject {}
final class RuleOne: Rule {}
final class RuleTwo: Rule {}

final class Ticket {
  @Injected var ledger: Ledger
  @InjectedArray var rules: [any Rule]
  func readAll() { _ = (ledger, rules) }
}

final class Host: AlchemicAware {
  @Injected var ledger: Ledger
  @Weak var weak: Ledger?
  @Transient var rate: Rate?
}

let living = (0..<100).map { _ in Host() }

func start() throws {
  try Alchemic.start { model in
    model.register(Ledger.init)
    model.register(RuleOne.init)
    model.register(RuleTwo.init)
    model.register(Rate.self, AcReference(), AcNillable(), AcFactoryName("rate"))
    model.register(Ticket.init, AcTemplate())
    model.register(Host.init, AcTemplate())
  }
}

do {
  try start()
  living.forEach { AcInjectDependencies($0) }
  let endurance = Endurance()

  try endurance.run("requests by type", 10_000_000) { _ = try AcGet(Ledger.self) }
  try endurance.run("requests by name", 1_000_000) { _ = try AcGet(Rate?.self, AcName("rate")) }
  try endurance.run("requests for all", 1_000_000) { _ = try AcGet([any Rule].self) }
  try endurance.run("templates, all properties read", 1_000_000) {
    try AcGet(Ticket.self).readAll()
  }
  try endurance.run("hosts with hooks", 1_000_000) { _ = try AcGet(Host.self) }
  endurance.run("hosts given to AcInjectDependencies", 1_000_000) {
    AcInjectDependencies(Host())
  }
  // Each is told to a hundred hosts.
  try endurance.run("sets", 100_000) { try AcSet(Rate()) }
  endurance.run("requests that fail", 10_000) { _ = try? AcGet(String.self) }
  // The thread sanitizer keeps books of the first few hundred threads that have ended.
  endurance.run("threads that come, ask and go", 10_000, warmUp: 300) {
    onThread {
      _ = try? AcGet(Ticket.self)
      try? AcSet(Rate())
    }
  }
  // What was published to readers without a lock is kept, for each start.
  try endurance.run("resets and starts", 1_000, mayKeep: 2_048) {
    Alchemic.reset()
    try start()
    _ = try AcGet(Ticket.self)
  }
  exit(endurance.isFlat ? 0 : 1)
} catch {
  print(error)
  exit(1)
}

func onThread(_ body: @escaping @Sendable () -> Void) {
  final class Job: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  let job = Unmanaged.passRetained(Job(body)).toOpaque()
  #if canImport(Darwin)
    var thread: pthread_t?
    pthread_create(
      &thread, nil,
      {
        Unmanaged<Job>.fromOpaque($0).takeRetainedValue().run()
        return nil
      }, job)
    pthread_join(thread!, nil)
  #else
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      {
        Unmanaged<Job>.fromOpaque($0!).takeRetainedValue().run()
        return nil
      }, job)
    pthread_join(thread, nil)
  #endif
}
