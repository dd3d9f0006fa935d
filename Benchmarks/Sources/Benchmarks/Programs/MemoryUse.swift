import Measure
import Operations

/// What hosts take of memory, as a program of its own found out.
enum MemoryUse {
  static let option = "--bytes"

  /// What that program does: this one, with the option.
  static func run(_ count: String) throws {
    let memory = try Memory(hosts: Int(count) ?? 1)
    // What is left of a byte are tables that grow with the hosts.
    let bytes = [memory.injected, memory.aware, memory.withoutHooks]
    print(bytes.map { "\($0.rounded())" }.joined(separator: " "))
  }

  static func measured(
    _ bench: Bench
  ) throws -> (injected: Double, aware: Double, withoutHooks: Double) {
    let count = bench.choose(full: 100_000, quick: 10_000, smoke: 100)
    let run = try Program.run([CommandLine.arguments[0], option, "\(count)"])
    let bytes = run.output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard bytes.count == 3 else { throw Failure("unexpected: \(run.output)") }
    return (bytes[0], bytes[1], bytes[2])
  }
}
