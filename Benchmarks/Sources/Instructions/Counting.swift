import Measure

/// How many instructions an operation takes.
struct Count {
  let id: String
  let instructions: Double
  /// Those of its floor, to compare with.
  let floor: Double?
}

/// Counts those of all operations.
func count() throws -> [Count] {
  try Program.withFolder { folder in
    // This version of valgrind stops at debug information that it does not know.
    let program = "\(folder)/Instructions"
    try Program.run(["strip", "-g", "-o", program, CommandLine.arguments[0]])
    let run = try Program.run([
      // Else dictionaries are laid out otherwise in each run.
      "env", "SWIFT_DETERMINISTIC_HASHING=1",
      "valgrind", "--quiet", "--tool=callgrind", "--callgrind-out-file=\(folder)/counts",
      "--dump-before=measure_mark", program, "--operations",
    ])
    // Three dumps for each loop: what came before it, few, many.
    var dumps = stride(from: 2, to: Int.max, by: 3).makeIterator()
    func perOperation(_ times: Double) throws -> Double {
      let dump = dumps.next() ?? 0
      let few = try total("\(folder)/counts.\(dump)")
      return (try total("\(folder)/counts.\(dump + 1)") - few) / times
    }
    return try run.output.split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      guard words.count == 3, let times = Double(words[1]) else {
        throw Failure("unexpected: \(line)")
      }
      let instructions = try perOperation(times)
      return Count(
        id: String(words[0]), instructions: instructions,
        floor: words[2] == "2" ? try perOperation(times) : nil)
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
