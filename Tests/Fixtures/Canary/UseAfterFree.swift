final class Object {
  var number = 1
}

/// An object that is used after its end, on purpose. The address sanitizer has to report it. See
/// `.ci/parts`.
@main enum UseAfterFree {
  @inline(never)
  static func end(_ object: consuming Object) -> Unmanaged<Object> {
    Unmanaged.passUnretained(object)
  }

  static func main() {
    let gone = end(Object())
    print("an object that is gone has number \(gone._withUnsafeGuaranteedRef { $0.number })")
  }
}
