public import CAlchemicRuntime

/// Reads a task-local object without the generic code of `TaskLocal`: in half the time, and without
/// a retain.
@usableFromInline
package enum TaskLocalKey {
  /// Returns the number that identifies a task-local value: the address of its key. Returns
  /// ``unknown`` if this runtime stores such values otherwise than expected.
  ///
  /// - Parameters:
  ///   - local: The task-local value, which is never released.
  ///   - probe: Any object of its type. It is set, and read as the runtime stores it.
  package static func find<Object: AnyObject & Sendable>(
    for local: TaskLocal<Object?>, probing probe: Object
  ) -> UInt {
    let key = Borrowed(local).address
    let isRead = local.withValue(probe) { address(for: key) == Borrowed(probe).address }
    return isRead ? key : unknown
  }

  /// The key of a value that only `TaskLocal` can read.
  @usableFromInline package static var unknown: UInt { @inlinable get { 1 } }

  /// Sets a task-local object, until ``pop()``. `TaskLocal.withValue` does the same for a function
  /// that it calls, and for that leaves the actor of its caller and comes back.
  ///
  /// The record is on the stack of the task: what the caller allocates there until then has to be
  /// deallocated, as that of the functions that it awaits.
  ///
  /// - Parameters:
  ///   - type: The type of the value, an optional of an object. To find the metadata of a generic
  ///     parameter's optional would take 600 instructions.
  ///   - key: Not ``unknown``.
  package static func push(_ object: Borrowed<AnyObject>?, as type: Any.Type, for key: UInt) {
    guard let key = UnsafeRawPointer(bitPattern: key) else { return }
    // The runtime releases the object when it is popped.
    object?.retain(times: 1)
    var word = object?.address ?? 0
    alchemic_push_task_local(key, &word, unsafeBitCast(type, to: UnsafeRawPointer.self))
  }

  /// Removes the object that was pushed last.
  package static func pop() { alchemic_pop_task_local() }

  /// Returns the address of the object of the calling task, which keeps it alive; 0 if it has none.
  ///
  /// - Parameter key: Not ``unknown``.
  /// - Complexity: About 4 ns.
  @inlinable @inline(__always)
  package static func address(for key: UInt) -> UInt {
    guard let key = UnsafeRawPointer(bitPattern: key), let value = alchemic_task_local(key) else {
      return 0
    }
    return value.load(as: UInt.self)
  }
}
