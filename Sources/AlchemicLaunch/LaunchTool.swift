package import AlchemicCore

/// A product that adds launch arguments.
///
/// Alchemic searches for the conformances only if the program has an argument that Alchemic itself
/// does not define. So a product that a program links and does not use costs no time at start.
package protocol LaunchTool: SendableMetatype {
  /// The arguments, as the message about an unknown argument lists them.
  static var arguments: [String] { get }

  /// Prepares to execute an argument, or ends the program with ``Launch/refuse(_:)``.
  ///
  /// - Parameter end: Set to a function that returns a text about the model. The program then
  ///   prints this text and ends instead of a start. The exit code is 1 if the model has problems.
  /// - Returns: Whether the argument is one of the tool's.
  static func prepare(_ argument: String, _ end: inout LaunchEnd?) -> Bool
}

/// Returns the last text of a program from its model and the problems of the model.
package typealias LaunchEnd = (Model, [Problem]) -> String
