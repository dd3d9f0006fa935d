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

  static let variable = "ALCHEMIC_NOSTART"

  /// - Parameters:
  ///   - arguments: Those of the program. A question (validate, graph) is answered whether or not
  ///     it is to start.
  ///   - noStart: The value of the environment variable, if it is set.
  init(_ arguments: [String], noStart: String? = nil) {
    var prevention: String?
    if let noStart, !noStart.isEmpty, noStart != "0" { prevention = "\(Self.variable)=\(noStart)" }
    for argument in arguments.dropFirst() where Self.isOurs(argument) {
      switch argument {
      case "--alchemic-nostart": prevention = argument
      case "--alchemic-validate": action = .validate
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

  /// Whether an argument is one of these, perhaps misspelt: a check that a typo turns into a start
  /// would be no check.
  private static func isOurs(_ argument: String) -> Bool {
    argument.hasPrefix("-") && argument.drop { $0 == "-" }.lowercased().hasPrefix("alchemic")
  }

  /// What is said of an argument that there is not.
  static func refusal(of argument: String) -> String {
    let formats = GraphFormat.allCases.map(\.rawValue).joined(separator: "|")
    let known = [
      "--alchemic-nostart", "--alchemic-validate", "\(graph)\(formats)", "--alchemic-log",
    ]
    return """
      Alchemic has no launch argument \(Wording.shown(argument))
      there are \(known.joined(separator: ", "))
      """
  }
}
