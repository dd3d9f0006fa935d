#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// How much a test does in the build that runs: all of it in release, a part where everything takes
/// longer.
package enum Effort {
  /// Whether a sanitizer runs, which makes every access to memory several times slower.
  package static let isSanitized = ["__asan_init", "__tsan_init"].contains { (name: String) in
    dlsym(nil, name) != nil
  }

  #if DEBUG
  package static let isDebug = true
  #else
  package static let isDebug = false
  #endif

  /// Of `full`, a twentieth in debug, a fiftieth under a sanitizer, but not less than `least`.
  package static func of(_ full: Int, atLeast least: Int = 1) -> Int {
    max(least, full / (isSanitized ? 50 : isDebug ? 20 : 1))
  }
}
