import Foundation
import TreasuryKit

let outcome = Program.run(
  arguments: Array(CommandLine.arguments.dropFirst()),
  showsProgress: isatty(STDERR_FILENO) != 0)
FileHandle.standardOutput.write(Data(outcome.output.utf8))
FileHandle.standardError.write(Data(outcome.errors.utf8))
exit(outcome.exitCode)
