/// Stops the program with the message that the start would have given: for what cannot throw, like
/// reading a property.
@inline(never)
func stop(_ error: any Error) -> Never {
  fatalError("\n\(error)\n")
}
