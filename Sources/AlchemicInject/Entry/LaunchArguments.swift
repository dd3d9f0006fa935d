import AlchemicCore
import CAlchemicRuntime

/// The launch arguments for Alchemic: `--alchemic-nostart`, `--alchemic-validate`, also with
/// `=strict`, `--alchemic-graph=dot|mermaid|json`, `--alchemic-profile=…`, `--alchemic-log`.
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
      case let profile where profile.hasPrefix(Self.profile): break
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
  private static let profile = "--alchemic-profile="
  private static let profileVariable = "ALCHEMIC_PROFILE"

  /// The profiles of the launch arguments and the variable, each with what names it.
  static var profiles: [(profile: AlchemicProfile, origin: String)] {
    let value = getenv(profileVariable).map { String(cString: $0) } ?? ""
    return profiles(in: CommandLine.arguments, variable: value)
  }

  static func profiles(
    in arguments: [String], variable: String
  ) -> [(profile: AlchemicProfile, origin: String)] {
    let given = arguments.dropFirst().filter { $0.hasPrefix(profile) }.flatMap { argument in
      AlchemicProfile.list(String(argument.dropFirst(profile.count))).map { ($0, argument) }
    }
    return given
      + AlchemicProfile.list(variable).map { ($0, "\(profileVariable)=\(variable)") }
  }

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
      "\(graph)\(formats)", "\(profile)NAME", "--alchemic-log",
    ]
    return """
      Alchemic has no launch argument \(Wording.shown(argument))
      there are \(known.joined(separator: ", "))
      """
  }
}
