public import AlchemicCore

// This folder stops the objects of a model: an object before the objects that it needs.

/// An object with work to end before the program ends, for example a connection, a file or a task.
///
/// ```swift
/// final class Pool: AlchemicStopping {
///   func stop() async { await connections.close() }
/// }
/// ```
///
/// `Alchemic.stop(timeout:)` calls it once for each shared object that the model has created. It
/// first stops all objects that need the object, directly or indirectly, through arguments or
/// properties. So `stop()` may use everything that the object has. Objects that do not need each
/// other are stopped at the same time.
///
/// The program itself must stop an object that it stored with `AcSet`, and the product of a
/// template. The article <doc:Stopping> shows a whole program.
public protocol AlchemicStopping: AlchemicEnding {
  /// Ends the work of the object. May be synchronous, or isolated to an actor.
  ///
  /// - Throws: An error, which `Alchemic.stop(timeout:)` reports. The stop of other objects goes
  ///   on.
  func stop() async throws
}

extension AlchemicStopping {
  /// The part of the library that stops the object.
  public static var endingPart: EndingPart {
    EndingPart(end: { ObjectStop.end($0) }, endAwaiting: { await ObjectStop.end($0) })
  }
}
