/// Something of which there are many.
public protocol Numbered: AnyObject, SendableMetatype {
  init()
}

/// A hundred thousand classes: ten digits, five times.
final class Number<A: Digit, B: Digit, C: Digit, D: Digit, E: Digit>: Numbered {
  init() {}
}

protocol Digit: SendableMetatype {}
enum D0: Digit {}
enum D1: Digit {}
enum D2: Digit {}
enum D3: Digit {}
enum D4: Digit {}
enum D5: Digit {}
enum D6: Digit {}
enum D7: Digit {}
enum D8: Digit {}
enum D9: Digit {}

/// Makes distinct classes at run time, as many as are asked for.
public struct ManyTypes {
  public private(set) var types: [any Numbered.Type] = []
  private let count: Int

  private static let digits: [any Digit.Type] = [
    D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
  ]

  /// - Parameter count: At most 100,000.
  public init(_ count: Int) {
    self.count = count
    types.reserveCapacity(count)
    for digit in Self.digits where types.count < count { add(digit) }
    precondition(types.count == count)
  }

  // Passing a digit opens it: each level knows one more of them by type.

  private mutating func add<A: Digit>(_: A.Type) {
    for digit in Self.digits where types.count < count { add(A.self, digit) }
  }

  private mutating func add<A: Digit, B: Digit>(_: A.Type, _: B.Type) {
    for digit in Self.digits where types.count < count { add(A.self, B.self, digit) }
  }

  private mutating func add<A: Digit, B: Digit, C: Digit>(_: A.Type, _: B.Type, _: C.Type) {
    for digit in Self.digits where types.count < count { add(A.self, B.self, C.self, digit) }
  }

  private mutating func add<A: Digit, B: Digit, C: Digit, D: Digit>(
    _: A.Type, _: B.Type, _: C.Type, _: D.Type
  ) {
    for digit in Self.digits where types.count < count {
      add(A.self, B.self, C.self, D.self, digit)
    }
  }

  private mutating func add<A: Digit, B: Digit, C: Digit, D: Digit, E: Digit>(
    _: A.Type, _: B.Type, _: C.Type, _: D.Type, _: E.Type
  ) {
    types.append(Number<A, B, C, D, E>.self)
  }
}
