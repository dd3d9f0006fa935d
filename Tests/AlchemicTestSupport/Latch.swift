package import Testing

/// Lets tasks wait until it is opened.
package actor Latch {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  package init() {}

  package func open() {
    isOpen = true
    waiting.forEach { $0.resume() }
    waiting = []
  }

  package func wait() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }
}

/// Waits until a condition is true that other tasks bring about. Records an issue after a minute.
package nonisolated(nonsending) func eventually(
  sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool
) async throws {
  let latest = ContinuousClock.now + .seconds(60)
  while !condition() {
    guard ContinuousClock.now < latest else {
      Issue.record("it does not become true", sourceLocation: sourceLocation)
      return
    }
    try await Task.sleep(for: .milliseconds(1))
  }
}
