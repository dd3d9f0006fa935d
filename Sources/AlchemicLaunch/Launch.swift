package import AlchemicCore
import AlchemicInject
import AlchemicMessages
import AlchemicRuntime
import CAlchemicRuntime

/// Executes the launch arguments, instead of a start or in addition to it.
package enum Launch: LaunchPart {
  package static var profiles: LaunchedProfiles { LaunchedProfiles(LaunchArguments.profiles) }

  package static func permitsStart(
    by arguments: [String], in profiles: Set<AlchemicProfile>, of configure: (ModelBuilder) -> Void
  ) -> Bool {
    let variable = getenv(ProgramLaunch.noStart).map { String(cString: $0) }
    let variables = LaunchVariables(LaunchVariables.environment)
    let arguments = LaunchArguments(arguments + variables.arguments, noStart: variable)
    // A second start fails, so a tool does not observe it.
    if !arguments.others.isEmpty, Lifecycle.main.isIdle,
      let result = prepare(arguments.others, variables)
    {
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

  /// Prepares to execute the arguments of tools, or ends the program if no tool has an argument.
  ///
  /// - Returns: The function that returns the last text of the program, which then ends without a
  ///   start; nil if the program starts.
  @inline(never)
  private static func prepare(_ arguments: [String], _ variables: LaunchVariables) -> LaunchEnd? {
    let tools = linkedTypes(
      conformingTo: (any LaunchTool).self, as: (any LaunchTool.Type).self)
    var end: LaunchEnd?
    for argument in arguments where !tools.contains(where: { $0.prepare(argument, &end) }) {
      let known = tools.flatMap { $0.arguments }
      let origin = variables.origin(of: argument)
      if origin != nil, !LaunchVariables.isKnown(argument, among: LaunchArguments.known + known) {
        continue
      }
      refuse(LaunchArguments.refusal(of: origin ?? argument, among: known))
    }
    return end
  }

  /// Writes a reason to standard error, and ends the program with exit code 2.
  package static func refuse(_ reason: String) -> Never {
    ProgramLaunch.writeError(reason)
    exit(2)
  }

  /// Prints a text, and ends the program. Prints the error instead if there is no text, and ends
  /// the program with exit code 1. If the text cannot be written, for example to a full disk, the
  /// exit code is 2.
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

  /// Writes a text to standard output, after the buffered output of the program.
  private static func write(_ text: String) {
    fflush(nil)
    var text = text + "\n"
    let error = text.withUTF8 { alchemic_write_all(1, $0.baseAddress, $0.count) }
    if error == 0 { return }
    refuse(Wording.note(.notWritten(because: String(cString: strerror(error)))))
  }

  /// The observer that writes the log. Another start replaces it.
  private static let observation = Locked<AlchemicObservation?>(nil)

  private static func log() {
    let new = Alchemic.observe { ProgramLaunch.writeError("alchemic: \($0)") }
    let former = observation.withLock { observation in
      defer { observation = new }
      return observation
    }
    former?.cancel()
  }
}
