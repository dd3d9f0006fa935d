import AlchemicCore
import CAlchemicRuntime

/// Carries out the launch arguments, instead of a start or in addition to it.
package enum Launch {
  /// Carries out the launch arguments. Does not return if they end the program.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the program.
  ///   - profiles: Those of the program.
  ///   - configure: Adds factories to the model that is drawn or validated.
  /// - Returns: Whether to start.
  static func permitsStart(
    by arguments: [String] = CommandLine.arguments, in profiles: Set<AlchemicProfile> = [],
    of configure: (ModelBuilder) -> Void
  ) -> Bool {
    let variable = getenv(LaunchArguments.variable).map { String(cString: $0) }
    let arguments = LaunchArguments(arguments, noStart: variable)
    switch arguments.action {
    case .start:
      if arguments.logs { log() }
      return true
    case .nothing(let argument):
      Lifecycle.main.prevent(by: argument)
      return false
    case .validate(let mode):
      end(
        with: Result {
          let report = try Alchemic.build(configure, mode, in: profiles).report
          return report.warnings.reduce("\(report)") { "\($0)\n\nwarning: \($1)" }
        })
    case .draw(let format):
      end(with: Result { try Alchemic.build(configure, in: profiles).drawing(as: format) })
    case .refuse(let argument):
      writeError(LaunchArguments.refusal(of: argument))
      exit(2)
    }
  }

  /// Prints a text and ends the program with 0, or prints all problems and ends it with 1.
  @inline(never)
  private static func end(with text: Result<String, any Error>) -> Never {
    do {
      print(try text.get())
      exit(0)
    } catch {
      print(error)
      exit(1)
    }
  }

  /// Writes the reason why a start failed to standard error, since no call may be waiting for it.
  static func report(_ reason: some CustomStringConvertible) {
    writeError("Alchemic could not start:\n\(reason)")
  }

  /// The number of the listener that writes the log. Another start replaces it.
  private static let logListener = Locked<Int?>(nil)

  private static func log() {
    let number = EventHub.main.add { writeError("alchemic: \($0)") }
    let former = logListener.withLock { listener in
      defer { listener = number }
      return listener
    }
    if let former { EventHub.main.remove(former) }
  }

  /// Writes a line in one call, so that lines of several threads do not mix.
  package static func writeError(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { bytes in
      _ = write(2, bytes.baseAddress, bytes.count)
    }
  }
}
