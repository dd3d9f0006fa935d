import CAlchemicRuntime
import Synchronization

/// The creator of an object: a thread during its life, or a task, which may move between threads.
package struct ThreadID: Hashable, Sendable {
  let number: UInt
  var isTask = false

  /// A number that no other creator has. Numbers of threads are addresses, and addresses are even.
  var key: UInt { isTask ? number << 1 | 1 : number }

  /// The calling thread.
  package static var current: ThreadID { ThreadID(number: alchemic_thread()) }

  /// Returns an identity for one creation in a task. No other creation has the same number.
  static func ofTask() -> ThreadID {
    ThreadID(number: tasks.add(1, ordering: .relaxed).newValue, isTask: true)
  }

  private static let tasks = Atomic<UInt>(0)
}
