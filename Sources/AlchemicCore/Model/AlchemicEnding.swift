/// An object that a part of the library ends. Conform to `AlchemicStopping` instead: an object that
/// conforms to this protocol alone is not stopped.
///
/// A class refers to the part by its conformance, so that a program without such objects does not
/// link the part.
public protocol AlchemicEnding: AnyObject, SendableMetatype {
  /// The part, which implements this requirement.
  static var endingPart: EndingPart { get }
}

/// A part of the library that ends objects.
///
/// It has functions instead of a conformance, which every program would link.
public struct EndingPart: Sendable {
  /// Ends the objects of a model whose start has failed, on the calling thread, and returns the
  /// problems of those that did not stop.
  ///
  /// If the main thread waits here, objects of the main actor cannot stop, and exceed their time.
  package let end: @Sendable (Model) -> [Problem]
  /// The same for a task.
  package let endAwaiting: @Sendable (Model) async -> [Problem]

  package init(
    end: @escaping @Sendable (Model) -> [Problem],
    endAwaiting: @escaping @Sendable (Model) async -> [Problem]
  ) {
    (self.end, self.endAwaiting) = (end, endAwaiting)
  }
}
