import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Who makes an object: the calling thread, as long as it lives, or a task, which may change its thread.
package struct ThreadID: Hashable, Sendable {
  let number: UInt

  package static var current: ThreadID {
    #if canImport(Darwin)
      ThreadID(number: UInt(bitPattern: pthread_self()))
    #else
      ThreadID(number: UInt(pthread_self()))
    #endif
  }

  /// One that no other creation has.
  static func ofTask() -> ThreadID {
    // A thread's number is an address, so it is even.
    ThreadID(number: tasks.add(1, ordering: .relaxed).newValue << 1 | 1)
  }

  var isTask: Bool { number & 1 == 1 }

  private static let tasks = Atomic<UInt>(0)
}
