import AlchemicCore
import Testing

/// A probable mistake in a test, which Alchemic detects at the end of the test.
@nonexhaustive
public enum AlchemicTestWarning: Sendable, CaseIterable {
  /// The trait of the test declares a factory that no request used. The trait of a suite, or a
  /// trait that another file defines, is for several tests, so its unused factories are no warning.
  case unusedReplacements
  /// A host that the model of the test created is alive after the end of the test, because other
  /// code retains it.
  case livingHosts
}

/// The issues of a test that has its own model.
final class TestReport: Sendable {
  private let test: Test
  /// The location of issues without a more exact location.
  private let sourceLocation: SourceLocation
  /// The warnings that fail the test.
  private let failures: Set<AlchemicTestWarning>
  /// Problems from code that Swift Testing does not associate with the test.
  private let pending = Locked<[Problem]>([])

  init(_ test: Test, at sourceLocation: SourceLocation, failing: Set<AlchemicTestWarning>) {
    self.test = test
    self.sourceLocation = sourceLocation
    failures = failing
  }

  /// Records that a strict test has used a live factory: now if the task belongs to the test,
  /// otherwise at the end of the test.
  func recordLive(_ problem: Problem) {
    if Test.current?.id == test.id { record(problem) } else { pending.withLock { $0 += [problem] } }
  }

  /// Records an issue at the outermost step of the path that has a location.
  private func record(_ problem: Problem) {
    let location = problem.path.last { $0.location != nil }?.location
    Issue.record(AlchemicError(problem), sourceLocation: self.location(of: location))
  }

  /// Records the issues that are detected at the end of the test.
  ///
  /// - Parameter unused: The factories that the test declares and that no request used.
  func recordEnd(of observer: TestObserver, unused: [FactoryFacts]) {
    pending.withLock { $0 }.forEach(record)
    for facts in unused {
      record(.unusedReplacements, Wording.note(.isUnused, facts.name), at: facts.location)
    }
    let hosts = observer.livingHosts
    guard !hosts.isEmpty else { return }
    let list = hosts.map { $0.count > 1 ? "\($0.count) '\($0.type)'" : "'\($0.type)'" }
    record(.livingHosts, Wording.note(.isAlive, list.joined(separator: ", ")), at: nil)
  }

  private func record(_ warning: AlchemicTestWarning, _ text: String, at place: CodeLocation?) {
    let location = location(of: place)
    if failures.contains(warning) {
      Issue.record(Comment(rawValue: text), sourceLocation: location)
    } else {
      #if compiler(>=6.3)
      Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: location)
      #else
      Launch.writeError("alchemic: '\(test.title)', \(location): \(text)")
      #endif
    }
  }

  private func location(of place: CodeLocation?) -> SourceLocation {
    guard let place, place.line > 0 else { return sourceLocation }
    let fileID = place.fileID
    let known = [sourceLocation, test.sourceLocation].first { $0.fileID == fileID }
    return SourceLocation(
      fileID: fileID, filePath: known?.filePath ?? fileID, line: place.line, column: 1)
  }
}
