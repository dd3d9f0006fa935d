import AlchemicCore
import AlchemicInject

/// The launch arguments that record a start: `--alchemic-report` and `--alchemic-trace=FILE`.
enum LaunchReport {
  /// By argument: the recorder. Another start replaces it.
  private static let recorders = Locked<[String: StartRecorder]>([:])

  /// Writes the report to standard error when the start has ended.
  static var text: LaunchStep {
    .observe { record(for: "report") { Launch.writeError("\($0)") } }
  }

  /// Writes the trace to a file when the start has ended.
  static func trace(to path: String) -> LaunchStep {
    do throws(OutputFile.Failure) {
      let file = try OutputFile(at: path)
      return .observe {
        record(for: "trace") { report in
          do throws(OutputFile.Failure) { try file.write(report.trace) } catch {
            Launch.writeError(refusal(of: path, error))
          }
        }
      }
    } catch {
      return .refuse(refusal(of: path, error))
    }
  }

  private static func refusal(of path: String, _ failure: OutputFile.Failure) -> String {
    "Alchemic cannot write the trace '\(Wording.shown(path))': \(failure)"
  }

  private static func record(
    for argument: String, _ write: @escaping @Sendable (StartReport) -> Void
  ) {
    let recorder = StartRecorder { report in
      write(report)
      // Released outside the lock.
      let recorder = recorders.withLock { $0.removeValue(forKey: argument) }
      withExtendedLifetime(recorder) {}
    }
    let former = recorders.withLock { recorders in
      defer { recorders[argument] = recorder }
      return recorders[argument]
    }
    withExtendedLifetime(former) {}
  }
}
