#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private enum Job: AlchemicScope {}
private final class Note: Sendable {}

/// Must be stopped by the end of the scope that has created it.
private final class Line: AlchemicStopping, Sendable {
  let stopped = Signal()
  func stop() { stopped.raise() }
}

/// Needs the ink, but ignores an error.
private final class Page: Sendable {
  let ink: Ink?
  init() { ink = try? AcGet() }
}

private final class Book: Sendable {}
private final class Ink: Sendable {}
private final class Reader: @unchecked Sendable { @Injected var book: Book }

/// What a thread does in a scope without the lock of all creators, and what others need meanwhile.
@Suite struct ScopeAloneTests {
  @Test("O6: a task that outlives its scope gets no object that nobody stops") func late()
    async throws
  {
    try await Alchemic.withModel {
      $0.register(AcScope(Job.self)) { Note() }
      $0.register(AcScope(Job.self)) { Line() }
    } operation: {
      for turn in 0..<Effort.of(4_000) {
        let (ready, ends, done) = (Signal(), Signal(), Signal())
        let line = Log<Line>()
        try await Alchemic.withScope(Job.self, timeout: .seconds(600)) {
          _ = try AcGet(Note.self)
          let captured = Alchemic.capture()
          startThread {
            captured.run {
              ready.raise()
              while !ends.isSet { yieldThread() }
              for _ in 0..<(turn % 64) { _ = ends.isSet }
              if let object = try? AcGet(Line.self) { line.add(object) }
            }
            done.raise()
          }
          await waitUntil { ready.isSet }
          ends.raise()
        }
        await waitUntil { done.isSet }
        for object in line.entries { #expect(object.stopped.isSet) }
      }
    }
  }

  @Test("I12: an object whose initializer ignores that its thread starts over is created again")
  func startingOver() async throws {
    let (books, pages, asks, begins) = (Counter(), Counter(), Signal(), Signal())
    try await Alchemic.withModel {
      $0.register(AcScope(Job.self)) {
        books.increment()
        if books.value == 1 { _ = try AcGet(Page.self) }
        return Book()
      }
      $0.register(AcScope(Job.self)) {
        pages.increment()
        asks.raise()
        return Page()
      }
      $0.register(AcScope(Job.self)) {
        begins.raise()
        asks.wait()
        // The other thread waits for the ink by now. The read of a property cannot start over.
        pause(milliseconds: 50)
        _ = Reader().book
        return Ink()
      }
    } operation: {
      try await Alchemic.withScope(Job.self, timeout: .seconds(600)) {
        let captured = Alchemic.capture()
        onThreads(2) { number in
          captured.run {
            if number == 0 {
              #expect(throws: Never.self) { _ = try AcGet(Ink.self) }
            } else {
              begins.wait()
              #expect(throws: Never.self) { _ = try AcGet(Book.self) }
            }
          }
        }
        let (page, ink): (Page, Ink) = (try AcGet(), try AcGet())
        #expect(page.ink === ink)
      }
    }
    #expect((books.value, pages.value) == (2, 2))
  }

  @Test("O1, E2: a set in a scope whose model has ended is model-gone") func setAfterEnd()
    async throws
  {
    try await Alchemic.withModel {
      $0.register(Note.self, .reference, AcScope(Job.self))
    } operation: {
      // From the second set on, the model knows the factory.
      try await Alchemic.withScope(Job.self) {
        try $0.set(Note())
      } operation: {
      }
      var contents: ScopeContents?
      try await Alchemic.withScope(Job.self, timeout: .seconds(600)) {
        contents = $0
        try $0.set(Note())
      } operation: {
        try await Alchemic.stop(timeout: .seconds(600))
        #expect(problems { try contents?.set(Note()) }.map(\.id) == [.modelGone])
      }
    }
  }
}
#endif
