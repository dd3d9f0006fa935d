/// Something of which there are many.
public protocol Numbered: AnyObject, SendableMetatype {
  init()
}

/// A class for each two types.
final class Number<High, Low>: Numbered {
  init() {}
}

/// A type for each three types: there are a thousand, of ten digits.
private enum Digits<A, B, C> {}

private enum D0 {}
private enum D1 {}
private enum D2 {}
private enum D3 {}
private enum D4 {}
private enum D5 {}
private enum D6 {}
private enum D7 {}
private enum D8 {}
private enum D9 {}

/// Makes distinct classes at run time, as many as are asked for.
///
/// Not of all digits at once: the runtime finds a generic class by a hash of its arguments, and
/// such ones that are made of few again and again fall together.
public struct ManyTypes {
  public private(set) var types: [any Numbered.Type] = []

  /// - Parameter count: At most 1,000,000.
  public init(_ count: Int) {
    types.reserveCapacity(count)
    let thousand = Self.thousand
    for high in thousand {
      for low in thousand {
        guard types.count < count else { return }
        types.append(number(high, low))
      }
    }
  }

  private static var thousand: [Any.Type] {
    let digits: [Any.Type] = [
      D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
    ]
    return digits.flatMap { a in
      digits.flatMap { b in digits.map { c in threeDigits(a, b, c) } }
    }
  }
}

// Passing a type opens it: what it is passed to knows it.

private func number(_ high: Any.Type, _ low: Any.Type) -> any Numbered.Type {
  func make<High, Low>(_: High.Type, _: Low.Type) -> any Numbered.Type { Number<High, Low>.self }
  return make(high, low)
}

private func threeDigits(_ a: Any.Type, _ b: Any.Type, _ c: Any.Type) -> Any.Type {
  func make<A, B, C>(_: A.Type, _: B.Type, _: C.Type) -> Any.Type { Digits<A, B, C>.self }
  return make(a, b, c)
}
