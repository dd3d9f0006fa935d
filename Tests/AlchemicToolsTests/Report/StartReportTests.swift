import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import AlchemicTools
import Foundation
import Testing

private final class Engine: Sendable { init() { pause(milliseconds: 20) } }
private final class Car: Sendable {
  init(_ engine: Engine) { pause(milliseconds: 10) }
}
private final class Radio: Sendable { init() { pause(milliseconds: 2) } }
private final class Bus: Sendable {
  init(_ radio: Radio) { pause(milliseconds: 2) }
}
@MainActor private final class Window { init() { pause(milliseconds: 2) } }

/// A meeting of asynchronous functions: each continues when all have come.
private actor Meeting {
  private var missing: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []
  init(of count: Int) { missing = count }

  func join() async {
    missing -= 1
    if missing > 0 { return await withCheckedContinuation { waiting.append($0) } }
    waiting.forEach { $0.resume() }
  }
}

private struct Failure: Error {}

extension StartReport {
  fileprivate func object(_ name: String) throws -> Object {
    try #require(objects.first { $0.name == name }, "\(self)")
  }

  fileprivate func waits(_ waiter: String, for needed: String) -> Bool {
    waits.contains { objects[$0.waiter].name == waiter && objects[$0.needed].name == needed }
  }
}

