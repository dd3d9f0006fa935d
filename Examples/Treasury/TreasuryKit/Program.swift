import Alchemic

/// The whole program, from arguments to text.
///
/// Nothing here prints: a run that fails has nothing half shown, and a test reads what a user
/// would.
package enum Program {
  /// What a run leaves behind.
  package struct Outcome: Sendable {
    /// 0 for success, 1 for bad data, 2 for bad usage.
    package let exitCode: Int32

    /// The text for standard output; empty when the run failed.
    package let output: String

    /// The text for standard error; empty when the run succeeded.
    package let errors: String

    package init(exitCode: Int32, output: String, errors: String) {
      self.exitCode = exitCode
      self.output = output
      self.errors = errors
    }

    static func success(_ output: String) -> Outcome {
      Outcome(exitCode: 0, output: output, errors: "")
    }

    static func failure(_ exitCode: Int32, _ message: String) -> Outcome {
      Outcome(exitCode: exitCode, output: "", errors: message + "\n")
    }
  }

  /// Runs the program on a model of its own.
  ///
  /// - Parameters:
  ///   - arguments: The command line without the program's name.
  ///   - showsProgress: Whether a terminal is watching standard error.
  /// - Returns: What to print, and the exit code.
  package static func run(arguments: [String], showsProgress: Bool = false) -> Outcome {
    do {
      let options = try Options(arguments: arguments)
      if options.showsHelp { return .success(Options.usage) }
      try Alchemic.start { model in
        model.register(.primary) { options }
        if showsProgress {
          model.register { TerminalMeter() as any ProgressMeter }
        }
      }
      defer { Alchemic.reset() }
      let report = try simulate()
      return .success(options.json ? report.json : report.table)
    } catch let error as UsageError {
      return .failure(2, "error: \(error)\n\(Options.usageLine)")
    } catch let error as TreasuryError {
      return .failure(1, "\(error)")
    } catch {
      return .failure(1, "error: \(error)")
    }
  }

  /// Runs every trading day on the model that is started now.
  ///
  /// - Throws: ``TreasuryError`` when the rates cannot be used.
  package static func simulate() throws -> Report {
    let simulation: Simulation = try AcGet()
    return try simulation.run()
  }
}
