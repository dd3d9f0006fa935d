#if canImport(ObjectiveC)
  import ObjectiveC

  /// Whether Swift itself counts the references to an object. Not run here: an object of Objective-C counts them by its own
  /// methods, one by one.
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
