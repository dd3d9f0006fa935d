/// What keeps a measurement from being made.
public struct Failure: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
