#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import AlchemicCore

/// Does what the launch arguments ask for instead of a start, or besides it.
enum Launch {
  /// - Parameters:
  ///   - arguments: Those of the program.
  ///   - configure: Adds factories to the model that is drawn or checked.
  /// - Returns: Whether to start. Does not return where the program ends here.
  static func permitsStart(
    by arguments: [String] = CommandLine.arguments, of configure: (ModelBuilder) -> Void
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
    case .validate:
      end {
        let model = try Alchemic.build(configure)
        let count = model.factories.count
        let verdict = "The model is sound: \(count) \(count == 1 ? "factory" : "factories")."
        return model.warnings.reduce(verdict) { "\($0)\nwarning: \($1)" }
      }
    case .draw(let format):
      end { try Alchemic.build(configure).drawing(as: format) }
    case .refuse(let argument):
      writeError(LaunchArguments.refusal(of: argument))
      exit(2)
    }
  }

  /// Prints something of the model and ends the program: with 0, or with 1 and all problems.
  private static func end(with text: () throws -> String) -> Never {
    do {
      print(try text())
      exit(0)
    } catch {
      print(error)
      exit(1)
    }
  }

  /// Says why a start failed for which nobody may be waiting.
  static func report(_ reason: some CustomStringConvertible) {
    writeError("Alchemic could not start:\n\(reason)")
  }

  /// The listener that writes the log; another start has another one.
  private static let logListener = Locked<Int?>(nil)

  private static func log() {
    let number = EventHub.main.add { writeError("alchemic: \($0)") }
    let former = logListener.withLock { listener in
      defer { listener = number }
      return listener
    }
    if let former { EventHub.main.remove(former) }
  }

  /// One call, so that lines of several threads do not mix.
  private static func writeError(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { bytes in
      _ = write(2, bytes.baseAddress, bytes.count)
    }
  }
}
