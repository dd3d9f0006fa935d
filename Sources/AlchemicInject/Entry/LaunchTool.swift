package import AlchemicCore
import AlchemicRuntime

/// A product with launch arguments of its own.
///
/// The conformance is looked for only after an argument that Alchemic itself does not know. So a
/// product that a program links and does not use costs no time at start.
package protocol LaunchTool: SendableMetatype {
  /// The arguments, as a refusal lists them.
  static var arguments: [String] { get }

  /// Prepares to carry out an argument, or ends the program with ``Launch/refuse(_:)``.
  ///
  /// - Parameter end: Ends the program instead of a start: returns a text about the model, which
  ///   may have problems. The program exits with 1 if it has.
  /// - Returns: Whether the argument is one of the tool's.
  static func prepare(_ argument: String, _ end: inout LaunchEnd?) -> Bool
}

/// Returns the last text of a program, by its model and the problems of that.
package typealias LaunchEnd = (Model, [Problem]) -> String

/// The tools in the loaded images.
enum LaunchTools {
  /// - Complexity: O(*r*) in the conformance records of all images.
  static var linked: [any LaunchTool.Type] {
    let tool = ContextDescriptor(ofProtocol: (any LaunchTool).self)
    var tools: [any LaunchTool.Type] = []
    forEachConformanceRecord { record in
      guard record.protocolDescriptor == tool, let type = record.typeDescriptor else { return }
      tools.append(record.type(of: type, as: (any LaunchTool.Type).self))
    }
    return tools
  }
}
