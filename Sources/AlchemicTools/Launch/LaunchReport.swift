import AlchemicCore
import AlchemicInject
import AlchemicLaunch

/// The launch arguments that record a start: `--alchemic-report`, `--alchemic-trace=FILE` and
/// `--alchemic-page=FILE`.
enum LaunchReport {
  private struct State {
    /// Records the next start. A further launch argument replaces it, and the end of the start
    /// removes it.
    var recorder: StartRecorder?
    /// By argument: the function that writes the report.
    var outputs: [String: @Sendable (StartReport) -> Void] = [:]
  }

  private static let state = Locked(State())

  /// Writes the report to standard error when the start has ended.
  static func writeText() { record(for: "report") { ProgramLaunch.writeError("\($0)") } }

  /// Writes the trace to a file when the start has ended. Ends the program if it cannot open the
  /// file.
  static func writeTrace(to path: String) { write("trace", to: path) { $0.trace } }

  /// Writes the page of the graph to a file when the start has ended. Ends the program if it cannot
  /// open the file.
  static func writePage(to path: String) { write("page", to: path) { $0.page } }

  /// - Parameter text: Returns the text to write; nil if the start failed before it had a model.
  private static func write(
    _ kind: String, to path: String, _ text: @escaping @Sendable (StartReport) -> String?
  ) {
    @Sendable func refusal(_ reason: String) -> String {
      "Alchemic cannot write the \(kind) '\(Wording.shown(path))': \(reason)"
    }
    do throws(OutputFile.Failure) {
      let output = try OutputFile(at: path)
      record(for: "\(kind) \(path)") { report in
        guard let text = text(report) else {
          ProgramLaunch.writeError(refusal("the start failed before it had a model"))
          return
        }
        do throws(OutputFile.Failure) { try output.write(text) } catch {
          ProgramLaunch.writeError(refusal("\(error)"))
        }
      }
    } catch {
      Launch.refuse(refusal("\(error)"))
    }
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
