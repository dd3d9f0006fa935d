import CrossingKit
import FuzzInput

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// RandomCrossings [threads] [number of programs] [seed]
let hasThreads = CommandLine.arguments.dropFirst().first == "threads"
let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let count = arguments.first ?? 2_000
let seed = arguments.dropFirst().first ?? UInt64.random(in: 0..<1_000_000)
/// Prints at once. The leak sanitizer reports a string that the top level composes as lost.
@inline(never)
func say(_ text: @autoclosure () -> String) {
  print(text())
  fflush(nil)
}
say("\(count) programs from seed \(seed)")
let begin = ContinuousClock.now
// Each has a seed of its own, so that one can be run alone.
for number in 0..<count {
  if hasThreads {
    await runThreads(seed: seed &+ number)
  } else if await !run(seed: seed &+ number) {
    exit(1)
  }
}
if hasThreads {
  say("\(ContinuousClock.now - begin): \(threadSummary)")
} else {
  say("\(operationCount) operations in \(ContinuousClock.now - begin)")
  say(summary)
}
