#if Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Foundation
import Testing

private protocol Token: AnyObject, Sendable { var text: String { get } }

private final class Issued: Token {
  let text: String
  init(_ text: String = "issued") { self.text = text }
}

private struct Failure: Error {}

/// Notes what its hooks are told.
private final class Listening: AlchemicAware, @unchecked Sendable {
  @Transient var token: any Token
  @Injected var first: any Token
  var told: [ObjectIdentifier] = []
  func didInject(variable: String) {
    if variable == "token" { told.append(ObjectIdentifier(token)) }
  }
}

/// So short that each request finds the object too old.
private let noTime = Duration.nanoseconds(1)

@Suite struct ExpiryTests {
  @Test("O5: the object is shared until its time is over")
  func time() throws {
    try Alchemic.withModel {
      $0.register(.expires(after: .milliseconds(300))) { Issued() }
      $0.register(.expires(after: .seconds(3_600)), .named("long")) { Issued() }
    } operation: { () throws in
      let long = try AcGet(Issued.self, .named("long"))
      let begin = ContinuousClock.now
      let first = try AcGet(Issued.self, .named("Issued"))
      let isSame = try AcGet(Issued.self, .named("Issued")) === first
      // On a machine that is very busy, the time may be over.
      #expect(isSame || ContinuousClock.now - begin > .milliseconds(250))
      Thread.sleep(forTimeInterval: 0.35)
      #expect(try AcGet(Issued.self, .named("Issued")) !== first)
      #expect(try AcGet(Issued.self, .named("long")) === long)
    }
  }

  @Test("O5: a singleton that would keep an expired object is a warning")
  func captive() throws {
    final class Till { init(_ token: any Token) {} }
    final class Shop { init(_ tokens: [any Token]) {} }
    final class Market { init(_ till: Till) {} }
    final class Kiosk { @Injected var token: any Token }
    final class Stand { @Injected(.named("long")) var token: any Token }
    final class Later { init(_ token: Provider<any Token>) {} }
    final class Following { @Transient var token: any Token }
    final class Weakly { @Weak var token: (any Token)? }
    struct Rate { let value: Int }
    final class Fixed { @Injected(.named("fixed")) var rate: Rate }
    final class Coin {}
    final class Mint {
      init(_ token: any Token) {}
      func coin() -> Coin { Coin() }
    }
    enum Visit: AlchemicScope {}
    let keepers: [(ModelBuilder) -> Void] = [
      { $0.register(Till.init) }, { $0.register(Shop.init) }, { $0.register(Kiosk.init) },
      { $0.register(Weakly.init) }, { $0.register(Listening.init) },
      {
        $0.register(Till.init, .template)
        $0.register(Market.init)
      },
    ]
    for keeper in keepers {
      let model = try makeModel {
        $0.register(.expires(after: .seconds(1))) { Issued() as any Token }
        keeper($0)
      }
      #expect(model.warnings.map(\.id) == [.captiveDependency])
      #expect(model.warnings.first?.candidates.map(\.name) == ["Token"])
    }
    // These follow, end themselves, or may have another one.
    let others: [(ModelBuilder) -> Void] = [
      { $0.register(Till.init, .template) }, { $0.register(Till.init, .perRequest) },
      { $0.register(Till.init, .expires(after: .seconds(5))) },
      { $0.register(Till.init, .scope(Visit.self)) },
      { $0.register(Following.init) }, { $0.register(Later.init) },
      {
        $0.declare(Mint.self) { of in
          AcInitializer(of, Mint.init)
          AcRegister(of, .template)
          AcMethod(of, Mint.coin)
        }
      },
      {
        $0.register(.primary) { Issued("for ever") as any Token }
        $0.register(Till.init)
      },
    ]
    for other in others {
      let model = try makeModel {
        $0.register(.expires(after: .seconds(1))) { Issued() as any Token }
        other($0)
      }
      #expect(model.warnings.isEmpty)
    }
    // A name may choose the one that does not expire.
    let named = try makeModel {
      $0.register(.expires(after: .seconds(1))) { Issued() as any Token }
      $0.register(.named("long")) { Issued("long") as any Token }
      $0.register(Stand.init)
    }
    #expect(named.warnings.map(\.id) == [.mayBeAmbiguous])
    let value = try makeModel {
      $0.register(.expires(after: .seconds(1))) { Rate(value: 1) }
      $0.register(.named("fixed")) { Rate(value: 2) }
      $0.register(Fixed.init)
    }
    #expect(value.warnings.isEmpty)
  }

  @Test("O5: every kind of request has a new one when the time is over")
  func requests() throws {
    final class Holder: Sendable {
      let token: any Token
      init(_ token: any Token) { self.token = token }
    }
    try Alchemic.withModel {
      $0.register(.expires(after: noTime)) { Issued() }
      $0.register(Holder.init, .template)
    } operation: { () throws in
      var all: [any Token] = []
      for _ in 0..<3 {
        all.append(try AcGet(Issued.self))
        all.append(try AcGet((any Token).self))
        all += try AcGet([any Token].self)
        all.append(try AcGet(Holder.self).token)
        all.append(try AcGet(Provider<any Token>.self)())
      }
      #expect(Set(all.map { ObjectIdentifier($0) }).count == 15)
    }
  }

  @Test("O5: transient properties return the new object, and injected ones keep theirs")
  func properties() throws {
    try Alchemic.withModel {
      $0.register(.expires(after: noTime)) { Issued() }
    } operation: { () throws in
      let host = Listening()
      AcInjectDependencies(host)
      let first = host.first
      #expect(host.token !== host.token)
      #expect(host.first === first)
      host.told = []
      let asked = try AcGet(Issued.self)
      #expect(host.told.count >= 1)
      #expect(!host.told.contains(ObjectIdentifier(first)))
      #expect(asked !== first)
    }
  }

