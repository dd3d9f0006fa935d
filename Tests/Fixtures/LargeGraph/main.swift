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

/// Returns the result of the fastest of some attempts, and its time in milliseconds.
func fastest<Result>(of attempts: Int, _ body: () throws -> Result) rethrows -> (Result, Double) {
  func attempt() throws -> (Result, Double) {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try body()
    return (result, (clock.now - start) / .milliseconds(1))
  }
  var best = try attempt()
  for _ in 1..<attempts {
    let next = try attempt()
    if next.1 < best.1 { best = next }
  }
  return best
}

do {
  let model = LargeModel(count: count)
  let (_, validation) = try fastest(of: 3) { try Alchemic.validate(model.configure) }
  let (graph, graphTime) = try fastest(of: 3) { try Alchemic.graph(model.configure) }
  let (page, pageTime) = fastest(of: 2) { graph.drawing(as: .html) }
  print(page)
  report("validation \(validation)\ngraph \(graphTime)\npage \(pageTime)")
} catch {
  report("\(error)")
  exit(1)
}
