import Synchronization

/// What was counted over all programs.
enum Statistics {
  private static let counts = Mutex<[String: Int]>([:])

  static func count(_ what: String) { counts.withLock { $0[what, default: 0] += 1 } }

  static var summary: String {
    counts.withLock { $0.map { "\($0.key) \($0.value)" }.sorted().joined(separator: "\n") }
  }
}