  @Test("O5: AcSet begins the time again")
  func set() throws {
    try Alchemic.withModel {
      $0.register(.expires(after: .seconds(3_600)), .named("long")) { Issued() }
      $0.register(.expires(after: noTime), .named("short")) { Issued() }
    } operation: { () throws in
      for _ in 0..<2 {
        let mine = Issued("mine")
        try AcSet(mine, .named("long"))
        #expect(try AcGet(Issued.self, .named("long")) === mine)
        try AcSet(mine, .named("short"))
        #expect(try AcGet(Issued.self, .named("short")).text == "issued")
      }
    }
  }

  @Test("O5: a failed creation reaches the request, and the next one tries again")
  func failure() throws {
    nonisolated(unsafe) var fails = false
    try Alchemic.withModel {
      $0.register(.expires(after: noTime)) { () throws in
        if fails { throw Failure() }
        return Issued()
      }
    } operation: { () throws in
      let host = Listening()
      AcInjectDependencies(host)
      host.told = []
      fails = true
      #expect(problems { _ = try AcGet(Issued.self) }.map(\.id) == [.creationFailed])
      #expect(host.told.isEmpty)
      fails = false
      _ = try AcGet(Issued.self)
      #expect(!host.told.isEmpty)
    }
  }

  @Test("O5: the old object is released when the new one is asked for")
  func released() throws {
    try Alchemic.withModel {
      $0.register(.expires(after: .milliseconds(1))) { Issued() }
    } operation: { () throws in
      weak var old: Issued?
      do { old = try AcGet(Issued.self) }
      Thread.sleep(forTimeInterval: 0.01)
      _ = try AcGet(Issued.self)
      #expect(old == nil)
    }
  }

  @Test("O5: a task awaits the new object")
  func awaited() async throws {
    try await Alchemic.withModel {
      $0.register(.expires(after: noTime)) { () async in
        await Task.yield()
        return Issued()
      }
    } operation: { () async throws in
      let first = try await AcGetAsync(Issued.self)
      #expect(try await AcGetAsync(Issued.self) !== first)
    }
  }

  @Test("O5: a property cannot have what has to be awaited again")
  func awaitedProperty() {
    final class Host: @unchecked Sendable { @Injected var token: Issued }
    let found = problems {
      try Alchemic.withModel {
        $0.register(.expires(after: .seconds(1))) { () async in Issued() }
        $0.register { Host() }
      } operation: {
      }
    }
    #expect(found.map(\.id) == [.cannotWait])
  }

  @Test("O5: decorators are as old as what they wrap")
  func decorated() throws {
    final class Logged: Token {
      let inner: any Token
      var text: String { "logged \(inner.text)" }
      init(_ inner: any Token) { self.inner = inner }
    }
    try Alchemic.withModel {
      $0.register(.expires(after: noTime)) { Issued() }
      $0.register(.expires(after: .seconds(3_600)), .named("long")) { Issued() }
      $0.decorate((any Token).self) { Logged($0) }
    } operation: { () throws in
      func token(_ name: String) throws -> Logged? {
        try AcGet((any Token).self, .named(name)) as? Logged
      }
      let (first, second) = (try token("Issued"), try token("Issued"))
      #expect(first !== second)
      #expect(first?.inner !== second?.inner)
      #expect(try token("long") === token("long"))
    }
  }

  @Test("O5: a child that borrows it has the new one of its parent")
  func children() throws {
    try Alchemic.withModel {
      $0.register(.expires(after: .seconds(3_600)), .named("long")) { Issued() }
      $0.register(.expires(after: noTime), .named("short")) { Issued() }
    } operation: { () throws in
      let long = try AcGet(Issued.self, .named("long"))
      try Alchemic.withModel(sharing: .unaffected) { _ in
      } operation: { () throws in
        #expect(try AcGet(Issued.self, .named("long")) === long)
        let short = try AcGet(Issued.self, .named("short"))
        #expect(try AcGet(Issued.self, .named("short")) !== short)
      }
    }
  }

  @Test("O5: many threads ask, and each time is created once")
  func threads() async throws {
    let count = Counter()
    try await Alchemic.withModel {
      $0.register(.expires(after: .seconds(3_600))) { () -> Issued in
        count.add()
        return Issued()
      }
      $0.register(.expires(after: noTime), .named("short")) { Issued() }
    } operation: { () async throws in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<500 {
              _ = try AcGet(Issued.self, .named("Issued"))
              _ = try AcGet(Issued.self, .named("short"))
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(count.value == 1)
    }
  }

  @Test(
    "O5: what the model does not keep, or cannot create, has no time",
    arguments: [.template, .weak] as [FactoryOption])
  func options(_ option: FactoryOption) {
    let found = problems {
      try Alchemic.withModel {
        $0.register(.expires(after: .seconds(1)), option) { Issued() }
      } operation: {
      }
    }
    #expect(found.map(\.id) == [.optionConflict])
  }

  @Test(
    "O5: a time that is over at once is a mistake", arguments: [.zero, .seconds(-1)] as [Duration])
  func wrongTime(_ time: Duration) {
    let found = problems {
      try Alchemic.withModel {
        $0.register(.expires(after: time)) { Issued() }
      } operation: {
      }
    }
    #expect(found.map(\.id) == [.optionConflict])
    #expect(
      found.first?.description.hasPrefix("[option-conflict] 'Issued' cannot have .expires(after: ")
        == true)
  }
}

private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  func add() { lock.withLock { count += 1 } }
  var value: Int { lock.withLock { count } }
}
#endif
