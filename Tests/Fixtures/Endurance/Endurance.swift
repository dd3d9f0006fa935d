#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Repeats things, and compares the program's resident memory before and after.
final class Endurance {
  private(set) var isFlat = true

  private static let isSanitized = ["__asan_init", "__tsan_init"].contains { (name: String) in
    dlsym(nil, name) != nil
  }

  /// By what the number of repetitions is divided in this build: by nothing in release.
  private static var divisor: Int {
    #if DEBUG
    isSanitized ? 100 : 50
    #else
    isSanitized ? 20 : 1
    #endif
  }

  /// What the allocator and the system may take more or less between two looks; sanitizers keep
  /// books of their own.
  private static var slack: Int { isSanitized ? 8_000_000 : 256 * 1024 }

  /// How often a body whose memory has grown is run. What only fills up stops growing; a leak
  /// does not.
  private static let rounds = 3

  /// Runs `body` so many times, after a tenth of that to warm up.
  ///
  /// - Parameters:
  ///   - warmUp: How often at least to warm up.
  ///   - mayKeep: Bytes that each time may keep.
  func run(
    _ name: String, _ count: Int, warmUp: Int = 0, mayKeep: Int = 0, _ body: () throws -> Void
  ) rethrows {
    let count = max(10, count / Self.divisor)
    for _ in 0..<max(warmUp, count / 10) { try body() }
    for round in 1...Self.rounds {
      let start = Start()
      for _ in 0..<count { try body() }
      if look(at: name, count, start, mayKeep, isLast: round == Self.rounds) { return }
    }
  }

  /// The same for what a task does.
  nonisolated(nonsending) func run(
    _ name: String, _ count: Int, mayKeep: Int = 0,
    _ body: nonisolated(nonsending) () async throws -> Void
  ) async rethrows {
    let count = max(10, count / Self.divisor)
    for _ in 0..<count / 10 { try await body() }
    for round in 1...Self.rounds {
      let start = Start()
      for _ in 0..<count { try await body() }
      if look(at: name, count, start, mayKeep, isLast: round == Self.rounds) { return }
    }
  }

  /// Returns the shortest time of a hundred.
  func fastest(_ body: () throws -> Void) rethrows -> Duration {
    try (0..<100).map { _ in try ContinuousClock().measure(body) }.min() ?? .zero
  }

  /// Requires that what took one time early takes about the same later.
  func compare(_ name: String, _ early: Duration, _ late: Duration) {
    let isFlat = late < early * 4
    print(isFlat ? "flat " : "GROWS", "\(name): \(early), \(late)")
    if !isFlat { self.isFlat = false }
  }

  /// What is known before a round.
  private struct Start {
    let bytes = Endurance.residentBytes
    let time = ContinuousClock.now
  }

  /// Prints what a round took, and returns whether memory has stayed flat.
  private func look(
    at name: String, _ count: Int, _ start: Start, _ mayKeep: Int, isLast: Bool
  ) -> Bool {
    let duration = (ContinuousClock.now - start.time) / .nanoseconds(1)
    let growth = Self.residentBytes - start.bytes
    let isFlat = growth <= Self.slack + mayKeep * count
    print(
      isFlat ? "flat " : isLast ? "GROWS" : "again", "\(count) \(name): \(start.bytes / 1024) KB",
      growth < 0 ? "-" : "+", "\(abs(growth) / 1024) KB,", "\(Int(duration) / count) ns each")
    if isLast, !isFlat { self.isFlat = false }
    return isFlat
  }

  /// 0 where the system does not say.
  private static var residentBytes: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
    // In pages: the program's size, then what of it is resident.
    let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let text = String(decoding: bytes, as: UTF8.self)
    let fields = text.split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
  }
}
