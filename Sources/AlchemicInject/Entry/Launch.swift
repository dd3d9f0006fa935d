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
    // A second start of the program fails, and is none to observe.
    if !arguments.others.isEmpty, Lifecycle.main.isIdle, let result = prepare(arguments.others) {
      end(
        with: Result {
          let (model, problems) = try Alchemic.buildRegardless(configure, in: profiles)
          return (result(model, problems), problems.isEmpty ? 0 : 1)
        })
    }
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
          return (report.warnings.reduce("\(report)") { "\($0)\n\nwarning: \($1)" }, 0)
        })
    }
  }

  /// Prepares to carry out arguments of tools, or ends the program if one is unknown.
  ///
  /// - Returns: What ends the program instead of a start; nil if it starts.
  @inline(never)
  private static func prepare(_ arguments: [String]) -> LaunchEnd? {
    let tools = LaunchTools.linked
    var end: LaunchEnd?
    for argument in arguments where !tools.contains(where: { $0.prepare(argument, &end) }) {
      refuse(LaunchArguments.refusal(of: argument, among: tools.flatMap { $0.arguments }))
    }
    return end
  }

  /// Ends the program with 2, and a reason on standard error.
  package static func refuse(_ reason: String) -> Never {
    writeError(reason)
    exit(2)
  }

  /// Prints a text and ends the program, or prints why there is none and ends it with 1. Ends it
  /// with 2 if the text cannot be written, as to a full disk.
  @inline(never)
  private static func end(with result: Result<(text: String, exitCode: Int32), any Error>) -> Never
  {
    do {
      let (text, exitCode) = try result.get()
      write(text)
      exit(exitCode)
    } catch {
      write("\(error)")
      exit(1)
    }
  }

  /// Writes a text to standard output, after what the program has printed.
  private static func write(_ text: String) {
    fflush(nil)
    var text = text + "\n"
    let error = text.withUTF8 { alchemic_write_all(1, $0.baseAddress, $0.count) }
    if error == 0 { return }
    refuse("Alchemic cannot write its answer: \(String(cString: strerror(error)))")
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
      _ = alchemic_write_all(2, bytes.baseAddress, bytes.count)
    }
  }
}
