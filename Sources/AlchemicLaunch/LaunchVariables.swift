import AlchemicCore
import AlchemicInject
import CAlchemicRuntime

/// The variables of the environment that stand for launch arguments: `ALCHEMIC_GRAPH=html` for
/// `--alchemic-graph=html`, and `ALCHEMIC_LOG=1` for `--alchemic-log`.
///
/// An environment is for many programs. So a variable that stands for no argument of the program is
/// ignored.
struct LaunchVariables: Sendable {
  /// The variables and their values, for messages.
  private(set) var origins: [String] = []
  /// The argument for which each stands.
  private(set) var arguments: [String] = []

  /// The variables of the environment that begin with ALCHEMIC_.
  static var environment: [String] {
    var all: [String] = []
    var position = 0
    while let variable = alchemic_variable(&position) { all.append(String(cString: variable)) }
    return all
  }

  /// - Parameter variables: All variables. Those that are read by their names are left out.
  init(_ variables: [String]) { variables.forEach { add($0) } }

  private mutating func add(_ variable: String) {
    guard !variable.hasPrefix(ProgramLaunch.noStart), !variable.hasPrefix(ProgramLaunch.profile),
      let argument = alchemic_argument(variable)
    else { return }
    origins.append(variable)
    arguments.append(String(cString: argument))
    free(argument)
  }

  /// Returns the variable that stands for an argument; nil if none does.
  func origin(of argument: String) -> String? {
    arguments.firstIndex(of: argument).map { origins[$0] }
  }

  /// Returns whether an argument has the name of one of these, whatever its value is.
  static func isKnown(_ argument: String, among known: [String]) -> Bool {
    let name = name(of: argument)
    return known.contains { Self.name(of: $0) == name }
  }

  private static func name(of argument: String) -> Substring { argument.prefix { $0 != "=" } }
}
