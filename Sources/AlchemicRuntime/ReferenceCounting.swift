import CAlchemicRuntime

#if canImport(ObjectiveC)
import ObjectiveC

/// Returns whether Swift itself counts the references to an object. Not run here: an object of
/// Objective-C counts them by its own methods, one by one.
package func isCountedBySwift(_ object: AnyObject) -> Bool {
  root(of: type(of: object)) == root(of: ValueBox.self)
}

private func root(of type: AnyClass) -> AnyClass {
  var root = type
  while let next = class_getSuperclass(root) { root = next }
  return root
}
#else
/// Returns whether Swift itself counts the references to an object.
package func isCountedBySwift(_ object: AnyObject) -> Bool { true }
#endif

/// Returns the number of strong references to an object; nil if Swift does not count them.
package func referenceCount(of object: Borrowed<AnyObject>) -> Int? {
  object.with(isCountedBySwift) ? Int(swift_retainCount(object.opaque)) : nil
}

/// Returns whether the deinit of a host has begun.
///
/// Alchemic does not inject such a host as a whole: a hook that runs later, or an injection that
/// waits for another object, would retain it beyond its deinit. A property that is read in the
/// deinit is resolved alone.
///
/// Objects of Objective-C do not use Swift's reference counting, so on Apple platforms this returns
/// false for classes that inherit from `NSObject`. Not run here.
package func isDying(_ host: AnyObject) -> Bool {
  isCountedBySwift(host) && Borrowed(host).isEnding
}

#if canImport(ObjectiveC)
/// A reference to a host that may be deallocated. Not run here: objects of Objective-C do not use
/// Swift's reference counting, so on Apple platforms this is a weak reference.
package struct HostReference {
  private weak var host: AnyObject?

  package init(_ host: AnyObject) { self.host = host }

  /// The host, unless its deinit has begun.
  package var object: AnyObject? { host }

  package func release() {}
}
#else
/// A reference to a host that may be deallocated, without the side table of a weak one.
package struct HostReference {
  private let host: Borrowed<AnyObject>

  package init(_ host: AnyObject) {
    self.host = Borrowed(host)
    self.host.keepMemory()
  }

  /// The host, unless its deinit has begun.
  package var object: AnyObject? { host.objectUnlessEnding }

  /// Releases the memory. Must be called once.
  package func release() { host.releaseMemory() }
}
#endif
