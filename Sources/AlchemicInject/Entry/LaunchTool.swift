package import AlchemicCore
import AlchemicRuntime

/// A product with launch arguments of its own.
///
/// The conformance is looked for only after an argument that Alchemic itself does not know. So a
/// product that a program links and does not use costs no time at start.
package protocol LaunchTool: SendableMetatype {
  /// The arguments, as a refusal lists them.
  static var arguments: [String] { get }

  /// Returns how to carry out an argument; nil if it is none of the tool's.
  static func step(for argument: String) -> LaunchStep?
}

/// How to carry out a launch argument of a ``LaunchTool``.
package enum LaunchStep {
  /// Ends the program instead of a start: with a text about the model, which may have problems.
  case end((Model, [Problem]) -> LaunchResult)
  /// Begins to observe the start.
  case observe(() -> Void)
  /// The argument is wrong, for this reason. The program ends with 2.
  case refuse(String)
}

/// What a program prints before it ends.
package enum LaunchResult {
  case text(String)
  /// As ``text(_:)``, of a model with problems: the program ends with 1.
  case flawed(String)
  /// A reason that is written to standard error: the program ends with 2.
  case refused(String)
}

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

  static func step(for argument: String, of tools: [any LaunchTool.Type]) -> LaunchStep? {
    for tool in tools {
      if let step = tool.step(for: argument) { return step }
    }
    return nil
  }
}
