import AlchemicRuntime
import AlchemicCore
public import CAlchemicRuntime

/// What a task carries instead of the main model, with all tasks that it starts.
@usableFromInline
package final class ModelScope: Sendable {
  let model: Model
  let resolvers: PublishedResolvers

  init(_ model: Model) {
    self.model = model
    resolvers = model.resolvers.published
    CurrentModel.begin(self)
  }

  deinit { CurrentModel.endScope() }
}

/// Reads the scope of a task without the generic code of `TaskLocal`: in half the time, and without
/// a retain.
@usableFromInline
enum ScopeKey {
  /// Returns the number that identifies a task-local value: the address of its key. Returns
  /// ``unknown`` if this runtime stores such values otherwise than expected.
  ///
  /// - Parameters:
  ///   - local: The task-local value, which is never released.
  ///   - probe: Any scope. It is set, and read as the runtime stores it.
  static func find(for local: TaskLocal<ModelScope?>, probing probe: ModelScope) -> UInt {
    let key = Borrowed(local).address
    let isRead = local.withValue(probe) { address(for: key) == Borrowed(probe).address }
    return isRead ? key : unknown
  }

  /// The key of a value that only `TaskLocal` can read.
  @usableFromInline static var unknown: UInt { @inlinable get { 1 } }

  /// Returns the address of the scope of the calling task, which keeps it alive; 0 if it has none.
  ///
  /// - Parameter key: Not ``unknown``.
  /// - Complexity: About 4 ns.
  @inlinable @inline(__always)
  static func address(for key: UInt) -> UInt {
    guard let key = UnsafeRawPointer(bitPattern: key), let value = alchemic_task_local(key) else {
      return 0
    }
    return value.load(as: UInt.self)
  }
}
