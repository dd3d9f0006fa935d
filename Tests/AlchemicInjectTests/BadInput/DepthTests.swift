#if Invoking
import Alchemic
import AlchemicMessages
import AlchemicTestSupport
import AlchemicTesting
import Foundation
import Testing

@testable import AlchemicInject

private final class Link: Sendable {
  let next: Link?
  init(_ next: Link?) { self.next = next }
}

/// Has the next and the previous one as properties that are injected with it.
private final class Bead: AlchemicAware {
  @Injected var next: Bead?
  @Injected var previous: Bead?

  init(_ number: Int, of count: Int) {
    _next = Injected(AcName("bead \((number + 1) % count)"))
    _previous = Injected(AcName("bead \((number + count - 1) % count)"))
  }
}

/// Has the next one as a property that is resolved when it is read.
private final class Lazybones {
  @Injected var next: Lazybones?
  /// Reads the property during the creation, which a user should not do.
  init(_ number: Int, reading: Bool) {
    _next = Injected(AcName("lazybones \(number + 1)"))
    if reading { _ = next }
  }
}

/// Tests that no depth of needs overflows the stack of a thread.
@Suite struct DepthTests {
  /// More than fit on the stack of a thread. In debug, a step takes several times as much of it.
  private static let count = Effort.isDebug && !Effort.isSanitized ? 3_000 : 20_000
  /// Larger than `count` steps with the frames of a sanitizer.
  private static let hugeStack = 2 << 30

  /// The thread sanitizer has a stack of its own, of 65,536 calls, whose end is not checked.
  private static let isThreadSanitized = dlsym(nil, "__tsan_init") != nil
  /// How long chains are where the stack is large enough.
  private static let longCount = isThreadSanitized ? 2_000 : count

  private typealias Configure = (ModelBuilder) -> Void

  /// Each needs the next as an argument.
  private static func arguments(_ option: FactoryOption, _ count: Int = count) -> Configure {
    { model in
      for number in 0..<count {
        model.register(
          Link.init, AcName("link \(number + 1)"),
          options: option, AcFactoryName("link \(number)"))
      }
      model.register(option, AcFactoryName("link \(count)")) { Link(nil) }
    }
  }

  /// Each requests the next with `AcGet`.
  private static func requests(_ option: FactoryOption) -> Configure {
    { model in
      for number in 0..<count {
        model.register(option, AcFactoryName("link \(number)")) {
          Link(try AcGet(AcName("link \(number + 1)")))
        }
      }
      model.register(option, AcFactoryName("link \(count)")) { Link(nil) }
    }
  }

  private static func beads(_ option: FactoryOption, _ count: Int = count) -> Configure {
    { model in
      for number in 0..<count {
        model.register(option, AcFactoryName("bead \(number)")) { Bead(number, of: count) }
      }
    }
  }

  private static func lazybones(reading: Bool, _ count: Int = count) -> Configure {
    { model in
      for number in 0..<count {
        model.register(AcLazy(), AcFactoryName("lazybones \(number)")) {
          Lazybones(number, reading: reading)
        }
      }
    }
  }

  /// The error that `ask` throws on a thread with a stack of `size` bytes.
  private func errors(
    _ model: Model, onStackOf size: Int, _ ask: @escaping @Sendable (Model) throws -> Void
  ) -> [AlchemicError] {
    let found = Log<AlchemicError>()
    onStack(of: size) {
      CurrentModel.withModel(model) {
        if let error = alchemicError(in: { try ask(model) }) { found.add(error) }
      }
    }
    return found.entries
  }

