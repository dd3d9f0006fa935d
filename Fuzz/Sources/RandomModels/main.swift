import FuzzInput
import FuzzKit

// RandomModels [number of models] [seed]
let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let count = arguments.first ?? 2_000
let seed = arguments.dropFirst().first ?? UInt64.random(in: 0..<1_000_000)
print("\(count) models from seed \(seed)")
var random = SplitMix(state: seed)
for _ in 0..<count {
  run(
    (0..<Int.random(in: 8...96, using: &random)).map { _ in
      .random(in: .min ... .max, using: &random)
    })
}
print(summary)
