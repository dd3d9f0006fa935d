import CrossingKit
import FuzzInput

// RandomCrossings [number of programs] [seed]
let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let count = arguments.first ?? 2_000
let seed = arguments.dropFirst().first ?? UInt64.random(in: 0..<1_000_000)
print("\(count) programs from seed \(seed)")
let begin = ContinuousClock.now
// Each has a seed of its own, so that one can be run alone.
for number in 0..<count { await run(seed: seed &+ number) }
print("\(operationCount) operations in \(ContinuousClock.now - begin)")
print(summary)
