import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

private protocol Service: AnyObject { var name: String { get } }
private final class Real: Service {
  let name: String
  init() { name = "real" }
  init(name: String) { self.name = name }
}
private protocol Shape { var corners: Int { get } }
private struct Square: Shape { let corners = 4 }

private final class FinalHost { @Injected var service: any Service }
private class BaseHost { @Injected var service: any Service }
private final class DerivedHost: BaseHost { @Injected var shape: any Shape }
private actor ActorHost {
  @Injected var service: any Service
  func name() -> String { service.name }
}
@MainActor private final class MainHost { @Injected var service: any Service }
private struct StructHost { @Injected var service: any Service }
private final class SharedParts: Sendable {
  struct Parts: Sendable { @Injected var number: Int }
  let parts = Parts()
}

@Suite(.ownThreads) struct InjectedTests {
  private func withServices(_ body: () throws -> Void) throws {
    try Alchemic.withModel(
      { model in
        model.register(Real.init as () -> Real)
        model.register { Square() }
        model.register { 5 }
      }, operation: body)
  }

  @Test("I1: properties resolve in final classes, base and derived classes")
  func classes() throws {
    try withServices {
      #expect(FinalHost().service.name == "real")
      let derived = DerivedHost()
      #expect(derived.service.name == "real")
      #expect(derived.shape.corners == 4)
      #expect((derived as BaseHost).service === FinalHost().service)
    }
  }

  @Test("I1: properties resolve in structs, also in one that a Sendable class holds, and in locals")
  func structsAndLocals() throws {
    try withServices {
      #expect(StructHost().service.name == "real")
      @InjectedArray var all: [any Service]
      #expect(all.map(\.name) == ["real"])
      #expect(SharedParts().parts.number == 5)
      @Injected var local: any Service
      #expect(local.name == "real")
    }
  }

  @Test("I1: properties resolve in actors", .alchemicMain)
  func actors() async throws {
    try await Alchemic.start {
      $0.register(AcPrimary()) { Real(name: "for actors") as any Service }
    }
    #expect(await ActorHost().name() == "for actors")
  }

