import AlchemicRuntime

/// Something with properties, of which a path may name one.
package protocol PathSubject: AnyObject, Sendable {
  /// The property as a message names it.
  ///
  /// - Parameters:
  ///   - index: Its position; -1 if it is not known.
  ///   - location: Where it is declared.
  func step(ofProperty index: Int, at location: CodeLocation) -> Problem.Step
}

extension PathSubject {
  /// Runs `body`; whatever it makes is needed by this property.
  ///
  /// - Parameter isEager: Whether the host is being injected as a whole.
  package func whileInjecting<Result>(
    property index: Int, at location: CodeLocation, isEager: Bool = false,
    _ body: () throws -> Result
  ) throws -> Result {
    let subject = CreationPath.Frame.Subject.property(
      Borrowed(self as AnyObject), index: index, location, isEager: isEager)
    return try CreationPath.within(subject, body)
  }
}