  private func expectTooDeep(
    _ errors: [AlchemicError], _ sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let error = try #require(errors.first, sourceLocation: sourceLocation)
    #expect(error.problems.map(\.id) == [.tooDeep], sourceLocation: sourceLocation)
    let problem = error.problems[0]
    #expect(problem.path.count > 4, sourceLocation: sourceLocation)
    let lines = problem.description.split(separator: "\n")
    #expect(lines.count <= 25, sourceLocation: sourceLocation)
    #expect(
      lines[0].hasSuffix(" steps deep, and this thread's stack is nearly used up."),
      sourceLocation: sourceLocation)
    if problem.path.count > 21 {
      #expect(
        lines.contains { $0.contains("… \(problem.path.count - 20) steps …") },
        sourceLocation: sourceLocation)
    }
  }

  private static let stacks =
    Effort.isDebug ? [256 << 10] : [256 << 10, 512 << 10, 8 << 20]

  @Test("a chain of templates or lazy singletons by arguments is too deep", arguments: stacks)
  func argumentChain(_ stack: Int) throws {
    for option in [AcTemplate(), AcLazy()] {
      let model = try makeModel(Self.arguments(option))
      try expectTooDeep(
        errors(model, onStackOf: stack) {
          _ = try $0.get(Link.self, matching: SearchCriteria(.named("link 0")))
        })
    }
  }

  @Test("a chain of closures that call AcGet is too deep", arguments: stacks)
  func requestChain(_ stack: Int) throws {
    for option in [AcTemplate(), AcLazy()] {
      let model = try makeModel(Self.requests(option))
      try expectTooDeep(
        errors(model, onStackOf: stack) { _ in _ = try AcGet(Link.self, AcName("link 0")) })
      try expectTooDeep(
        errors(model, onStackOf: stack) { _ in _ = try AcInvoke(AcName("link 0")) as Link })
    }
  }

  @Test("a web of properties that are injected with their hosts is too deep", arguments: stacks)
  func properties(_ stack: Int) throws {
    let model = try makeModel(Self.beads(AcLazy()))
    try expectTooDeep(
      errors(model, onStackOf: stack) { _ in _ = try AcGet(Bead.self, AcName("bead 0")) })
    // No object of it remains.
    #expect(!model.description.contains("*"))
  }

  #if Waiting
  @Test("the depth is limited on a thread of the library too, and on that of a task", .alchemicMain)
  func otherThreads() async throws {
    let model = try makeModel(Self.requests(AcTemplate()))
    @Sendable func ask() -> AlchemicError? {
      CurrentModel.withModel(model) {
        alchemicError { _ = try AcGet(Link.self, AcName("link 0")) }
      }
    }
    let found = Log<AlchemicError?>()
    try Alchemic.startInBackground { _ in found.add(ask()) }
    try await Alchemic.started()
    try expectTooDeep(found.entries.compactMap { $0 })
    try expectTooDeep(await Task.detached { ask() }.value.map { [$0] } ?? [])
  }
  #endif

  @Test("a chain that was too deep can be created on a larger stack, and step by step")
  func afterwards() throws {
    func ask(_ number: Int, onStackOf size: Int, in model: Model) -> [AlchemicError] {
      errors(model, onStackOf: size) {
        _ = try $0.get(Link.self, matching: SearchCriteria(.named("link \(number)")))
      }
    }
    let model = try makeModel(Self.arguments(AcLazy(), Self.longCount))
    try expectTooDeep(ask(0, onStackOf: 256 << 10, in: model))
    // A sanitizer takes twice the stack.
    let step = Effort.isSanitized ? -5 : -10
    for number in stride(from: Self.longCount, through: 0, by: step) {
      #expect(ask(number, onStackOf: 256 << 10, in: model).isEmpty)
    }
    onStack(of: 256 << 10) { model.end() }
    let other = try makeModel(Self.arguments(AcLazy(), Self.longCount))
    #expect(ask(0, onStackOf: Self.hugeStack, in: other).isEmpty)
    onStack(of: 256 << 10) { other.end() }
  }

  @Test("a long web of properties is injected in less than quadratic time on a large stack")
  func longWeb() throws {
    func time(_ count: Int) throws -> Double {
      let model = try makeModel(Self.beads(AcLazy(), count))
      let times = Log<Double>()
      onStack(of: Self.hugeStack) {
        CurrentModel.withModel(model) {
          times.add(
            processorTime {
              if let error = alchemicError(in: { _ = try AcGet(Bead.self, AcName("bead 0")) }) {
                Issue.record("\(error)")
              }
            })
        }
        model.end()
      }
      return times.entries[0]
    }
    _ = try time(10)
    let count = Self.longCount / 2
    let (short, long) = (try time(count / 10), try time(count))
    // A sanitizer's own work grows with the depth of the stack: without one the ratio is 10.
    if !Effort.isSanitized { #expect(long < 60 * short + 0.05, "\(long / short)×") }
  }

  @Test("reading a property that is too deep stops the program with the message")
  func reading() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let model = try makeModel(DepthTests.lazybones(reading: true))
      onStack(of: 256 << 10) {
        CurrentModel.withModel(model) {
          _ = try? AcGet(Lazybones.self, AcName("lazybones 0"))
        }
      }
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    // Which of the two is too deep depends on the build. The other one needs it.
    #expect(
      output.contains("[too-deep] 'Lazybones.next' is") || output.contains("[too-deep] 'lazybones ")
    )
    #expect(
      output.contains("   needed by   Lazybones.next — AlchemicInjectTests/DepthTests.swift:"))
  }

  @Test("any number of properties may be read one after the other")
  func readingInTurn() throws {
    let model = try makeModel(Self.lazybones(reading: false, Self.longCount))
    try CurrentModel.withModel(model) {
      var next: Lazybones? = try AcGet(AcName("lazybones 0"))
      var count = 0
      while let host = next {
        count += 1
        next = host.next
      }
      #expect(count == Self.longCount)
    }
    onStack(of: Self.hugeStack) { model.end() }
  }
}
#endif
