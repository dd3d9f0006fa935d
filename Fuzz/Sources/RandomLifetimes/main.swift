import FuzzInput
import LifetimeKit

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// RandomLifetimes [number of programs] [seed] [programs to leave out at the beginning]
let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let count = arguments.first ?? 2_000
let seed = arguments.dropFirst().first ?? UInt64.random(in: 0..<1_000_000)
let first = arguments.dropFirst(2).first ?? 0
print("\(count) programs from seed \(seed)")
// So that the seed is printed also if a program crashes.
fflush(nil)
for number in first..<max(first, count) {
  // Each has a seed of its own, so that one can be run alone.
  var random = SplitMix(state: seed &* 1_000_003 &+ number)
  run(
    (0..<Int.random(in: 16...128, using: &random)).map { _ in
      .random(in: .min ... .max, using: &random)
    })
}
print(summary)
