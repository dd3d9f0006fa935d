#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

#if canImport(Darwin)
private let systemWrite = Darwin.write
#elseif canImport(Glibc)
private let systemWrite = Glibc.write
#elseif canImport(Musl)
private let systemWrite = Musl.write
#endif

/// Writes what a program does to standard error, if the environment has `FUZZ_TRACE`.
enum Trace {
  static let isOn = getenv("FUZZ_TRACE") != nil

  static func write(_ text: @autoclosure () -> String) {
    guard isOn else { return }
    let worker = Program.current.worker
    let indentation = String(repeating: "  ", count: worker.depth)
    let line = "\(worker.index) \(indentation)\(text())\n"
    _ = Array(line.utf8).withUnsafeBytes { systemWrite(2, $0.baseAddress, $0.count) }
  }
}

/// What programs leave out, so that a known defect does not hide others: the environment's
/// `FUZZ_WITHOUT`, a list with commas.
struct Omissions: OptionSet {
  let rawValue: Int

  /// A first read of an own property in the `deinit` of a host.
  static let dyingFirstReads = Omissions(rawValue: 1 << 0)
  /// Assigning a wrapper.
  static let renewals = Omissions(rawValue: 1 << 1)
  /// Reads in a `deinit`.
  static let readsInDeinit = Omissions(rawValue: 1 << 2)
  /// A reset that is not at the top of a program.
  static let innerResets = Omissions(rawValue: 1 << 3)
  /// Factories that are followed.
  static let transients = Omissions(rawValue: 1 << 4)
  /// Hand-offs to the second thread.
  static let handOffs = Omissions(rawValue: 1 << 5)
  /// Errors that consume operations in their `deinit`.
  static let actingErrors = Omissions(rawValue: 1 << 6)
  /// Weak factories.
  static let weak = Omissions(rawValue: 1 << 7)
  /// `AcSet` of hosts while something is being made.
  static let innerHostSets = Omissions(rawValue: 1 << 9)
  /// Observers.
  static let observers = Omissions(rawValue: 1 << 8)

  private static let names: [String: Omissions] = [
    "dying-first-reads": .dyingFirstReads, "renewals": .renewals,
    "reads-in-deinit": .readsInDeinit, "inner-resets": .innerResets, "transients": .transients,
    "hand-offs": .handOffs, "acting-errors": .actingErrors, "weak": .weak,
    "observers": .observers,
    "inner-host-sets": .innerHostSets,
  ]

  /// What the environment names.
  static let current: Omissions = {
    guard let text = getenv("FUZZ_WITHOUT").map({ String(cString: $0) }) else { return [] }
    return text.split(separator: ",").reduce(into: []) { all, name in
      guard let one = names[String(name)] else {
        fatalError("FUZZ_WITHOUT has \(name), not one of \(names.keys.sorted())")
      }
      all.formUnion(one)
    }
  }()
}
