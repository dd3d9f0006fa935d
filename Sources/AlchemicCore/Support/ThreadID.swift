import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Who makes an object: a thread, as long as it lives, or a task, which may change its thread.
package struct ThreadID: Hashable, Sendable {
  let number: UInt
  var isTask = false

  /// The calling thread.
  package static var current: ThreadID {
    #if canImport(Darwin)
      ThreadID(number: UInt(bitPattern: pthread_self()))
    #else
      ThreadID(number: UInt(pthread_self()))
    #endif
  }

  /// A task, for one creation: a number that no other creation has.
  static func ofTask() -> ThreadID {
    ThreadID(number: tasks.add(1, ordering: .relaxed).newValue, isTask: true)
  }

  private static let tasks = Atomic<UInt>(0)
}
