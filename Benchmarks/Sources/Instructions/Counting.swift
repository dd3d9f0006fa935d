import Measure

/// How many instructions an operation takes.
struct Count {
  let id: String
  let instructions: Double
}

/// Counts those of all operations.
func count() throws -> [Count] {
  try Program.withFolder { folder in
    // This version of valgrind stops at debug information that it does not know.
    let program = "\(folder)/Instructions"
    try Program.run(["strip", "-g", "-o", program, CommandLine.arguments[0]])
    let run = try Program.run([
      // Else dictionaries are laid out anew in each run.
      "env", "SWIFT_DETERMINISTIC_HASHING=1",
      "valgrind", "--quiet", "--tool=callgrind", "--callgrind-out-file=\(folder)/counts",
      "--dump-before=measure_mark", program, "--operations",
    ])
    // Three dumps for each operation: what came before it, few, many.
    let lines = run.output.split(separator: "\n")
    return try lines.enumerated().map { index, line in
      let words = line.split(separator: " ")
      guard words.count == 2, let times = Double(words[1]) else {
        throw Failure("unexpected: \(line)")
      }
      let few = try total("\(folder)/counts.\(index * 3 + 2)")
      let many = try total("\(folder)/counts.\(index * 3 + 3)")
      return Count(id: String(words[0]), instructions: (many - few) / times)
    }
  }
}

/// What callgrind counted since the dump before.
private func total(_ file: String) throws -> Double {
  let line = try readFile(file).split(separator: "\n").last { $0.hasPrefix("totals: ") }
  guard let line, let total = Double(line.dropFirst("totals: ".count)) else {
    throw Failure("no total in \(file)")
  }
  return total
}
