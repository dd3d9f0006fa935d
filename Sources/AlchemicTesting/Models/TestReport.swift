import AlchemicCore
import Testing

/// What probably is a mistake in a test, and is found when the test ends.
@nonexhaustive
public enum AlchemicTestWarning: Sendable, CaseIterable {
  /// The test declares something that nothing has asked for. What a suite declares is for several
  /// tests, and so is what a shorthand in another file declares, so this is no warning.
  case unusedReplacements
  /// An object with injected properties, created by the model of the test, is alive after the end
  /// of the test: something retains it.
  case livingHosts
}

/// The issues of a test that has a model of its own.
final class TestReport: Sendable {
  private let test: Test
  /// The location of issues that have no better one.
  private let sourceLocation: SourceLocation
  /// The warnings that fail the test.
  private let failures: Set<AlchemicTestWarning>
  /// Problems that were found where Swift Testing does not know the test.
  private let pending = Locked<[Problem]>([])

  init(_ test: Test, at sourceLocation: SourceLocation, failing: Set<AlchemicTestWarning>) {
    self.test = test
    self.sourceLocation = sourceLocation
    failures = failing
  }

  /// Records that a strict test has used a live factory: now if the task belongs to the test,
  /// otherwise at its end.
  func recordLive(_ problem: Problem) {
    if Test.current?.id == test.id { record(problem) } else { pending.withLock { $0 += [problem] } }
  }

  /// Records an issue at the outermost request of the path that has a location.
  private func record(_ problem: Problem) {
    let location = problem.path.last { $0.location != nil }?.location
    Issue.record(AlchemicError(problem), sourceLocation: self.location(of: location))
  }

  /// Records what is found at the end of the test.
  ///
  /// - Parameter unused: The factories that the test declares and that nothing has asked for.
  func recordEnd(of observer: TestObserver, unused: [FactoryFacts]) {
    pending.withLock { $0 }.forEach(record)
    for facts in unused {
      record(
        .unusedReplacements,
        """
        Nothing asked for '\(facts.name)', which the test declares.
           → remove it, or find out what the test uses instead
        """, at: facts.location)
    }
    let hosts = observer.livingHosts
    guard !hosts.isEmpty else { return }
    let list = hosts.map { $0.count > 1 ? "\($0.count) '\($0.type)'" : "'\($0.type)'" }
    record(
      .livingHosts,
      """
      Alive after the end of the test: \(list.joined(separator: ", ")).
         → end what retains them: a task that still runs, a static property, or a cycle of objects
      """, at: nil)
  }

  private func record(_ warning: AlchemicTestWarning, _ text: String, at place: CodeLocation?) {
    let location = location(of: place)
    if failures.contains(warning) {
      Issue.record(Comment(rawValue: text), sourceLocation: location)
    } else {
      #if compiler(>=6.3)
        Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: location)
      #else
        Launch.writeError("alchemic: warning in the test '\(test.title)' at \(location): \(text)")
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
