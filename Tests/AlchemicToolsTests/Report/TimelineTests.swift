import AlchemicInject
import AlchemicTestSupport
@testable import AlchemicTools
import Testing

private class Link { init() {} }
private final class First: Link, @unchecked Sendable {}
private final class Second: Sendable { init(_ first: First) {} }
private final class Third: Sendable { init(_ second: Second) {} }
private final class Other: Sendable {}
private final class Host: AlchemicAware {
  @Injected var other: Other
  init() {}
}
private final class Guest {
  @Injected var other: Other
  init() {}
}
private final class User: Sendable { init(_ host: Host) {} }

/// Reports of times that a test gives.
@Suite struct TimelineTests {
  private static let start = ContinuousClock.now

  /// A creation of a factory's object, in milliseconds.
  private struct Made {
    let name: String
    let span: ClosedRange<Int>
    var task: Int?
  }

  private func report(_ made: [Made], _ model: Model) throws -> StartReport {
    let creations = try made.map { made in
      StartRecording.Creation(
        factory: try #require(model.factories.first { $0.name == made.name }),
        lane: made.task.map { .task($0) } ?? .thread(.current),
        end: Self.start + .milliseconds(made.span.upperBound),
        duration: .milliseconds(made.span.count - 1))
    }
    return StartReport(
      outcome: .finished, duration: .seconds(1), phases: [], creations: creations,
      since: Self.start, in: model)
  }

  private func model() throws -> Model {
    try makeModel { model in
      model.register(First.init)
      model.register(Second.init)
      model.register(Third.init)
      model.register(Other.init)
      model.register(Host.init)
      model.register(Guest.init)
      model.register(User.init)
    }
  }

  private func own(_ report: StartReport) -> [Int] {
    report.objects.map { $0.ownDuration.nanoseconds / 1_000_000 }
  }

  @Test("W4: own durations are without the creations within, on one thread")
  func nesting() throws {
    let report = try report(
      [
        Made(name: "First", span: 2...5), Made(name: "Other", span: 6...7),
        Made(name: "Second", span: 1...9), Made(name: "Host", span: 9...10),
        Made(name: "Third", span: 0...12),
      ], model())
    #expect(own(report) == [3, 1, 4, 1, 3])
    #expect(report.objects.map(\.outer) == [2, 2, 4, 4, nil])
    #expect(report.waits.map(\.waiter) == [2, 2, 4, 4])
    #expect(report.waits.map(\.needed) == [0, 1, 2, 3])
  }

  @Test("W4: a task waits for the objects of other tasks that its function receives")
  func tasks() throws {
    let report = try report(
      [
        Made(name: "First", span: 0...10, task: 1), Made(name: "Other", span: 0...11, task: 2),
        Made(name: "Second", span: 2...14, task: 3),
      ], model())
    #expect(own(report) == [10, 11, 4])
    #expect(report.waits.count == 1)
    #expect(report.waits.first?.waiter == 2)
    #expect(report.waits.first?.needed == 0)
    #expect(report.waits.first?.duration == .milliseconds(8))
    #expect(report.objects.map(\.executor) == [.task(1), .task(2), .task(3)])
  }

  @Test("W4: a creation waits for what another task creates for an object within it")
  func indirectWait() throws {
    // Third awaits First, which Second needs, and then creates Second itself.
    let report = try report(
      [
        Made(name: "First", span: 0...10, task: 1), Made(name: "Second", span: 10...12, task: 2),
        Made(name: "Third", span: 1...13, task: 2),
      ], model())
    #expect(own(report) == [10, 2, 1])
    #expect(report.waits.map(\.waiter) == [2, 2])
    #expect(report.criticalPath.map(\.name) == ["First", "Second", "Third"])
  }

  @Test("W4: the critical path follows arguments, also of objects that existed before")
  func arguments() throws {
    let report = try report(
      [
        Made(name: "First", span: 0...10), Made(name: "Other", span: 10...24),
        Made(name: "Second", span: 24...27), Made(name: "Third", span: 27...30),
      ], model())
    #expect(report.criticalPath.map(\.name) == ["First", "Second", "Third"])
    #expect(report.waits.isEmpty)
  }

  @Test("W4: the critical path follows injected properties of classes with hooks, and no others")
  func properties() throws {
    let report = try report(
      [
        Made(name: "Guest", span: 0...3), Made(name: "Host", span: 3...5),
        Made(name: "Other", span: 5...9), Made(name: "User", span: 9...10),
      ], model())
    #expect(report.criticalPath.map(\.name) == ["Other", "Host", "User"])
  }

  @Test("W4: the ten slowest are in order, and the first of equal ones comes first")
  func slowest() throws {
    let model = try makeModel { model in
      for number in 0..<20 { model.register(Other.init, AcFactoryName("other \(number)")) }
    }
    let report = try report(
      (0..<20).map { number in
        Made(name: "other \(number)", span: number * 30...number * 30 + number / 2)
      }, model)
    #expect(
      report.slowest.map(\.name)
        == [18, 19, 16, 17, 14, 15, 12, 13, 10, 11].map { "other \($0)" })
    #expect(report.description.contains("\nother 19  "))
  }
}
