import AlchemicCore

/// The launch arguments for Alchemic: `--alchemic-nostart`, `--alchemic-validate`, also with
/// `=strict`, `--alchemic-graph=dot|mermaid|json`, `--alchemic-log`.
struct LaunchArguments: Sendable, Equatable {
  /// The effect of a start.
  enum Action: Equatable {
    case start
    /// Starts nothing, because of this argument or variable.
    case nothing(because: String)
    /// Prints whether the model is valid, and ends the program.
    case validate(ValidationMode)
    /// Prints a drawing of the model, and ends the program.
    case draw(GraphFormat)
    /// Prints that the argument is unknown, and ends the program.
    case refuse(String)
  }

  private(set) var action = Action.start
  /// Whether events are written to standard error.
  private(set) var logs = false

  static let variable = "ALCHEMIC_NOSTART"

  /// - Parameters:
  ///   - arguments: The arguments of the program. Validation and drawing take place even if an
  ///     argument or the variable prevents the start.
  ///   - noStart: The value of the environment variable, if it is set.
  init(_ arguments: [String], noStart: String? = nil) {
    var prevention: String?
    if let noStart, !noStart.isEmpty, noStart != "0" { prevention = "\(Self.variable)=\(noStart)" }
    for argument in arguments.dropFirst() where Self.isOurs(argument) {
      switch argument {
      case "--alchemic-nostart": prevention = argument
      case "--alchemic-validate": action = .validate(.standard)
      case "--alchemic-validate=strict": action = .validate(.strict)
      case "--alchemic-log": logs = true
      case let drawing where drawing.hasPrefix(Self.graph):
        guard let format = GraphFormat(rawValue: String(drawing.dropFirst(Self.graph.count))) else {
          action = .refuse(argument)
          return
        }
        action = .draw(format)
      default:
        action = .refuse(argument)
        return
      }
    }
    if action == .start, let prevention { action = .nothing(because: prevention) }
  }

  private static let graph = "--alchemic-graph="

  /// Returns whether an argument is meant for Alchemic, possibly misspelt. Otherwise, a misspelt
  /// argument for a validation would start the program instead.
  private static func isOurs(_ argument: String) -> Bool {
    argument.hasPrefix("-") && argument.drop { $0 == "-" }.lowercased().hasPrefix("alchemic")
  }

  /// Returns the message for an unknown argument.
  static func refusal(of argument: String) -> String {
    let formats = GraphFormat.allCases.map(\.rawValue).joined(separator: "|")
    let known = [
      "--alchemic-nostart", "--alchemic-validate", "--alchemic-validate=strict",
      "\(graph)\(formats)", "--alchemic-log",
    ]
    return """
      Alchemic has no launch argument \(Wording.shown(argument))
      there are \(known.joined(separator: ", "))
      """
  }
}