@Suite(.alchemicMain, .timeLimit(.minutes(10)), .ownThreads)
struct StartReportTests {
  @Test("W4: the phases follow each other, and add up to at most the total")
  func phases() throws {
    let report = try StartReport.recording {
      AcWhenReady { pause(milliseconds: 5) }
      try Alchemic.start { model in
        pause(milliseconds: 5)
        model.register(Radio.init)
      }
    }
    guard case .finished = report.outcome else { throw Failure() }
    #expect(report.phases.map(\.phase) == StartPhase.allCases)
    #expect(report.phases[0].begin == .zero)
    for (phase, next) in zip(report.phases, report.phases.dropFirst()) {
      #expect(phase.begin + phase.duration == next.begin)
    }
    #expect(report.phases.reduce(.zero) { $0 + $1.duration } <= report.duration)
    #expect(report.phases[1].duration >= .milliseconds(5))
    #expect(report.phases[5].duration >= .milliseconds(2))
    #expect(report.phases[6].duration >= .milliseconds(5))
    let text = report.description
    #expect(text.hasPrefix("Alchemic started in "))
    for phase in StartPhase.allCases { #expect(text.contains("\n\(phase)")) }
    #expect(text.contains("AlchemicToolsTests/StartReportTests.swift:"))
  }

  @Test("W4: an object's own duration is without what was created for it")
  func chain() throws {
    let report = try StartReport.recording {
      try Alchemic.start { model in
        model.register(Engine.init, AcLazy())
        model.register(Car.init)
      }
    }
    let (engine, car) = (try report.object("Engine"), try report.object("Car"))
    #expect(engine.outer == car.number)
    #expect(engine.duration >= .milliseconds(20))
    #expect(engine.ownDuration == engine.duration)
    #expect(car.duration >= .milliseconds(30))
    #expect(car.ownDuration == car.duration - engine.duration)
    #expect(car.ownDuration >= .milliseconds(10))
    #expect(report.waits("Car", for: "Engine"))
    #expect(car.node != nil && car.node != engine.node)
    #expect(car.executor == engine.executor)
  }

  @Test("W4: the critical path is the slower one of two chains")
  func criticalPath() throws {
    let report = try StartReport.recording {
      try Alchemic.start { model in
        model.register(Engine.init)
        model.register(Bus.init)
        model.register(Radio.init)
        model.register(Car.init)
      }
    }
    #expect(report.criticalPath.map(\.name) == ["Engine", "Car"])
    #expect(report.slowest.first?.name == "Engine")
    #expect(report.description.contains("critical path: "))
  }

  @Test("W4: awaited singletons overlap, and one that needs both waits for both")
  func awaited() async throws {
    let meeting = Meeting(of: 2)
    let report = try await StartReport.recording {
      try await Alchemic.start { model in
        model.register(AcFactoryName("left")) { () async -> Int in
          await meeting.join()
          try? await Task.sleep(for: .milliseconds(20))
          return 1
        }
        model.register(AcFactoryName("right")) { () async -> Double in
          await meeting.join()
          try? await Task.sleep(for: .milliseconds(40))
          return 2
        }
        model.register(
          { (left: Int, right: Double) async -> String in
            try? await Task.sleep(for: .milliseconds(5))
            return "\(left) \(right)"
          }, AcName("left"), AcName("right"), options: AcFactoryName("both"))
      }
    }
    let (left, right) = (try report.object("left"), try report.object("right"))
    let both = try report.object("both")
    #expect(left.begin < right.end && right.begin < left.end)
    #expect(left.executor != right.executor)
    #expect(both.end >= right.end)
    #expect(both.ownDuration >= .milliseconds(5))
    // It began when they did, or later: it has waited for the rest of their time.
    #expect(both.ownDuration <= both.duration)
    if both.begin < right.end { #expect(report.waits("both", for: "right")) }
    #expect(report.criticalPath.last?.name == "both")
    #expect(both.factory.making == .awaited)
    #expect(report.description.contains("awaited"))
  }

  @Test("W4: an asynchronous function contains what it requests, whatever else its thread does")
  func requestOfTask() async throws {
    let report = try await StartReport.recording {
      try await Alchemic.start { model in
        model.register(Engine.init, AcLazy())
        model.register(AcFactoryName("slow")) { () async throws -> Int in
          await Task.yield()
          let engine: Engine = try AcGet()
          pause(milliseconds: 5)
          return withExtendedLifetime(engine) { 1 }
        }
        for number in 0..<8 {
          model.register(AcFactoryName("beside \(number)")) { () async -> Int in
            await Task.yield()
            return number
          }
        }
      }
    }
    let (engine, slow) = (try report.object("Engine"), try report.object("slow"))
    #expect(engine.outer == slow.number)
    #expect(slow.ownDuration >= .milliseconds(5))
    #expect(slow.ownDuration <= slow.duration - engine.duration)
    for object in report.objects where object.name.hasPrefix("beside") {
      #expect(object.outer == nil)
    }
  }

  @Test("W4: objects of the main actor are in the report")
  func mainActor() async throws {
    let report = try await StartReport.recording {
      try await Alchemic.start { $0.register { @MainActor in Window() } }
    }
    let window = try report.object("Window")
    #expect(window.factory.making == .onMainActor)
    #expect(window.ownDuration >= .milliseconds(2))
    #expect(report.description.contains("main actor"))
  }

  @Test("W4: a start that fails has a report of what was made until then")
  func failure() throws {
    let recorder = StartRecorder()
    #expect(throws: AlchemicError.self) {
      try Alchemic.start { model in
        model.register(Radio.init)
        model.register(AcFactoryName("bad")) { (_: Radio) throws -> Int in throw Failure() }
      }
    }
    let report = recorder.report
    guard case .failed(let error) = report.outcome else { throw Failure() }
    #expect("\(error)".hasPrefix("[creation-failed]"))
    #expect(try report.object("Radio").node != nil)
    #expect(report.phases.last?.phase == .creation)
    #expect(report.description.contains("[creation-failed] Creating 'bad' failed."))
    // Another start is not recorded.
    try Alchemic.start()
    #expect(recorder.report.duration == report.duration)
  }

  @Test("W4: a model with problems fails in the validation")
  func problems() async throws {
    let recorder = StartRecorder()
    await #expect(throws: AlchemicError.self) {
      try await Alchemic.start { model in model.register { (_: Meeting) in Radio() } }
    }
    let report = recorder.report
    guard case .failed = report.outcome else { throw Failure() }
    #expect(report.phases.last?.phase == .validation)
    #expect(report.objects.isEmpty)
    #expect(report.description.hasPrefix("Alchemic failed to start in "))
  }

