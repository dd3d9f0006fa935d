import AlchemicCore
import AlchemicInject

/// The launch arguments that record a start: `--alchemic-report` and `--alchemic-trace=FILE`.
enum LaunchReport {
  private struct State {
    /// Records the next start. Another argument, or another start, replaces it.
    var recorder: StartRecorder?
    /// By argument: what writes the report.
    var outputs: [String: @Sendable (StartReport) -> Void] = [:]
  }

  private static let state = Locked(State())

  /// Writes the report to standard error when the start has ended.
  static func writeText() { record(for: "report") { Launch.writeError("\($0)") } }

  /// Writes the trace to a file when the start has ended. Ends the program if it cannot open the
  /// file.
  static func writeTrace(to path: String) {
    do throws(OutputFile.Failure) {
      let output = try OutputFile(at: path)
      record(for: "trace") { report in
        do throws(OutputFile.Failure) { try output.write(report.trace) } catch {
          Launch.writeError(refusal(of: path, error))
        }
      }
    } catch {
      Launch.refuse(refusal(of: path, error))
    }
  }

  private static func refusal(of path: String, _ failure: OutputFile.Failure) -> String {
    "Alchemic cannot write the trace '\(Wording.shown(path))': \(failure)"
  }

  private static func record(
    for argument: String, _ write: @escaping @Sendable (StartReport) -> Void
  ) {
    let recorder = StartRecorder { report in
      let ended = state.withLock { state in
        defer { state = State() }
        return state
      }
      ended.outputs.sorted { $0.key < $1.key }.forEach { $0.value(report) }
    }
    // Released outside the lock.
    let former = state.withLock { state in
      defer {
        state.recorder = recorder
        state.outputs[argument] = write
      }
      return (state.recorder, state.outputs[argument])
    }
    withExtendedLifetime(former) {}
  }
}
