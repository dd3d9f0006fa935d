import Foundation

/// How much of the process is in memory, in kilobytes of 1024 bytes.
///
/// - Returns: Nil where the system has no `/proc`.
func residentMemory() -> Int? {
  guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
    let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") })
  else { return nil }
  return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
}
