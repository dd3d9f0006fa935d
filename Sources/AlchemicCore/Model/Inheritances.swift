import AlchemicRuntime
import Synchronization

/// What the children of a model inherit, for the threads of each part of ``StripedMemory``.
///
/// Such an object retains the model. Nobody would release it if nobody ended the model. So only a
/// model that is lent has any.
final class Inheritances: Sendable {
  private let memory = StripedMemory()

  deinit { memory.deallocate() }

  /// The reference of some threads, and the lock of the reference.
  private struct Part: ~Copyable, Sendable {
    let lock = BriefLock()
    let current = AtomicReference<Inheritance>()
  }

  // A part of the memory contains 0, as a part without a reference does whose lock is free.
  private static func part(at address: ValueAddress) -> UnsafePointer<Part> {
    UnsafePointer(address.memory.assumingMemoryBound(to: Part.self))
  }

  /// Returns what a child inherits that the calling thread makes.
  fileprivate func ofThread(in model: Model) -> Inheritance {
    let part = Self.part(at: memory.ofThread)
    if let known = part.pointee.lock.withLock({ part.pointee.current.load()?.object }) {
      return known
    }
    while true {
      let revision = model.revision
      let new = Inheritance(from: revision, of: model, rootedAt: model.rootAddress)
      // A new revision, or the end of the model, then removes it.
      let isCurrent = part.pointee.lock.withLock {
        guard model.home.isLent else { return true }
        guard model.revision === revision else { return false }
        if part.pointee.current.storeIfNil(Borrowed(new)) == nil {
          Borrowed(new).retain(times: 1)
        }
        return true
      }
      if isCurrent { return new }
    }
  }

  /// Removes what children of a former revision would inherit.
  fileprivate func removeAll(leaving left: inout [AnyObject]) {
    for number in 0..<StripedMemory.count {
      let part = Self.part(at: memory[number])
      let former = part.pointee.lock.withLock { part.pointee.current.take() }
      if let former { left.append(former.take()) }
    }
  }
}

extension Inheritance {
  /// The parent, which this object retains.
  var parent: Borrowed<Model> { Borrowed(unsafeDowncast(keeper, to: Model.self)) }

  /// The first of the models from which the child inherits.
  var root: Borrowed<Model> { Borrowed(at: rootAddress).unsafelyUnwrapped }
}

extension Model {
  /// Returns what a child inherits that the calling thread makes.
  package func inheritanceForChild() -> Inheritance {
    if !home.isLent { return Inheritance(from: revision, of: self, rootedAt: rootAddress) }
    let known: Borrowed<Inheritances>? = inheritancesReference.reference?.assumed()
    let all = known ?? Borrowed(newInheritances())
    return all.with { $0.ofThread(in: self) }
  }

  fileprivate var rootAddress: UInt { inheritance?.rootAddress ?? Borrowed(self).address }

  @inline(never)
  private func newInheritances() -> Inheritances {
    let new = inheritancesReference.object { Inheritances() }
    // Either the end of the model finds these, or a thread that uses them finds that it has begun.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    return new
  }

  /// Removes what children would inherit. The model has ended, or has another revision.
  ///
  /// - Parameter left: Receives what must be released outside every lock.
  func endInheritances(leaving left: inout [AnyObject]) {
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    let all: Borrowed<Inheritances>? = inheritancesReference.reference?.assumed()
    all?.with { $0.removeAll(leaving: &left) }
  }
}