  @Test("I1: properties resolve in classes of the main actor")
  @MainActor func mainActorClasses() throws {
    try withServices { #expect(MainHost().service.name == "real") }
  }

  @Test("I1: a property resolves at first access, once")
  func resolvesOnce() throws {
    let made = Counter()
    try Alchemic.withModel { model in
      model.register(AcTemplate()) {
        made.increment()
        return Real() as any Service
      }
    } operation: {
      let host = FinalHost()
      #expect(made.value == 0)
      #expect(host.service === host.service)
      #expect(made.value == 1)
    }
  }

  @Test("I1: threads that read first at once see one value")
  func resolvesOnceForAllThreads() throws {
    final class Host: Sendable {
      struct Parts: Sendable { @Injected var objects: Counter }
      let parts = Parts()
    }
    let model = try makeModel { $0.register(AcTemplate()) { Counter() } }
    for _ in 0..<200 {
      let host = Host()
      let seen = Log<ObjectIdentifier>()
      onThreads(4) { _ in
        CurrentModel.withModel(model) { seen.add(ObjectIdentifier(host.parts.objects)) }
      }
      #expect(Set(seen.entries).count == 1)
    }
  }

  @Test("I2: a property has the value of its constant")
  func constants() throws {
    final class Host {
      @Injected(AcBool(true)) var bool: Bool
      @Injected(AcInt(-1)) var int: Int
      @Injected(AcUInt(.max)) var uint: UInt
      @Injected(AcLong(1 << 40)) var long: Int64
      @Injected(AcFloat(0.1)) var float: Float
      @Injected(AcDouble(0.1)) var double: Double
      @Injected(AcString("text")) var string: String
      @Injected(AcValue("text")) var maybe: String?
      @Injected(AcObject(Real(name: "constant"))) var object: Real
      @Injected(AcNil) var nothing: Real?
      @Injected(AcValue(Square())) var value: Square
    }
    let host = Host()
    #expect(host.bool)
    #expect(host.int == -1)
    #expect(host.uint == .max)
    #expect(host.long == 1 << 40)
    #expect(host.float == 0.1)
    #expect(host.double == 0.1)
    #expect(host.string == "text")
    #expect(host.maybe == "text")
    #expect(host.object.name == "constant")
    #expect(host.object === host.object)
    #expect(host.nothing == nil)
    #expect(host.value.corners == 4)
  }

  @Test("I2: constants are arguments too")
  func constantArguments() throws {
    final class Parts {
      let all: (Bool, Int, UInt, Int64, Float, Double, String, Square)
      init(
        _ a: Bool, _ b: Int, _ c: UInt, _ d: Int64, _ e: Float, _ f: Double, _ g: String,
        _ h: Square
      ) { all = (a, b, c, d, e, f, g, h) }
    }
    try Alchemic.withModel { model in
      model.declare(Parts.self) {
        AcInitializer(
          $0, Parts.init, AcBool(true), AcInt(1), AcUInt(2), AcLong(3), AcFloat(4), AcDouble(5),
          AcString("6"), AcValue(Square()))
      }
    } operation: { () throws in
      let all = try (AcGet() as Parts).all
      #expect(all.0 && all.1 == 1 && all.2 == 2 && all.3 == 3 && all.4 == 4 && all.5 == 5)
      #expect(all.6 == "6" && all.7.corners == 4)
    }
  }

  @Test("I3: an array property has all candidates in order, or only the primaries if there are any")
  func arrays() throws {
    final class Host { @InjectedArray var services: [any Service] }
    try Alchemic.withModel { model in
      model.register(AcFactoryName("c")) { Real(name: "c") }
      model.register(AcFactoryName("b"), AcOrder(2)) { Real(name: "b") }
      model.register(AcFactoryName("a"), AcOrder(1)) { Real(name: "a") }
    } operation: {
      #expect(Host().services.map(\.name) == ["a", "b", "c"])
    }
    try Alchemic.withModel { model in
      model.register(AcFactoryName("c")) { Real(name: "c") }
      model.register(AcFactoryName("b"), AcPrimary()) { Real(name: "b") }
    } operation: {
      #expect(Host().services.map(\.name) == ["b"])
    }
    try Alchemic.withModel { _ in
    } operation: {
      #expect(Host().services.isEmpty)
    }
  }

  @Test("I4: a weak property has the object of its factory, and is nil if there is none")
  func weakProperties() throws {
    final class Host { @Weak var service: (any Service)? }
    try Alchemic.withModel { model in
      model.register((any Service).self, AcReference(), AcNillable())
    } operation: {
      #expect(Host().service == nil)
      let host = Host()
      do {
        let real = Real()
        try AcSet(real as any Service)
        #expect(host.service === real)
      }
      #expect(host.service?.name == "real")
      try AcSet(AcNil, AcProtocol((any Service).self))
      #expect(host.service == nil)
    }
    try Alchemic.withModel { _ in
    } operation: {
      #expect(Host().service == nil)
    }
  }

  @Test("I1: a call through a property may release its host, or assign its wrapper")
  func callsThatEndTheirOwnProperty() throws {
    final class Part {
      let text = String(repeating: "part ", count: 20)
      func call(_ body: () -> Void) -> String {
        body()
        return text
      }
    }
    final class Host {
      @Injected var part: Part
      func reassign() -> String { part.call { _part = Injected() } }
    }
    try Alchemic.withModel { model in
      model.register(AcTemplate()) { Part() }
    } operation: {
      // Only the property retains the part. The part must stay alive until the call returns.
      var host: Host? = Host()
      #expect(host?.part.call { host = nil }.count == 100)
      let other = Host()
      let first = other.part
      #expect(other.reassign().count == 100)
      #expect(other.part !== first)
    }
  }

  @Test("G3: a plain property keeps the object that it has captured")
  func capturesOnce() throws {
    try Alchemic.withModel { model in
      model.register(AcFactoryName("service")) { Real(name: "first") as any Service }
    } operation: {
      let host = FinalHost()
      #expect(host.service.name == "first")
      try AcSet(Real(name: "second") as any Service)
      #expect(host.service.name == "first")
      #expect(FinalHost().service.name == "second")
    }
  }

  @Test("R4, I9: a property may get the product of a method of its own class")
  func ownMethod() throws {
    final class Bank {
      @Injected(AcName("db")) var connection: Connection
      func connect(to url: String) -> Connection { Connection(url: url, maker: self) }
      static func local() -> Connection { Connection(url: "local", maker: nil) }
    }
    final class Connection {
      let url: String
      weak var maker: Bank?
      init(url: String, maker: Bank?) { (self.url, self.maker) = (url, maker) }
    }
    try Alchemic.withModel { model in
      model.register(AcFactoryName("url")) { "postgres" }
      model.declare(Bank.self) { of in
        AcInitializer(of, Bank.init)
        AcMethod(of, Bank.connect(to:), AcName("url"), options: AcFactoryName("db"))
        AcMethod(of, Bank.local, options: AcTemplate())
      }
    } operation: { () throws in
      let bank: Bank = try AcGet()
      #expect(bank.connection.url == "postgres")
      #expect(bank.connection.maker === bank)
      #expect(try (AcGet(AcName("Bank.Connection")) as Connection).url == "local")
    }
  }
}

@Suite(.ownThreads) struct UnresolvableTests {
  #if Suggestions
  @Test("I11, E3: an unresolvable property stops the program: its line, the start's message")
  func stops() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try Alchemic.withModel {
        $0.register(AcFactoryName("rael")) { Square() }
      } operation: {
        _ = FinalHost().service
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("AlchemicInjectTests/InjectedTests.swift:15: Fatal error: \n"))
    #expect(text.contains("[no-match] Nothing produces 'Service'."))
    #expect(
      text.contains("needed by   FinalHost.service — AlchemicInjectTests/InjectedTests.swift:15"))
    #expect(text.contains("→ register AlchemicInjectTests.Real, which conforms to Service; or let"))
  }
  #endif

  @Test("I11, E3: before the start the message is that of not-started")
  func stopsBeforeStart() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = FinalHost().service
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("[not-started]"))
    #expect(text.contains("FinalHost.service"))
    #expect(
      text.contains(
        """
        → start first, or wrap the call in AcWhenReady { … }; in a test, add the trait \
        .alchemic { … }, or give the property its value, with .value(…) or $x.use(…);
        """))
  }

  @Test("I11: a property of a struct is named by its source location")
  func stopsInStruct() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try Alchemic.withModel { _ in
      } operation: {
        _ = StructHost().service
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("[no-match] Nothing produces 'Service'."))
    #expect(text.contains("AlchemicInjectTests/InjectedTests.swift:23"))
  }
}
