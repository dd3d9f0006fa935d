import AlchemicInject
import AlchemicTestSupport
import Testing

private protocol Greeter: AnyObject { var greeting: String { get } }
private final class English: Greeter { let greeting = "hello" }
private final class Host { @Injected var greeter: any Greeter; @Injected(AcName("x")) var name: String; @InjectedArray var all: [any Greeter] ; @Weak var weakly: (any Greeter)?; @Injected(AcInt(4)) var i: Int}
private final class Aware: AlchemicAware {
  @Injected var greeter: any Greeter
  @Transient var number: Box?
  let log = Log<String>()
  func didInject(variable: String) { log.add(variable) }
  func didInjectDependencies() { log.add("done") }
}
private final class Box { let n: Int; init(_ n: Int) { self.n = n } }

@Test func smoke() throws {
  try withModel { model in
    model.register(English.init)
    model.register(AcFactoryName("x")) { "EUR" }
    model.register(Aware.init, AcTemplate())
    model.register(Box.self, AcReference(), AcNillable())
  } _: {
    let host = Host()
    #expect(host.greeter.greeting == "hello")
    #expect(host.name == "EUR")
    #expect(host.all.count == 1)
    #expect(host.weakly === host.greeter)
    #expect(host.i == 4)
    let a: Aware = try AcGet()
    #expect(a.log.entries == ["greeter", "number", "done"])
    try AcSet(Box(3))
    #expect(a.number?.n == 3)
    #expect(a.log.entries == ["greeter", "number", "done", "number"])
  }
}
