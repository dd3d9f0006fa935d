import AlchemicCore
import CAlchemicRuntime

/// A variable of the environment that stands for a launch argument: `ALCHEMIC_GRAPH=html` for
/// `--alchemic-graph=html`, and `ALCHEMIC_LOG=1` for `--alchemic-log`.
///
/// An environment is for many programs. So a variable that stands for no argument of the program is
/// ignored.
struct LaunchVariable: Sendable, Equatable {
  /// The variable and its value, for messages.
  let origin: String
  /// The part of the name after `ALCHEMIC_`, in lowercase.
  let name: String
  let value: String

  /// - Parameter variable: `NAME=VALUE`.
  init(_ variable: String) {
    // As bytes: a value may begin with an accent, which would be one character with the sign.
    let parts = variable.utf8.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    origin = variable
    name = Substring(parts[0]).dropFirst("ALCHEMIC_".count).lowercased()
    value = parts.count > 1 ? String(Substring(parts[1])) : ""
  }

  /// The variables of the environment.
  static var all: [LaunchVariable] {
    var all: [LaunchVariable] = []
    var position = 0
    while let variable = alchemic_variable(&position) {
      all.append(LaunchVariable(String(cString: variable)))
    }
    return all
  }

  /// Whether the variable has no effect: it is empty or 0.
  var isOff: Bool { value.isEmpty || value == "0" }

  /// The argument for which it stands.
  var argument: String { "--alchemic-\(name)" + (value == "1" ? "" : "=\(value)") }

  /// Returns whether it stands for one of these arguments, whatever its value is.
  func isNamed(among arguments: [String]) -> Bool {
    arguments.contains { $0.prefix { $0 != "=" } == "--alchemic-\(name)" }
  }
}
