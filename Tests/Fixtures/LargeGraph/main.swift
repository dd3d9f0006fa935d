import AlchemicInject
import AlchemicTools

// Prints the page of a model of as many factories as its argument says, and on standard error the
// times of its validation, its graph and its page, in milliseconds.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

func report(_ text: String) {
  var line = text + "\n"
  line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

guard let argument = CommandLine.arguments.dropFirst().first, let count = Int(argument),
  (1...LargeModel.most).contains(count)
else {
  report("usage: LargeGraph COUNT, from 1 to \(LargeModel.most)")
  exit(2)
}

/// Returns what a function returns, and replaces a time, in milliseconds, by that of the call if it
/// is shorter.
func measure<Result>(_ shortest: inout Double, _ body: () throws -> Result) rethrows -> Result {
  let clock = ContinuousClock()
  let start = clock.now
  let result = try body()
  shortest = min(shortest, (clock.now - start) / .milliseconds(1))
  return result
}

do {
  let model = LargeModel(count: count)
  var (validation, reading, drawing) = (Double.infinity, Double.infinity, Double.infinity)
  var page = ""
  // In turns, since other programs of the machine disturb some of the attempts.
  for _ in 0..<4 {
    try measure(&validation) { _ = try Alchemic.validate(model.configure) }
    let graph = try measure(&reading) { try Alchemic.graph(model.configure) }
    page = measure(&drawing) { graph.drawing(as: .html) }
  }
  print(page)
  report("validation \(validation)\ngraph \(reading)\npage \(drawing)")
} catch {
  report("\(error)")
  exit(1)
}