  @Test("W4: a start that a reset ends is interrupted, and its report no longer grows")
  func reset() throws {
    let recorder = StartRecorder()
    #expect(throws: AlchemicError.self) {
      try Alchemic.start { model in
        model.register(Radio.init)
        model.register(AcFactoryName("resetting")) { (_: Radio) -> Int in
          Alchemic.reset()
          return 1
        }
      }
    }
    let report = recorder.report
    guard case .interrupted = report.outcome else { throw Failure() }
    #expect(report.description.hasPrefix("Alchemic was reset "))
    #expect(report.description.contains(" after the start began: "))
    #expect(report.trace.contains("interrupted"))
    #expect(recorder.report.duration == report.duration)
  }

  @Test("W4: the page of a start has the times of the objects, and marks the slowest")
  func page() throws {
    let report = try StartReport.recording {
      try Alchemic.start { model in
        model.register(Engine.init)
        model.register(Car.init)
        model.register(Radio.init, .template)
        model.register(AcFactoryName("radios")) { () throws -> Int in
          for _ in 0..<8 { _ = try AcGet(Radio.self) }
          return 8
        }
        model.register(Bus.init, AcLazy())
      }
    }
    let graph = try #require(report.graph)
    #expect(report.objects.allSatisfy { graph.nodes[$0.node ?? -1].name == $0.name })
    let page = try #require(report.page)
    // At least ten milliseconds, in which only the engine and the car are created.
    #expect(page.contains(/"created": \["[0-9]{2,}\./))
    // The car waits for the engine.
    #expect(page.contains(" ms, with what it waited for "))
    #expect(page.contains("\"… and 3 more\"]"))
    let slowest = Set(report.slowest.compactMap(\.node))
    #expect(!slowest.isEmpty)
    for node in graph.nodes {
      let isMarked = page.contains(" slow\" data-box=\"n\(node.number)\"")
      #expect(isMarked == slowest.contains(node.number), "\(node.name)")
    }
    #expect(page.contains("\"phases\": [[\"discovery\", "))
    #expect(!graph.drawing(as: .html).contains(" slow\""))
  }

  @Test("W4: a recorder without a start has an empty report")
  func noStart() throws {
    #expect(StartRecorder().report.description == "Alchemic was not started")
    #expect(StartRecorder().report.page == nil)
    try Alchemic.start { $0.register(Radio.init, AcLazy()) }
    // The second one fails, and the first one is over.
    let recorder = StartRecorder()
    #expect(throws: AlchemicError.self) { try Alchemic.start() }
    _ = try AcGet(Radio.self)
    #expect(recorder.report.objects.isEmpty)
  }

  @Test("W4: objects that several threads create at once are each in the report once")
  func threads() async throws {
    let recorder = StartRecorder()
    try Alchemic.startInBackground { model in
      for number in 0..<40 {
        model.register(AcFactoryName("number \(number)")) { () -> Int in
          pause(milliseconds: 1)
          return number
        }
      }
    }
    onThreads(4) { thread in
      for number in 0..<40 {
        let other = (number * 7 + thread * 10) % 40
        #expect((try? AcGet(AcName("number \(other)"))) == other)
      }
    }
    try await Alchemic.started()
    let report = recorder.report
    let names = report.objects.map(\.name).filter { $0.hasPrefix("number ") }
    #expect(names.count == 40)
    #expect(Set(names).count == 40)
    for object in report.objects where object.name.hasPrefix("number ") {
      #expect(object.ownDuration >= .milliseconds(1))
      #expect(object.outer == nil)
    }
    #expect(report.phases.map(\.phase) == StartPhase.allCases)
  }
}
