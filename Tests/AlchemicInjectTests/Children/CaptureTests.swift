#if Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Part: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}
private final class Page: Sendable {}
@MainActor private final class Label {
  let text: String
  init(_ part: Part) { text = part.name }
}
private final class Pool: Sendable {
  let part: Part
  init(_ part: Part) async {
    await Task.yield()
    self.part = part
  }
}

@Suite("Captured models", .ownThreads)
struct CaptureTests {
  @Test("C6: a captured model goes into a detached task, and without it there is none")
  func detached() async throws {
    try await Alchemic.withModel {
      $0.register { Part("child") }
    } operation: {
      let here = Alchemic.capture()
      let name = try await Task.detached { try here.run { try AcGet(Part.self).name } }.value
      #expect(name == "child")
      let other = await Task.detached { try? AcGet(Part.self).name }.value
      #expect(other != "child")
      let awaited = try await Task.detached {
        try await here.run {
          await Task.yield()
          return try await (AcGetAsync() as Part).name
        }
      }.value
      #expect(awaited == "child")
    }
  }

  @Test("C6: a captured model goes into a callback on another thread")
  func thread() throws {
    let result = Locked<String?>(nil)
    try Alchemic.withModel {
      $0.register { Part("child") }
    } operation: {
      let here = Alchemic.capture()
      onThreads(1) { _ in
        here.run { result.withLock { $0 = try? AcGet(Part.self).name } }
      }
    }
    #expect(result.withLock { $0 } == "child")
  }

  @Test(
    "H1: providers of a main model end with it, although a captured child retains the model",
    .alchemicMain, arguments: [true, false])
  func mainModel(isReset: Bool) throws {
    struct Failure: Error {}
    let kept = Locked<(CapturedModel, Provider<Part>, Provider<Page>)?>(nil)
    do {
      try Alchemic.start {
        $0.register { Part("main") }
        $0.register(Page.init)
        $0.register(.named("last")) {
          let here = try Alchemic.withModel({ _ in }, operation: { Alchemic.capture() })
          let providers = (try AcGet(Provider<Part>.self), try AcGet(Provider<Page>.self))
          kept.withLock { $0 = (here, providers.0, providers.1) }
          if !isReset { throw Failure() }
          return 1
        }
      }
    } catch {}
    let (child, part, page) = try #require(kept.withLock { $0 })
    if isReset {
      #expect(try part().name == "main")
      Alchemic.reset()
    }
    func headlines(_ body: () throws -> Void) -> [String] { problems(in: body).map(\.headline) }
    #expect(
      headlines { _ = try part() } == [
        "[model-gone] 'Part' was requested after its model was gone."
      ])
    #expect(
      headlines { _ = try page() } == [
        "[model-gone] 'Page' was requested after its model was gone."
      ])
    withExtendedLifetime(child) {}
  }

  @Test("C6: a use after the end is an error with the name of the model")
  func afterEnd() async throws {
    let here = try Alchemic.withModel(named: "the checkout") {
      $0.register { Part("child") }
      $0.register(.template) { Page() }
    } operation: {
      _ = try AcGet(Part.self)
      _ = try AcGet(Page.self)
      return Alchemic.capture()
    }
    func headlines(_ body: () throws -> Void) -> [String] {
      problems { try here.run(body) }.map(\.headline)
    }
    #expect(
      headlines { _ = try AcGet(Part.self) }
        == ["[model-gone] 'Part' was requested after the model of 'the checkout' had ended."])
    let ids = problems { try here.run { _ = try AcGet(Page.self) } }
    #expect(ids.map(\.id) == [.modelGone])
    #expect(problems { try here.run { _ = try AcGet([Page].self) } }.map(\.id) == [.modelGone])
    #expect(
      headlines { try AcSet(Part("late")) }
        == ["[model-gone] AcSet was used after the model of 'the checkout' had ended."])
    #if Invoking
    #expect(
      problems { try here.run { _ = try AcInvoke(AcName("Page")) as Page } }.map(\.id)
        == [.modelGone])
    #endif
    #expect(
      problems {
        try here.run { try Alchemic.withModel({ _ in }, operation: {}) }
      }.map(\.id) == [.modelGone])
    let awaited = await problems { try await here.run { _ = try await AcGetAsync(Part.self) } }
    #expect(awaited.map(\.id) == [.modelGone])
  }

  @Test("C6: a task that outlives its child does not see the main model")
  func leftTask() async throws {
    let (begin, begun) = AsyncStream<Void>.makeStream()
    let task = try Alchemic.withModel(named: "the checkout") {
      $0.register { Part("child") }
    } operation: {
      Task {
        for await _ in begin { break }
        return problems { _ = try AcGet(Part.self) }.map(\.id)
      }
    }
    begun.yield()
    #expect(await task.value == [.modelGone])
  }

  @Test("C6: the default name is the place of the call")
  func defaultName() throws {
    let line: UInt = #line + 1
    let here = try Alchemic.withModel {
      $0.register { Part("") }
    } operation: {
      Alchemic.capture()
    }
    let problem = problems { try here.run { _ = try AcGet(Part.self) } }.first
    #expect(
      problem?.headline.contains(
        "the model of Alchemic.withModel at AlchemicInjectTests/CaptureTests.swift:\(line) had ended"
      )
        == true)
  }

  @Test("C1: asynchronous and main-actor factories work in a child")
  func awaited() async throws {
    try await withStartedModel({ model in
      model.register { Part("parent") }
      model.register { (part: Part) in await Pool(part) }
      model.register { @MainActor (part: Part) in Label(part) }
    }) {
      let outer: Pool = try await AcGetAsync()
      #expect(outer.part.name == "parent")
      try await Alchemic.withModel {
        $0.register { Part("child") }
      } operation: {
        let pool: Pool = try await AcGetAsync()
        #expect(pool.part.name == "child")
        let label: Label = try await AcGetAsync()
        #expect(label.text == "child")
      }
      try await Alchemic.withModel {
        $0.register { await Pool(Part("fake pool")) }
      } operation: {
        let pool: Pool = try await AcGetAsync()
        #expect(pool.part.name == "fake pool")
      }
      try Alchemic.withModel(sharing: .unaffected) { _ in
      } operation: { () throws in
        #expect(try AcGet(Pool.self) === outer)
      }
    }
  }
}
#endif
