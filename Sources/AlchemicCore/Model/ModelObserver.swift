public import Synchronization

/// Who is told what happens in a model, by the layer above.
package protocol ModelObserver: AnyObject, Sendable {
  /// An object was made; called on the thread that made it, without any lock.
  ///
  /// - Parameter duration: What its initializer, method or closure took, with everything it needed.
  func didCreateObject(_ facts: FactoryFacts, duration: Duration)

  /// A factory has another object; called on the thread that stored it, without any lock.
  ///
  /// - Parameter number: How often `AcSet` has given the factory an object.
  func didStoreObject(_ facts: FactoryFacts, old: Any?, new: Any?, number: UInt)
}

extension Model {
  /// Who is told what happens here, if anybody listens.
  package var listener: (any ModelObserver)? {
    Observation.isActive ? observer : nil
  }
}

/// Whether anybody listens to anything: what is done most often asks this first.
@usableFromInline
package enum Observation {
  @usableFromInline package static let isOn = Atomic<Bool>(false)

  /// Whether anything is announced now.
  @inlinable @inline(__always)
  package static var isActive: Bool { isOn.load(ordering: .acquiring) }
}
