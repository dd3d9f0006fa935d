import CAlchemicRuntime

/// The key of a task-local reference, which is read without the generic code of `TaskLocal`: half
/// the time, and no retain.
package struct TaskLocalReference<Object: AnyObject & Sendable>: Sendable {
  /// The address of the key; 0 if this runtime stores task-local values otherwise.
  private let key: UInt

  /// Reads the reference as the runtime stores it, and compares it with a value that is set.
  ///
  /// - Parameters:
  ///   - local: The task-local value, which is never released.
  ///   - probe: Any object.
  package init(to local: TaskLocal<Object?>, probing probe: Object) {
    // The key of a task-local value is the address of its `TaskLocal`.
    let key = Borrowed(local).address
    let isRead = local.withValue(probe) { Self.object(for: key) == Borrowed(probe) }
    self.key = isRead ? key : 0
  }

  /// A number other than 0 that identifies the key.
  package var word: UInt { key == 0 ? Self.unknown : key }

  private static var unknown: UInt { 1 }

  /// Returns the object that is set in the calling task, which keeps it alive.
  ///
  /// - Parameters:
  ///   - word: The ``word`` of the reference.
  ///   - local: The task-local value.
  /// - Complexity: About 4 ns.
  @inline(__always)
  package static func object(for word: UInt, of local: TaskLocal<Object?>) -> Borrowed<Object>? {
    word == unknown ? local.get().map { Borrowed($0) } : object(for: word)
  }

  @inline(__always)
  private static func object(for key: UInt) -> Borrowed<Object>? {
    UnsafeRawPointer(bitPattern: key).flatMap { key in
      alchemic_task_local(key).flatMap { Borrowed(at: $0.load(as: UInt.self)) }
    }
  }
}
