import Alchemic

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// Does everything that a program does all day, millions of times, and looks at its memory: what it
// needs must not grow. Prints a line for each, and ends with 1 if one of them grew.

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

/// Has properties whose names were not requested before.
final class Visitor {
  @Injected var session: Rate?
  @InjectedArray var sessions: [Rate]
  @Weak var weak: Rate?
  @Transient var followed: Rate?

  init(_ name: String) {
    _session = Injected(AcName(name))
    _sessions = InjectedArray(AcName(name))
    _weak = Weak(AcName(name))
    _followed = Transient(AcName(name))
  }

  func readAll() { _ = (session, sessions, weak, followed) }
}

/// The same with hooks, which is notified of changes.
final class AwareVisitor: AlchemicAware {
  @Injected var session: Rate?
  @Transient var followed: Rate?

  init(_ name: String) {
    _session = Injected(AcName(name))
    _followed = Transient(AcName(name))
  }
}

/// A name that was not there before.
@MainActor func newName() -> String {
  names += 1
  return "session-\(names)"
}
var names = 0

let living = (0..<100).map { _ in Host() }

enum Request: AlchemicScope {}
enum Session: AlchemicScope {}

protocol Plugin: AnyObject {}
final class SomePlugin: Plugin {}
final class Tool: Sendable {}

final class Cart: Sendable {}

final class Order: AlchemicStopping, @unchecked Sendable {
  @Injected var cart: Cart
  func stop() { _ = cart }
}

func start() throws { try Alchemic.start(configure) }

@Sendable func configure(_ model: ModelBuilder) {
  model.register(Ledger.init)
  model.register(RuleOne.init)
  model.register(RuleTwo.init)
  model.register(Rate.self, AcReference(), AcNillable(), AcFactoryName("rate"))
  model.register(Ticket.init, AcTemplate())
  model.register(Host.init, AcTemplate())
  model.register(Cart.init, AcScope(Request.self))
  model.register(AcScope(Request.self)) { Order() }
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
  // Each set notifies a hundred hosts.
  try endurance.run("sets", 100_000) { try AcSet(Rate()) }
  endurance.run("requests that fail", 10_000) { _ = try? AcGet(String.self) }
  // The number of possible names is unlimited.
  try endurance.run("requests by new names", 500_000) {
    let one: Rate? = try AcGet(AcName(newName()))
    let all: [Rate] = try AcGet(AcName(newName()))
    if one != nil || !all.isEmpty { fatalError("there is no such thing") }
  }
  endurance.run("requests by new names that fail", 10_000) {
    _ = try? AcGet(Rate.self, AcName(newName()))
  }
  endurance.run("local properties with new names", 200_000) {
    @Injected(AcName(newName())) var one: Rate?
    @InjectedArray(AcName(newName())) var all: [Rate]
    @Transient(AcName(newName())) var followed: Rate?
    _ = (one, all, followed)
  }
  endurance.run("hosts whose properties have new names", 200_000) { Visitor(newName()).readAll() }
  endurance.run("hosts with hooks whose properties have new names", 200_000) {
    AcInjectDependencies(AwareVisitor(newName()))
  }
  // The thread sanitizer keeps books of the first few hundred threads that have ended.
  endurance.run("threads that come, ask and go", 10_000, warmUp: 300) {
    onThread {
      _ = try? AcGet(Ticket.self)
      try? AcSet(Rate())
    }
  }
  try await endurance.run("scopes", 100_000) {
    try await Alchemic.withScope(Request.self) { _ = try AcGet(Cart.self) }
  }
  // The first fill the memory for timers, which the system keeps until they fire.
  try await endurance.run("scopes whose objects are stopped", 20_000) {
    try await Alchemic.withScope(Request.self) { _ = try AcGet(Order.self) }
  }
  try await endurance.run("scopes within each other", 20_000) {
    try await Alchemic.withScope(Session.self) {
      for _ in 0..<5 {
        try await Alchemic.withScope(Request.self) { _ = try AcGet(Cart.self) }
      }
    }
  }
  try await endurance.run("scopes of tasks that outlive theirs", 20_000) {
    let outliving = try await Alchemic.withScope(Request.self) {
      Task {
        while (try? AcGet(Cart.self)) != nil { await Task.yield() }
        try await Alchemic.withScope(Request.self) { _ = try AcGet(Cart.self) }
      }
    }
    try await outliving.value
  }
  try endurance.run("children that replace and set", 100_000) {
    try Alchemic.withModel(sharing: .unaffected) {
      $0.register { Ledger() }
    } operation: { () throws in
      try AcGet(Ticket.self).readAll()
      try AcSet(Rate())
    }
  }
  try Alchemic.open(Request.self)
  try await endurance.run("renewals", 100_000) {
    _ = try AcGet(Cart.self)
    try await Alchemic.renew(Request.self)
  }
  try await Alchemic.close(Request.self)
  func addTool() throws { try Alchemic.discover { $0.register(.named(newName())) { Tool() } } }
  let early = try endurance.fastest(addTool)
  // The plug-ins stay: each has a factory, a slot and an object.
  try endurance.run("discoveries", 2_000, mayKeep: 2_048) {
    _ = try Alchemic.discover { $0.register(.named(newName())) { SomePlugin() } }
    _ = try AcGet([any Plugin].self)
  }
  endurance.compare("a discovery, and one after many", early, try endurance.fastest(addTool))
  try endurance.run("resets and starts", 10_000) {
    Alchemic.reset()
    try start()
    _ = try AcGet(Ticket.self)
    try Alchemic.open(Request.self)
    _ = try AcGet(Cart.self)
  }
  try await endurance.run("stops and starts", 10_000) {
    try await Alchemic.stop()
    try await Alchemic.startAsync(.standard, configure)
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
