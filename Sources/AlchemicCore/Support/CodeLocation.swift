/// A line of the user's source, where a factory is registered or an object is requested.
///
/// Takes twelve bytes: the address of the file's literal in the program's image, and the line. The
/// text is created only when a message needs it.
public struct CodeLocation: Sendable, Hashable, CustomStringConvertible {
  @usableFromInline let address: UInt
  @usableFromInline let lineNumber: UInt32

  /// - Parameters:
  ///   - fileID: `#fileID` of the caller, as a parameter with a literal default.
  ///   - line: `#line` of the caller.
  @inlinable
  public init(fileID: StaticString, line: UInt) {
    address = fileID.hasPointerRepresentation ? UInt(bitPattern: fileID.utf8Start) : 0
    lineNumber = UInt32(truncatingIfNeeded: line)
  }

  /// Creates a location from its ``parts``.
  package init(parts: (address: UInt, line: UInt32)) {
    address = parts.address
    lineNumber = parts.line
  }

  /// The two numbers of the location, for types that store locations by the million.
  @inlinable
  public var parts: (address: UInt, line: UInt32) { (address, lineNumber) }

  /// The module and file, as in `#fileID`.
  public var fileID: String {
    // A literal's text ends with a zero byte and lives as long as the program.
    UnsafePointer<CChar>(bitPattern: address).map { String(cString: $0) } ?? "?"
  }

  /// The line in that file, from 1.
  public var line: Int { Int(lineNumber) }

  /// For example `Shop/Basket.swift:12`.
  public var description: String { "\(fileID):\(line)" }
}
