/// The object that a value is.
///
/// In place of `as AnyObject` alone, which on Linux asks the runtime each time how a value is bridged.
func objectReference(_ value: Any) -> AnyObject {
  func reference<Value>(_ value: Value) -> AnyObject {
    // A value of a class is its reference, and nothing else; one of a protocol may come here too.
    Value.self is AnyObject.Type
      ? unsafeBitCast(value, to: AnyObject.self) : value as AnyObject
  }
  return _openExistential(value, do: reference)
}
