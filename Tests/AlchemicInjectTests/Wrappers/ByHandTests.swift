import AlchemicCore
import AlchemicInject
import AlchemicTestSupport
import Testing

private protocol Store: AnyObject {}
private protocol Loose {}
private final class FakeStore: Store {}
private final class LiveStore: Store {}

private struct UseCase {
  @Injected var store: any Store
  @InjectedArray var stores: [any Store]
  @Transient var current: (any Store)?
  @Weak var watcher: FakeStore?
}

private final class Wallet {
  @Injected var store: any Store
  @InjectedArray var stores: [any Store]
  @Transient var current: (any Store)?
  @Weak var watcher: FakeStore?
  init() {}
  init(store: any Store) { _store = .value(store) }
}

private final class Aware: AlchemicAware {
  @Injected var store: any Store
  @Transient var current: (any Store)?
  @Weak var watcher: FakeStore?
  var injected: [String] = []
  func didInject(variable: String) { injected.append(variable) }
}

@Suite struct ByHandTests {
  @Test("A5: a struct is created with values for its properties, without a model")
  func memberwise() {
    let fake = FakeStore()
    let useCase = UseCase(
      store: .value(fake), stores: .value([fake]), current: .value(fake), watcher: .value(fake))
    #expect(useCase.store === fake && useCase.stores.first === fake)
    #expect(useCase.current === fake && useCase.current === fake && useCase.watcher === fake)
  }

  @Test("A5: the properties of an object take values before the first read")
  func use() {
    let fake = FakeStore()
    let wallet = Wallet()
    wallet.$store.use(fake)
    wallet.$stores.use([fake, fake])
    wallet.$current.use(fake)
    wallet.$watcher.use(fake)
    #expect(wallet.store === fake && wallet.stores.count == 2)
    #expect(wallet.current === fake && wallet.watcher === fake)
    #expect(Wallet(store: fake).store === fake)
  }

  @Test("A5: nil is a value, and a property references a weak object weakly")
  func weakAndNil() {
    let wallet = Wallet()
    wallet.$current.use(nil)
    #expect(wallet.current == nil && wallet.current == nil)
    do {
      let fake = FakeStore()
      wallet.$watcher.use(fake)
      #expect(wallet.watcher === fake)
    }
    #expect(wallet.watcher == nil)
  }

  @Test("A5: the model keeps values that were given by hand, and hooks run for them")
  func hooks() throws {
    let fake = FakeStore()
    try Alchemic.withModel { model in
      model.register { LiveStore() as any Store }
      model.register(FakeStore.self, .reference, .nillable)
    } operation: { () throws in
      let host = Aware()
      host.$store.use(fake)
      host.$current.use(fake)
      AcInjectDependencies(host)
      #expect(host.store === fake && host.current === fake && host.watcher == nil)
      #expect(host.injected == ["store", "current", "watcher"])
      try AcSet(LiveStore() as any Store)
      #expect(host.current === fake && host.injected.count == 3)
    }
  }

  @Test("A5, V2: a property with a qualifier takes a value, and a hook compares its name")
  func qualified() {
    enum Main: AcQualifier {}
    final class Host: AlchemicAware {
      @Qualified<Main>.Injected var store: any Store
      @Qualified<Main>.InjectedArray var stores: [any Store]
      @Qualified<Main>.Transient var current: (any Store)?
      @Qualified<Main>.Weak var watcher: FakeStore?
    }
    struct Checkout {
      @Qualified<Main>.Injected var store: any Store
      @Qualified<Main>.InjectedArray var stores: [any Store]
      @Qualified<Main>.Transient var current: (any Store)?
      @Qualified<Main>.Weak var watcher: FakeStore?
    }
    let fake = FakeStore()
    let host = Host()
    host.$store.use(fake)
    host.$stores.use([fake])
    host.$current.use(fake)
    host.$watcher.use(fake)
    #expect(host.store === fake && host.stores.count == 1)
    #expect(host.current === fake && host.watcher === fake)
    #expect(host.name(of: \.$store) == "store" && host.name(of: \.$stores) == "stores")
    #expect(host.name(of: \.$current) == "current" && host.name(of: \.$watcher) == "watcher")
    let checkout = Checkout(
      store: .value(fake), stores: .value([fake]), current: .value(fake), watcher: .value(fake))
    #expect(checkout.store === fake && checkout.stores.count == 1)
    #expect(checkout.current === fake && checkout.watcher === fake)
  }

  @Test("A5: what was given by hand needs no factory when its host is checked or injected")
  func checked() throws {
    let fake = FakeStore()
    func use<Host>(_ host: Host, _ points: (Host) -> Void) -> Host {
      points(host)
      return host
    }
    let wallet = use(Wallet()) {
      $0.$store.use(fake)
      $0.$stores.use([fake])
      $0.$current.use(fake)
      $0.$watcher.use(fake)
    }
    let aware = use(Aware()) {
      $0.$store.use(fake)
      $0.$current.use(fake)
      $0.$watcher.use(fake)
    }
    try Alchemic.withModel { _ in
    } operation: {
      AcInjectDependencies(wallet)
      AcInjectDependencies(aware)
    }
    #expect(wallet.store === fake && aware.store === fake)
    #expect(aware.injected == ["store", "current", "watcher"])
  }

  @Test("A5: a value given by hand is released with its property")
  func release() {
    weak var left: FakeStore?
    do {
      let wallet = Wallet()
      let fake = FakeStore()
      left = fake
      wallet.$store.use(fake)
      wallet.$current.use(fake)
      #expect(wallet.current != nil)
    }
    #expect(left == nil)
  }

  @Test("A5: threads that read a followed property at the same time all get its value")
  func threads() async {
    let fake = FakeStore()
    let current = Shared([fake, fake, fake])
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        group.addTask { (0..<10_000).allSatisfy { _ in current.all.count == 3 } }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test("A5: a value for a property that has one stops the program with a message")
  func late() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let wallet = Wallet()
      wallet.$store.use(FakeStore())
      wallet.$store.use(FakeStore())
    }
    try expect(result, contains: "given a value by hand after it had one")
    let followed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let wallet = Wallet()
      wallet.$current.use(nil)
      wallet.$current.use(FakeStore())
    }
    try expect(followed, contains: "ByHandTests.swift")
    let weak = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let wallet = Wallet()
      wallet.$watcher.use(nil)
      wallet.$watcher.use(FakeStore())
    }
    try expect(weak, contains: "before the property is read")
  }

  @Test("A5: a structure for a weak property stops the program, since nothing would keep it")
  func weakStructure() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      struct Plain: Loose {}
      final class Host { @Weak var loose: (any Loose)? }
      Host().$loose.use(Plain())
    }
    try expect(result, contains: "[wrong-type] 'Plain' cannot be held weakly: it is no object.")
    try expect(result, contains: "→ use @Injected")
    try expect(result, contains: "ByHandTests.swift")
  }

  private func expect(_ result: ExitTest.Result?, contains text: String) throws {
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains(text))
  }
}

/// A followed property, read by several threads; its stores are never changed.
private final class Shared: @unchecked Sendable {
  @Transient var all: [any Store]
  init(_ all: [any Store]) { _all = .value(all) }
}
