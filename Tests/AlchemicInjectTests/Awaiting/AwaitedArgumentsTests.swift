#if Waiting
import Alchemic
import AlchemicTestSupport
import Testing

/// Tests of the arguments of asynchronous functions: a task awaits them before the call.
@Suite struct AwaitedArgumentsTests {
  private final class Part: Sendable {
    let name: String
    let life: LifeTracker.Life
    init(_ name: String, _ life: LifeTracker.Life) { (self.name, self.life) = (name, life) }
  }
  private struct Note: Sendable { let words: [String] }
  private struct NoLuck: Error {}
  private final class Whole: Sendable {
    let names: [String]
    init(_ parts: [Part]) { names = parts.map(\.name) }
  }

  /// Templates that note their creation, and live as long as their life.
  private func parts(_ model: ModelBuilder, _ log: Log<String>, _ lives: LifeTracker) {
    model.register(AcTemplate(), AcFactoryName("awaited")) { () async -> Part in
      await Task.yield()
      log.add("awaited")
      return Part("awaited", lives.life())
    }
    model.register(AcTemplate(), AcFactoryName("made")) { () -> Part in
      log.add("made")
      return Part("made", lives.life())
    }
  }

  @Test("templates as arguments of an asynchronous function are created in order, once a call")
  func order() async throws {
    let (log, lives) = (Log<String>(), LifeTracker())
    try await Alchemic.withModel { model in
      parts(model, log, lives)
      model.register(
        { (a: Part, b: Part, c: Part) async -> Whole in
          log.add("whole")
          return Whole([a, b, c])
        }, .named("made"), .named("awaited"), .named("made"), options: .template)
    } operation: { () async throws in
      for _ in 1...2 {
        #expect(try await AcGetAsync(Whole.self).names == ["made", "awaited", "made"])
      }
      let once = ["made", "awaited", "made", "whole"]
      #expect(log.entries == once + once)
      #expect(lives.living == 0)
    }
  }

  @Test("if an argument fails, the function is not called, and the former arguments are released")
  func failure() async throws {
    let (log, lives) = (Log<String>(), LifeTracker())
    try await Alchemic.withModel { model in
      parts(model, log, lives)
      model.register(AcTemplate()) { () async throws -> Int in throw NoLuck() }
      model.register(
        { (a: Part, _: Int) async -> Whole in
          log.add("whole")
          return Whole([a])
        }, .named("awaited"), AcByType(), options: .template)
    } operation: { () async throws in
      let found = await problems { _ = try await AcGetAsync(Whole.self) }
      #expect(found.map(\.id) == [.creationFailed])
      #expect(log.entries == ["awaited"])
      #expect(lives.living == 0)
    }
  }

  @Test(
    "a caller passes some arguments of an asynchronous function, and the task awaits the others")
  func passed() async throws {
    let (log, lives) = (Log<String>(), LifeTracker())
    try await Alchemic.withModel { model in
      parts(model, log, lives)
      model.register(
        { (a: String, b: Part, c: Int) async -> Note in Note(words: [a, b.name, "\(c)"]) },
        .argument, .named("awaited"), .argument, options: .template)
      model.register(
        { (a: Part, b: Part) async -> String in a.name + b.name },
        .named("made"), .named("awaited"), options: .template, .named("joined"))
    } operation: { () async throws in
      let make: Provider<Note, String, Int> = try AcGet()
      #expect(try await make.callAsync("a", 7).words == ["a", "awaited", "7"])
      #if Invoking
      let given = Part("given", lives.life())
      let joined: String = try await AcInvokeAsync(AcName("joined"), given)
      #expect(joined == "givenawaited")
      #expect(try await AcInvokeAsync(AcName("joined"), as: String.self) == "madeawaited")
      #expect(log.entries == ["awaited", "awaited", "made", "awaited"])
      withExtendedLifetime(given) {}
      #expect(lives.living == 1)
      #endif
    }
  }

  @Test("properties are filled after the asynchronous function, from their own sources")
  func filled() async throws {
    final class Host: Sendable {
      nonisolated(unsafe) var title: String?
      let name: String
      init(_ part: Part) async { name = part.name }
    }
    let (log, lives) = (Log<String>(), LifeTracker())
    try await Alchemic.withModel { model in
      parts(model, log, lives)
      model.register(
        { (part: Part) async -> Host in
          log.add("host")
          return await Host(part)
        }, .named("awaited"), options: .template)
      model.register(.template) { () -> String in
        log.add("title")
        return "a title"
      }
      model.inject(Host.self) { (host, title: String) in host.title = title }
    } operation: { () async throws in
      let host: Host = try await AcGetAsync()
      #expect(host.name == "awaited" && host.title == "a title")
      #expect(log.entries == ["awaited", "host", "title"])
    }
  }

  @Test("if the object of an asynchronous method is missing, its arguments are released")
  func missingOwner() async throws {
    final class Host: Sendable {
      func connect(part: Part) async -> Whole { Whole([part]) }
    }
    let (log, lives) = (Log<String>(), LifeTracker())
    try await Alchemic.withModel { model in
      parts(model, log, lives)
      model.declare(Host.self) { of in
        AcRegister(of, AcReference(), AcNillable())
        AcMethod(of, Host.connect, AcName("made"), options: AcTemplate())
      }
    } operation: { () async throws in
      for _ in 0..<2 {
        let found = await problems { _ = try await AcGetAsync(Whole.self) }
        #expect(found.map(\.id) == [.unexpectedNil])
      }
      #expect(lives.living == 0)
    }
  }
}
#endif
