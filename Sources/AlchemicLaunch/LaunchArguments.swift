import AlchemicCore
import AlchemicInject

/// The launch arguments for Alchemic: `--alchemic-nostart`, `--alchemic-validate`,
/// `--alchemic-validate=strict`, `--alchemic-profile=…`, `--alchemic-log`, and the arguments of
/// each ``LaunchTool``. A variable of the environment stands for each: see ``LaunchVariable``.
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
  /// The variables that may stand for an argument of a tool.
  private(set) var otherVariables: [LaunchVariable] = []

  /// - Parameters:
  ///   - arguments: The arguments of the program. A validation takes place even if an argument or a
  ///     variable prevents the start.
  ///   - variables: The variables of the environment.
  init(_ arguments: [String], variables: [LaunchVariable] = []) {
    var prevention: String?
    for variable in variables where !variable.isOff {
      if variable.name == "nostart" {
        prevention = variable.origin
      } else if !read(variable.argument, &prevention) {
        otherVariables.append(variable)
      }
    }
    for argument in arguments.dropFirst() where ProgramLaunch.isOurs(argument) {
      if !read(argument, &prevention) { others.append(argument) }
    }
    if action == .start, let prevention { action = .nothing(because: prevention) }
  }

  /// Whether there are any that Alchemic itself does not define.
  var hasOthers: Bool { !others.isEmpty || !otherVariables.isEmpty }

  /// Returns false for an argument that Alchemic itself does not define.
  private mutating func read(_ argument: String, _ prevention: inout String?) -> Bool {
    switch argument {
    case "--alchemic-nostart": prevention = argument
    case "--alchemic-validate": action = .validate(.standard)
    case "--alchemic-validate=strict": action = .validate(.strict)
    case "--alchemic-log": logs = true
    case let profile where profile.hasPrefix(Self.profile): break
    default: return false
    }
    return true
  }

  private static let profile = "--alchemic-profile="

  /// The profiles of the launch arguments and the variable, each with the argument or variable that
  /// names it.
  static var profiles: [(profile: AlchemicProfile, origin: String)] {
    profiles(in: CommandLine.arguments, LaunchVariable.all)
  }

  static func profiles(
    in arguments: [String], _ variables: [LaunchVariable]
  ) -> [(profile: AlchemicProfile, origin: String)] {
    let given = arguments.dropFirst().filter { $0.hasPrefix(profile) }.map {
      (list: String($0.dropFirst(profile.count)), origin: $0)
    }
    let variables = variables.filter { $0.name == "profile" }.map {
      (list: $0.value, origin: $0.origin)
    }
    return (given + variables).flatMap { given in
      AlchemicProfile.list(given.list).map { ($0, given.origin) }
    }
  }

  /// The arguments that Alchemic itself defines, as a message lists them.
  static let known = [
    "--alchemic-nostart", "--alchemic-validate", "--alchemic-validate=strict", "\(profile)NAME",
    "--alchemic-log",
  ]

  /// Returns the message for an unknown argument.
  ///
  /// - Parameters:
  ///   - argument: The argument, or the variable that stands for one.
  ///   - tools: The arguments of the tools that the program links.
  static func refusal(of argument: String, among tools: [String] = []) -> String {
    let known = known + tools
    let refusal = """
      Alchemic has no launch argument \(Wording.shown(argument)) in this program
      there are \(known.joined(separator: ", "))
      """
    return tools.isEmpty
      ? refusal + "\nothers belong to a product that this program does not link" : refusal
  }
}
