import AlchemicCore
import AlchemicInject
import CAlchemicRuntime

/// The launch arguments for Alchemic: `--alchemic-nostart`, `--alchemic-validate`,
/// `--alchemic-validate=strict`, `--alchemic-profile=…`, `--alchemic-log`, and the arguments of
/// each ``LaunchTool``. A variable of the environment stands for each: see ``LaunchVariables``.
struct LaunchArguments: Sendable, Equatable {
  /// The effect of a start.
  enum Action: Equatable {
    case start
    /// Starts nothing, because of this argument or variable.
    case nothing(because: String)
    /// Prints whether the model is valid, and ends the program.
    case validate(ValidationMode)
  }

  private(set) var action = Action.start
  /// Whether events are written to standard error.
  private(set) var logs = false
  /// The other arguments, which may be those of a tool.
  private(set) var others: [String] = []

  /// - Parameters:
  ///   - arguments: The arguments of the program. A validation takes place even if an argument or
  ///     the variable prevents the start.
  ///   - noStart: The value of the environment variable, if it is set.
  init(_ arguments: [String], noStart: String? = nil) {
    var prevention: String?
    if let noStart, !noStart.isEmpty, noStart != "0" {
      prevention = "\(ProgramLaunch.noStart)=\(noStart)"
    }
    for argument in arguments.dropFirst() where ProgramLaunch.isOurs(argument) {
      switch argument {
      case "--alchemic-nostart": prevention = argument
      case "--alchemic-validate": action = .validate(.standard)
      case "--alchemic-validate=strict": action = .validate(.strict)
      case "--alchemic-log": logs = true
      case let profile where profile.hasPrefix(Self.profile): break
      default: others.append(argument)
      }
    }
    if action == .start, let prevention { action = .nothing(because: prevention) }
  }

  private static let profile = "--alchemic-profile="

  /// The profiles of the launch arguments and the variable, each with the argument or variable that
  /// names it.
  static var profiles: [(profile: AlchemicProfile, origin: String)] {
    let value = getenv(ProgramLaunch.profile).map { String(cString: $0) } ?? ""
    return profiles(in: CommandLine.arguments, variable: value)
  }

  static func profiles(
    in arguments: [String], variable: String
  ) -> [(profile: AlchemicProfile, origin: String)] {
    let given = arguments.dropFirst().filter { $0.hasPrefix(profile) }.flatMap { argument in
      AlchemicProfile.list(String(argument.dropFirst(profile.count))).map { ($0, argument) }
    }
    return given
      + AlchemicProfile.list(variable).map { ($0, "\(ProgramLaunch.profile)=\(variable)") }
  }

  /// The arguments that Alchemic itself defines, as a message lists them.
  static var known: [String] {
    [
      "--alchemic-nostart", "--alchemic-validate", "--alchemic-validate=strict", "\(profile)NAME",
      "--alchemic-log",
    ]
  }

  /// Returns the message for an unknown argument.
  ///
  /// - Parameter tools: The arguments of the tools that the program links.
  static func refusal(of argument: String, among tools: [String] = []) -> String {
    let known = (known + tools).joined(separator: ", ")
    return Wording.note(.unknownArgument(among: known, mayBeLinked: tools.isEmpty), argument)
  }
}
