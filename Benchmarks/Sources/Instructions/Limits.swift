import Measure

/// How many instructions each operation may take.
struct Limits {
  private var limits: [String: Double] = [:]

  /// Reads a table as ``table(_:)`` makes it.
  init(readFrom file: String) throws {
    for line in try readFile(file).split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ")
      guard words.count == 4, let limit = Double(words[2]) else {
        throw Failure("\(file): not an id, a count, a limit and a floor: \(line)")
      }
      limits[String(words[0])] = limit
    }
  }

  /// Returns a tenth more, and at least two steps of a search in a table: whether two types collide
  /// there is chance, and differs with every change of the code.
  private static func limit(for instructions: Double) -> Double {
    max(instructions * 1.1, instructions + 16).rounded(.up)
  }

  /// A line for each operation: its id, its instructions, its limit, and the
  /// instructions of its floor.
  static func table(_ counts: [Count]) -> String {
    let lines = counts.map { count in
      let id = count.id + String(repeating: " ", count: max(1, 24 - count.id.utf8.count))
      return id + right(count.instructions.rounded())
        + right(limit(for: count.instructions)) + right(count.floor?.rounded())
    }
    return "# Instructions per operation; how many there may be; those of the floor.\n"
      + lines.joined(separator: "\n") + "\n"
  }

  /// Says what is above its limit, or has none; true if nothing is.
  func check(_ counts: [Count]) -> Bool {
    var isFine = true
    for count in counts {
      let instructions = Int(count.instructions.rounded())
      guard let limit = limits[count.id] else {
        print("✗ \(count.id): \(instructions) instructions, and no limit yet: write one")
        isFine = false
        continue
      }
      let isWithin = count.instructions <= limit
      print(
        "\(isWithin ? "✓" : "✗") \(count.id): \(instructions) instructions, at most \(Int(limit))"
          + (count.instructions < limit * 0.8 ? "; the limit can be lowered" : ""))
      if !isWithin { isFine = false }
    }
    for id in limits.keys.sorted() where !counts.contains(where: { $0.id == id }) {
      print("✗ \(id): has a limit, and was not counted")
      isFine = false
    }
    if !isFine {
      print(
        "An operation takes more instructions than it did. If that is meant: "
          + "swift run -c release --package-path Benchmarks Instructions --write Benchmarks/Instructions.txt"
      )
    }
    return isFine
  }

  private static func right(_ number: Double?) -> String {
    let text = number.map { "\(Int($0))" } ?? "-"
    return String(repeating: " ", count: max(1, 12 - text.utf8.count)) + text
  }
}
