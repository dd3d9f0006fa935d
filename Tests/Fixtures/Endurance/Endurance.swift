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
      isSanitized ? 100 : 20
    #else
      isSanitized ? 20 : 1
    #endif
  }

  /// What the allocator and the system may take more or less between two looks; sanitizers keep
  /// books of their own.
  private static var slack: Int { isSanitized ? 8_000_000 : 256 * 1024 }

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
    let before = Self.residentBytes
    let begin = ContinuousClock.now
    for _ in 0..<count { try body() }
    look(at: name, count, since: begin, before, mayKeep)
  }

  /// The same for what a task does.
  nonisolated(nonsending) func run(
    _ name: String, _ count: Int, _ body: nonisolated(nonsending) () async throws -> Void
  ) async rethrows {
    let count = max(10, count / Self.divisor)
    for _ in 0..<count / 10 { try await body() }
    let before = Self.residentBytes
    let begin = ContinuousClock.now
    for _ in 0..<count { try await body() }
    look(at: name, count, since: begin, before, 0)
  }

  private func look(
    at name: String, _ count: Int, since begin: ContinuousClock.Instant, _ before: Int,
    _ mayKeep: Int
  ) {
    let duration = (ContinuousClock.now - begin) / .nanoseconds(1)
    let growth = Self.residentBytes - before
    let isFlat = growth <= Self.slack + mayKeep * count
    print(
      isFlat ? "flat " : "GROWS", "\(count) \(name): \(before / 1024) KB",
      growth < 0 ? "-" : "+", "\(abs(growth) / 1024) KB,", "\(Int(duration) / count) ns each")
    if !isFlat { self.isFlat = false }
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
