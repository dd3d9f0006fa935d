import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

private protocol Source: AnyObject { var name: String { get } }

private final class Plain: Source {
  let name: String
  init(_ name: String) { self.name = name }
}

private final class Hooked: Source, AlchemicAware {
  @Injected(AcName("unit")) var unit: String
  private(set) var isReady = false
  var name: String { isReady ? "hooked in \(unit)" : "not ready" }
  func didInjectDependencies() { isReady = true }
}

/// An object that cannot be injected, because no factory produces its property.
private final class Broken: Source {
  @Injected(AcName("nobody")) var part: String
  let name = "broken"
}

private struct Limit: Equatable { var amount: Int }

private class Base { init() {} }
private final class Derived: Base, AlchemicAware {
  @Injected(AcName("unit")) var unit: String
  private(set) var isReady = false
  func didInjectDependencies() { isReady = true }
}

private final class Host {
  @Transient(AcName("source")) var source: any Source
  @Transient var limit: Limit
  @Transient(AcName("base")) var base: Base
}

/// Sets in the main model, which has cached the factory from the second set of a type on.
@Suite(.alchemicMain) struct RepeatedSetTests {
  private func start() throws {
    try Alchemic.start { model in
      model.register(AcFactoryName("unit")) { "EUR" }
      model.register(AcFactoryName("source")) { Plain("first") as any Source }
      model.register { Limit(amount: 0) }
      model.register(AcFactoryName("base")) { Base() }
    }
  }

  @Test("G2: each object that is set is injected and visible, whatever its class")
  func injected() throws {
    try start()
    let host = Host()
    for _ in 0..<3 {
      try AcSet(Plain("plain") as any Source)
      #expect(host.source.name == "plain")
      try AcSet(Hooked() as any Source)
      #expect(host.source.name == "hooked in EUR")
    }
    for _ in 0..<3 {
      try AcSet(Base())
      try AcSet(Derived() as Base)
      #expect((host.base as? Derived)?.isReady == true)
    }
  }

  @Test("G2: values are set like objects")
  func values() throws {
    try start()
    let host = Host()
    for amount in 1..<4 {
      try AcSet(Limit(amount: amount))
      #expect(host.limit == Limit(amount: amount))
      let optional: Limit? = Limit(amount: -amount)
      try AcSet(optional)
      #expect(host.limit == Limit(amount: -amount))
    }
  }

  @Test("G2: an object that cannot be injected is not stored, the first time and each later time")
  func broken() throws {
    try start()
    let host = Host()
    try AcSet(Plain("good") as any Source)
    for _ in 0..<3 {
      let error = alchemicError { try AcSet(Broken() as any Source) }
      #expect(error?.problems.map(\.id) == [.noMatch])
      #expect("\(error.map { "\($0)" } ?? "")".contains("AcSet"))
      #expect(host.source.name == "good")
    }
  }

  @Test("G2: after a reset AcSet uses the factory of the next start")
  func afterReset() throws {
    for amount in 1..<4 {
      try start()
      try AcSet(Limit(amount: amount))
      try AcSet(Limit(amount: 10 * amount))
      #expect(Host().limit == Limit(amount: 10 * amount))
      Alchemic.reset()
      // Queued for the next start.
      try AcSet(Limit(amount: 100 * amount))
      try start()
      #expect(Host().limit == Limit(amount: 100 * amount))
      Alchemic.reset()
    }
  }
}
