import CAlchemicRuntime

#if canImport(ObjectiveC)
  import ObjectiveC

  /// Whether Swift itself counts the references to an object. Not run here: an object of
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
  /// Whether Swift itself counts the references to an object.
  package func isCountedBySwift(_ object: AnyObject) -> Bool { true }
#endif

/// Returns whether the deinit of a host has begun.
///
/// Such a host is not injected as a whole: a hook that runs later, or an injection that waits for
/// another object, would hold it beyond its end. A property that is read in the deinit is resolved
/// alone.
///
/// Objects of Objective-C do not take part in Swift's own counting, so on Apple platforms this is
/// false for classes that inherit from `NSObject`. Not run here.
package func isDying(_ host: AnyObject) -> Bool {
  isCountedBySwift(host) && Borrowed(host).isEnding
}

#if canImport(ObjectiveC)
  /// A host that may be gone. Not run here: objects of Objective-C do not take part in Swift's own
  /// counting, so on Apple platforms this is a weak reference.
  package struct HostReference {
    private weak var host: AnyObject?

    package init(_ host: AnyObject) { self.host = host }

    /// The host, unless it is gone or going.
    package var object: AnyObject? { host }

    package func release() {}
  }
#else
  /// A host that may be gone, without the side table of a weak reference.
  package struct HostReference {
    private let host: Borrowed<AnyObject>

    package init(_ host: AnyObject) {
      self.host = Borrowed(host)
      self.host.keepMemory()
    }

    /// The host, unless it is gone or going.
    package var object: AnyObject? { host.objectUnlessEnding }

    /// Gives the memory back; once.
    package func release() { host.releaseMemory() }
  }
#endif
