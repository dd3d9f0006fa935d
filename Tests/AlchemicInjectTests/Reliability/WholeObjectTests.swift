import AlchemicInject
import AlchemicTestSupport
import Testing

private struct Broken: Error {}

private final class Top: AlchemicAware {
  @Injected var zone: Zone
  init() {}
}

private final class Zone {
  let node: Node
  init(_ node: Node, _ first: First) { self.node = node }
}

private final class First {
  let top: Top
  init(_ top: Top) { self.top = top }
}

private final class Node: AlchemicAware {
  @Injected var zone: Zone
  private(set) var hooks = 0
  init(_ top: Top) {}
  func didInjectDependencies() { hooks += 1 }
}

/// Requests an object in its hook, and continues without it.
private final class Trying: AlchemicAware {
  private(set) var failed = false
  init() {}
  func didInjectDependencies() {
    do { _ = try AcGet() as Outer } catch { failed = true }
  }
}

private final class Outer {
  init(_ inner: Inner, _ broken: BrokenPart) {}
}

private final class BrokenPart {}

private final class Inner: AlchemicAware {
  @Injected var outer: Outer
  private(set) var hooks = 0
  init(_ trying: Trying) {}
  func didInjectDependencies() { hooks += 1 }
}

/// A host without hooks, which reads its property in `read`.
private final class Reader {
  @Injected var source: Source
  func read() -> Source { source }
}

private final class Source: AlchemicAware {
  @Injected var reader: Reader
  @Injected var last: BrokenPart
  private(set) var isReady = false
  let onHook: (Reader) -> Void
  init(onHook: @escaping (Reader) -> Void) { self.onHook = onHook }
  func didInject(variable: String) { if variable == "reader" { onHook(reader) } }
  func didInjectDependencies() { isReady = true }
}

/// Tests that the object of each request was injected, and its hooks were called, even if a
/// creation on the way has failed.
@Suite(.ownThreads) struct WholeObjectTests {
  @Test(
    "I8: an object that was created for a failed creation is injected later",
    arguments: [false, true])
  func madeForAFailedCreation(byStart: Bool) throws {
    let made = Counter()
    let model = try makeModel { model in
      model.register(Top.init, AcLazy())
      model.register(Zone.init, AcLazy())
      if byStart { model.register(First.init) } else { model.register(First.init, AcLazy()) }
      model.register(AcLazy()) { (top: Top) -> Node in
        made.increment()
        return Node(top)
      }
    }
    try CurrentModel.withModel(model) {
      if byStart { _ = try model.createSingletons() } else { _ = try AcGet() as First }
      let node: Node = try AcGet()
      #expect(node.hooks == 1 && made.value == 1)
      let (zone, top) = (try AcGet() as Zone, try AcGet() as Top)
      #expect(node.zone === zone && top.zone === zone && zone.node === node)
    }
  }

  @Test("R6: a creation that fails within a hook leaves no incomplete object")
  func triedInVain() throws {
    let tries = Counter()
    let model = try makeModel { model in
      model.register(Trying.init, AcLazy())
      model.register(Outer.init, AcLazy())
      model.register(Inner.init, AcLazy())
      model.register(AcLazy()) { () throws -> BrokenPart in
        tries.increment()
        if tries.value == 1 { throw Broken() }
        return BrokenPart()
      }
    }
    try CurrentModel.withModel(model) {
      let trying: Trying = try AcGet()
      #expect(trying.failed)
      let inner: Inner = try AcGet()
      #expect(inner.hooks == 1)
      let outer: Outer = try AcGet()
      #expect(inner.outer === outer)
    }
  }

  @Test(
    "a finished host stores no object that is not finished",
    arguments: [false, true])
  func readMeanwhile(fails: Bool) throws {
    let tries = Counter()
    let seen = Log<Bool>()
    // The model that the function makes is known to its own closures later.
    let shelf = Locked<Model?>(nil)
    let model = try makeModel { model in
      model.register(Reader.init)
      model.register(AcLazy()) {
        Source { reader in
          // This thread creates the source, so it gets the object, which is not visible to others.
          #expect(!reader.read().isReady)
          let isAsked = Signal()
          nonisolated(unsafe) let reader = reader
          if !fails {
            startThread {
              // Read before the signal, because the test may be over when this thread continues.
              guard let model = shelf.withLock({ $0 }) else { return }
              isAsked.raise()
              CurrentModel.withModel(model) { seen.add(reader.read().isReady) }
            }
            isAsked.wait()
            pause(milliseconds: 5)
          }
        }
      }
      model.register(AcLazy()) { () throws -> BrokenPart in
        tries.increment()
        if fails, tries.value == 1 { throw Broken() }
        return BrokenPart()
      }
    }
    shelf.withLock { $0 = model }
    defer { shelf.withLock { $0 = nil } }
    try CurrentModel.withModel(model) {
      let reader: Reader = try AcGet()
      if fails { #expect(problems { _ = try AcGet() as Source }.map(\.id) == [.creationFailed]) }
      let source: Source = try AcGet()
      #expect(source.isReady && reader.source === source)
    }
    if fails { return }
    waitUntil(seconds: 20) { !seen.entries.isEmpty }
    #expect(seen.entries == [true])
  }
}
