import AlchemicInject
import AlchemicTestSupport
import Testing

private protocol Part: AnyObject, Sendable {
  var name: String { get }
}

private final class Ledger: Part {
  let name = "ledger"
  init() {}
}

private final class Rates: Part {
  let name = "rates"
  init() {}
}

/// The names that the deinit of a host has read, and the hooks that were called.
private final class Diary: Sendable {
  let reads = Log<String>()
  let hooks = Log<String>()
}

private protocol Dying: AnyObject { init(_ diary: Diary) }

private class PlainHost: Dying {
  @Injected var ledger: Ledger
  @InjectedArray var parts: [any Part]
  @Weak var weak: Ledger?
  @Transient var transient: Ledger?
  @Injected var followed: Rates
  let diary: Diary
  required init(_ diary: Diary) { self.diary = diary }
  func readAll() {
    let names = [ledger.name, parts[0].name, weak?.name, transient?.name, followed.name]
    diary.reads.add(names.map { $0 ?? "nil" }.joined(separator: " "))
  }
  deinit { readAll() }
}

private final class PlainSubclass: PlainHost {
  @Injected var own: Ledger
  deinit { diary.reads.add("own \(own.name)") }
}

private final class AwareHost: PlainHost, AlchemicAware {
  func didInject(variable: String) { diary.hooks.add(variable) }
  func didInjectDependencies() { diary.hooks.add("all") }
}

private final class MainActorHost: PlainHost, @MainActor AlchemicAware {
  func didInject(variable: String) { diary.hooks.add(variable) }
  func didInjectDependencies() { diary.hooks.add("all") }
}

private struct Parts {
  @Injected var ledger: Ledger
  @Weak var weak: Ledger?
}

private final class HostOfAStruct: Dying {
  let parts = Parts()
  let diary: Diary
  init(_ diary: Diary) { self.diary = diary }
  deinit { diary.reads.add("\(parts.ledger.name) \(parts.weak?.name ?? "nil")") }
}

private final class GivingItselfAway: Dying, AlchemicAware {
  @Injected var ledger: Ledger
  let diary: Diary
  init(_ diary: Diary) { self.diary = diary }
  func didInjectDependencies() { diary.hooks.add("all") }
  deinit {
    AcInjectDependencies(self)
    diary.reads.add(ledger.name)
  }
}

/// Its property needs the object whose initializer creates and releases it.
private final class Late: AlchemicAware {
  @Injected var maker: Maker?
  let diary: Diary
  init(_ diary: Diary) { self.diary = diary }
  func didInjectDependencies() { diary.hooks.add("all") }
  deinit { diary.reads.add("late") }
}

private final class Maker: Sendable {}

/// A read in the deinit of a host resolves that property alone. No hook is called, and the host is
/// not retained beyond its end.
@Suite(.ownThreads) struct DyingHostTests {
  private func withParts(_ body: () throws -> Void) throws {
    try Alchemic.withModel { model in
      model.register(Ledger.init)
      model.register(AcTransient()) { Rates() }
    } operation: {
      try body()
    }
  }

  @Test(
    "I7: properties that are read first in a deinit are resolved, and no hook is called",
    arguments: [0, 1, 2, 3])
  func readInDeinit(kind: Int) async throws {
    let types: [any (Dying & SendableMetatype).Type] = [
      PlainHost.self, PlainSubclass.self, AwareHost.self, MainActorHost.self,
    ]
    let diary = Diary()
    try withParts {
      let model = try Alchemic.model
      // Off the main thread, where hooks of the main actor would have to wait.
      onThreads(1) { _ in CurrentModel.withModel(model) { _ = types[kind].init(diary) } }
    }
    await MainActor.run {}
    let all = "ledger ledger ledger ledger rates"
    #expect(diary.reads.entries == (kind == 1 ? ["own ledger", all] : [all]))
    #expect(diary.hooks.entries.isEmpty)
  }

  @Test("a property of a structure that a host stores is resolved in the host's deinit")
  func structure() throws {
    let diary = Diary()
    try withParts { _ = HostOfAStruct(diary) }
    #expect(diary.reads.entries == ["ledger ledger"])
  }

  @Test("AcInjectDependencies does nothing in the object's own deinit")
  func injectDependencies() throws {
    let diary = Diary()
    try withParts { _ = GivingItselfAway(diary) }
    #expect(diary.reads.entries == ["ledger"] && diary.hooks.entries.isEmpty)
  }

  @Test("an injected host is not injected again by a read in its deinit")
  func injectedBefore() throws {
    let diary = Diary()
    try withParts {
      let host = AwareHost(diary)
      AcInjectDependencies(host)
      #expect(diary.hooks.entries.last == "all" && diary.hooks.entries.count == 6)
    }
    #expect(diary.reads.entries.count == 1 && diary.hooks.entries.count == 6)
  }

  @Test("a host whose injection waits for another object lives until it is injected")
  func waiting() throws {
    let diary = Diary()
    try Alchemic.withModel { model in
      model.register(AcLazy()) { () -> Maker in
        AcInjectDependencies(Late(diary))
        diary.reads.add("made")
        return Maker()
      }
    } operation: {
      _ = try AcGet() as Maker
    }
    #expect(diary.hooks.entries == ["all"] && diary.reads.entries == ["made", "late"])
  }
}
