import AlchemicRuntime

/// Stops the program with a message that begins with a line of the user's code.
///
/// For operations that cannot throw, such as the read of a property.
///
/// - Parameters:
///   - message: The text after the location, for example all problems of a start.
///   - location: The user's line that the message is about; nil if it is unknown.
@inline(never)
package func stop(_ message: String, at location: CodeLocation?) -> Never {
  guard let location, let file = UnsafeRawPointer(bitPattern: location.parts.address) else {
    fatalError("\n\n\(message)\n")
  }
  fatalError("\n\n\(message)\n", file: Record(at: file).staticText, line: UInt(location.line))
}
