import AlchemicRuntime

/// An object with properties that a path can name.
package protocol PathSubject: AnyObject, Sendable {
  /// Returns the step that names a property in a message.
  ///
  /// - Parameters:
  ///   - index: The position of the property; -1 if unknown.
  ///   - location: The source location of the declaration.
  func step(ofProperty index: Int, at location: CodeLocation) -> Problem.Step
}

extension PathSubject {
  /// Returns the step of code that reads the property.
  @inline(never)
  package func readStep(ofProperty index: Int, at location: CodeLocation) -> Problem.Step {
    Problem.Step(step(ofProperty: index, at: location).subject, location, form: .property)
  }

  /// Runs `body`, which creates the objects for a property.
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
