import AlchemicCore

/// What the launch of a program says to Alchemic: `--alchemic-nostart`, `--alchemic-validate`,
/// `--alchemic-graph=dot|mermaid|json`, `--alchemic-log`.
struct LaunchArguments: Sendable, Equatable {
  /// What a start does.
  enum Action: Equatable {
    case start
    /// Nothing, because of this argument or variable.
    case nothing(because: String)
    /// Prints the verdict on the model and ends the program.
    case validate
    /// Prints a drawing of the model and ends the program.
    case draw(GraphFormat)
    /// Says that the argument is none of those above, and ends the program.
    case refuse(String)
  }

  private(set) var action = Action.start
  /// Whether events go to standard error.
  private(set) var logs = false

  private static let prefix = "--alchemic-"
  static let variable = "ALCHEMIC_NOSTART"

  /// - Parameters:
  ///   - arguments: Those of the program.
  ///   - noStart: The value of the environment variable, if it is set.
  init(_ arguments: [String], noStart: String? = nil) {
    if let noStart, !noStart.isEmpty, noStart != "0" {
      action = .nothing(because: "\(Self.variable)=\(noStart)")
    }
    for argument in arguments where argument.hasPrefix(Self.prefix) {
      switch argument.dropFirst(Self.prefix.count) {
      case "nostart": action = .nothing(because: argument)
      case "validate": action = .validate
      case "log": logs = true
      case let drawing where drawing.hasPrefix("graph="):
        let format = GraphFormat(rawValue: String(drawing.dropFirst("graph=".count)))
        action = format.map { .draw($0) } ?? .refuse(argument)
      default: action = .refuse(argument)
      }
      if case .refuse = action { return }
    }
  }

  /// What is said of an argument that there is not.
  static func refusal(of argument: String) -> String {
    let formats = GraphFormat.allCases.map(\.rawValue).joined(separator: "|")
    return """
      Alchemic has no launch argument \(argument)
      there are --alchemic-nostart, --alchemic-validate, --alchemic-graph=\(formats), --alchemic-log
      """
  }
}
