import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import AlchemicTools
import Foundation
import Testing

private final class Part: Sendable {}
private final class Whole: Sendable { init(_ part: Part) { pause(milliseconds: 1) } }

/// An event of a trace, as programs read it.
private struct TraceEvent: Decodable {
  let name: String
  let ph: String
  let pid: Int
  let tid: Int
  let cat: String?
  let ts: Double?
  let dur: Double?
  let args: Arguments

  struct Arguments: Decodable {
    let name: String?
    let waitedFor: [String]?
    let isCritical: Bool?
    let outcome: String?
  }

  /// In nanoseconds.
  var span: Range<Int> {
    let begin = Int(((ts ?? 0) * 1000).rounded())
    return begin..<begin + Int(((dur ?? 0) * 1000).rounded())
  }
}

@Suite(.alchemicMain, .timeLimit(.minutes(10)), .ownThreads)
struct TraceTests {
  /// Reads a trace, and checks its form.
  private func read(
    _ report: StartReport, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [TraceEvent] {
    let events = try JSONDecoder().decode([TraceEvent].self, from: Data(report.trace.utf8))
    for event in events {
      #expect(event.ph == "X" || event.ph == "M", sourceLocation: sourceLocation)
      guard event.ph == "X" else { continue }
      #expect(event.ts.map { $0 >= 0 } == true, sourceLocation: sourceLocation)
      #expect(event.dur.map { $0 >= 0 } == true, sourceLocation: sourceLocation)
      #expect(event.cat?.isEmpty == false, sourceLocation: sourceLocation)
    }
    let complete = events.filter { $0.ph == "X" }
    let named = Set(events.filter { $0.name == "thread_name" }.map(\.tid))
    for (row, events) in Dictionary(grouping: complete, by: \.tid) {
      #expect(named.contains(row), sourceLocation: sourceLocation)
      #expect(isProper(events.map(\.span)), "row \(row)", sourceLocation: sourceLocation)
    }
    return events
  }

  /// Whether each two spans are apart, or one contains the other.
  private func isProper(_ spans: [Range<Int>]) -> Bool {
    var open: [Range<Int>] = []
    for span in spans.sorted(by: {
      ($0.lowerBound, -$0.upperBound) < ($1.lowerBound, -$1.upperBound)
    }) {
      while let last = open.last, last.upperBound <= span.lowerBound { open.removeLast() }
      if let last = open.last, last.upperBound < span.upperBound { return false }
      open.append(span)
    }
    return true
  }

  @Test("W4: the trace has the phases, and the objects within the row of their thread")
  func trace() throws {
    let report = try StartReport.recording {
      try Alchemic.start { model in
        model.register(Part.init, AcLazy())
        model.register(Whole.init)
      }
    }
    let events = try read(report)
    let phases = events.filter { $0.cat == "phase" }
    #expect(phases.map(\.name) == StartPhase.allCases.map { "\($0)" })
    #expect(Set(phases.map(\.tid)) == [0])
    #expect(events.first { $0.name == "start" }?.args.outcome == "finished")
    let whole = try #require(events.first { $0.name == "Whole" })
    let part = try #require(events.first { $0.name == "Part" })
    #expect(whole.tid == part.tid && whole.tid != 0)
    #expect(whole.args.waitedFor == ["Part"])
    // A busy machine may interrupt another object for longer, which then is on the path.
    let critical = report.criticalPath.map(\.name)
    for object in [whole, part] {
      #expect(object.args.isCritical == critical.contains(object.name))
    }
    #expect(events.count { $0.args.isCritical == true } == critical.count)
    #expect(whole.span.lowerBound <= part.span.lowerBound)
    #expect(whole.span.upperBound >= part.span.upperBound)
    #expect(whole.span.count >= 1_000_000)
  }

  @Test("W4: concurrent tasks have rows of their own, and later ones use them again")
  func tasks() async throws {
    let report = try await StartReport.recording {
      try await Alchemic.start { model in
        for number in 0..<12 {
          model.register(AcFactoryName("task \(number)")) { () async -> Int in
            try? await Task.sleep(for: .milliseconds(number % 3 * 2))
            return number
          }
        }
        model.register(Part.init)
        model.register(Whole.init)
      }
    }
    let events = try read(report)
    #expect(events.count { $0.name.hasPrefix("task ") && $0.ph == "X" } == 12)
    #expect(events.contains { $0.args.name?.hasPrefix("tasks ") == true })
  }

  @Test("W4: threads that create objects at once have a row each")
  func threads() async throws {
    let recorder = StartRecorder()
    try Alchemic.startInBackground { model in
      for number in 0..<30 {
        model.register(AcFactoryName("number \(number)")) { (_: Part) in number }
      }
      model.register(Part.init, AcTemplate())
    }
    onThreads(3) { thread in
      for number in 0..<30 {
        _ = try? AcGet(Int.self, AcName("number \((number + thread * 9) % 30)"))
      }
    }
    try await Alchemic.started()
    let events = try read(recorder.report)
    #expect(events.count { $0.name.hasPrefix("number ") } == 30)
  }

  @Test("W4: a trace and a text are valid whatever the names", arguments: AnyName.all)
  func names(_ given: AnyName) throws {
    let report = try StartReport.recording {
      try Alchemic.start { model in
        model.register(Part.init, AcFactoryName(given.text))
        model.register(
          Whole.init, AcName(given.text), options: AcFactoryName("whole " + given.text))
      }
    }
    let events = try read(report)
    #expect(events.count { $0.cat == "object" } == report.objects.count)
    #expect(events.contains { $0.name == Wording.shown(given.text) })
    // A line for each object, each wait, the title and the phases.
    let lines = report.description.unicodeScalars.split(separator: "\n").map(String.init)
    #expect(lines.count { $0.contains("TraceTests.swift") } >= 2)
    #expect(lines.allSatisfy { $0.utf8.count < 400_000 })
    let scalars = lines.joined().unicodeScalars
    #expect(!scalars.contains { $0.properties.generalCategory == .control })
  }

  @Test("W4: the trace of a failed start has its error, and that of none is an empty list")
  func failures() throws {
    struct Failure: Error {}
    #expect(try read(StartRecorder().report).allSatisfy { $0.ph == "M" })
    let recorder = StartRecorder()
    #expect(throws: AlchemicError.self) {
      try Alchemic.start { $0.register { () throws -> Part in throw Failure() } }
    }
    let events = try read(recorder.report)
    #expect(events.first { $0.name == "start" }?.args.outcome == "failed")
  }
}
