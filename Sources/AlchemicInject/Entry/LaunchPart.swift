package import AlchemicCore
import AlchemicRuntime
import CAlchemicRuntime

/// A part of the library that executes launch arguments, instead of a start or in addition to it.
package protocol LaunchPart: SendableMetatype {
  /// Executes the launch arguments. Does not return if they end the program.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the program.
  ///   - profiles: The profiles that the program passes to the start.
  ///   - configure: Adds factories to the model that an argument draws or validates.
  /// - Returns: Whether the caller may start.
  static func permitsStart(
    by arguments: [String], in profiles: Set<AlchemicProfile>, of configure: (ModelBuilder) -> Void
  ) -> Bool

  /// The profiles of the launch arguments and of the environment.
  static var profiles: LaunchedProfiles { get }
}

/// The launch arguments of a program, as far as a start has to know them.
package enum ProgramLaunch {
  /// The variables of the environment that a part reads by their names.
  package static let noStart = "ALCHEMIC_NOSTART"
  package static let profile = "ALCHEMIC_PROFILE"

  /// Returns whether an argument is one of Alchemic, possibly misspelt. A misspelt argument must
  /// not be ignored: instead of a validation, the program would start.
  package static func isOurs(_ argument: String) -> Bool {
    argument.hasPrefix("-") && argument.drop { $0 == "-" }.lowercased().hasPrefix("alchemic")
  }

  /// Returns the part that executes the arguments; nil without such an argument or variable.
  static func part(for arguments: [String] = CommandLine.arguments) -> (any LaunchPart.Type)? {
    var first = 0
    guard alchemic_variable(&first) != nil || arguments.contains(where: isOurs) else { return nil }
    return linkedTypes(conformingTo: (any LaunchPart).self, as: (any LaunchPart.Type).self).first
  }

  package static func permitsStart(
    by arguments: [String] = CommandLine.arguments, in profiles: Set<AlchemicProfile> = [],
    of configure: (ModelBuilder) -> Void
  ) -> Bool {
    part(for: arguments)?.permitsStart(by: arguments, in: profiles, of: configure) ?? true
  }

  /// Writes the reason why a start failed to standard error, because there may be no call that
  /// receives it.
  package static func report(_ reason: some CustomStringConvertible) {
    writeError("\(Wording.note(.noStart))\n\(reason)")
  }

  /// Writes a line in one call, so that lines of several threads do not mix.
  package static func writeError(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { bytes in
      _ = alchemic_write_all(2, bytes.baseAddress, bytes.count)
    }
  }
}
