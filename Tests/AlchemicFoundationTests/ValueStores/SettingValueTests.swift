import AlchemicTestSupport
import Testing

import struct Foundation.Data
import struct Foundation.Date
import struct Foundation.URL
import class Foundation.NSNull
import class Foundation.NSNumber

@testable import AlchemicFoundation

private enum Theme: String, SettingValue { case light, dark }
private enum Level: Int, SettingValue { case low = 1 }

/// A stored value may be of any kind, because other code may have written it.
@Suite struct SettingValueTests {
  private static let kinds: [StoreValue] = [
    true, 1, 1.5, "dark", .data(Data([1])), .date(Date(timeIntervalSinceReferenceDate: 1)), [1],
    ["a": 1], .null,
  ]

  /// Expects that a type can be read from these of the kinds, by their positions, and from no other
  /// one.
  private func expect<Value: SettingValue>(
    _ type: Value.Type, from positions: Int..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = Self.kinds.indices.filter { Value(storeValue: Self.kinds[$0]) != nil }
    #expect(found == positions, "\(type)", sourceLocation: sourceLocation)
  }

  @Test("a type is read from its own kind, and from nothing that could be converted to it")
  func kinds() {
    expect(Bool.self, from: 0)
    expect(Int.self, from: 1)
    expect(UInt8.self, from: 1)
    expect(Double.self, from: 2)
    expect(Float.self, from: 2)
    expect(String.self, from: 3)
    expect(URL.self, from: 3)
    expect(Theme.self, from: 3)
    expect(Level.self, from: 1)
    expect(Data.self, from: 4)
    expect(Date.self, from: 5)
    expect([Int].self, from: 6)
    expect([Bool].self)
    expect([String: Int].self, from: 7)
    expect([String: String].self)
    expect(Int?.self, from: 1, 8)
    expect([Int?].self, from: 6)
  }

  @Test("a number that does not fit exactly is refused")
  func exactness() {
    #expect(UInt8(storeValue: 256) == nil)
    #expect(Int8(storeValue: -129) == nil)
    #expect(Float(storeValue: 0.1) == nil)
    #expect(Float(storeValue: 0.5) == 0.5)
    #expect(Float(storeValue: .double(.nan))?.isNaN == true)
    #expect(Theme(storeValue: "purple") == nil)
  }

  @Test("the last of two elements with one key counts")
  func dictionaryLiteral() {
    #expect(StoreValue(dictionaryLiteral: ("a", 1), ("b", 2), ("a", 3)) == ["a": 3, "b": 2])
  }

  @Test("an unknown value differs from no value, also within containers")
  func unknown() {
    let tooLarge = UInt64(Int64.max) + 1
    for value in [tooLarge, NSNull(), [tooLarge], ["a": tooLarge], [["a": [tooLarge]]]] as [Any] {
      #expect(StoreValue(propertyList: value) == nil, "\(value)")
    }
    #expect(StoreValue(propertyList: NSNumber(value: UInt64(Int64.max))) == .int(.max))
    #expect(StoredReading(propertyList: nil) == .nothing)
    #expect(
      StoredReading(propertyList: ["b": [tooLarge, 1], "a": tooLarge] as [String: Any])
        == .unknown("[a: 9223372036854775808, b: [9223372036854775808, 1]]"))
  }

  @Test("a value that a transformer cannot read is the default, and is reported")
  func unreadable() {
    final class Transformed: TellingSettings {
      @Setting(.json) var size = Size(1, 2)
      @Setting(.optional(.rawValue)) var mode: Mode? = .manual
      @Setting(.optional(.rawValue)) var other: Mode? = .manual
    }
    let settings = Transformed(
      store: MemoryStore(["size": "1 × 2", "mode": "purple", "other": .null]))
    #expect(settings.size == Size(1, 2))
    #expect(settings.mode == .manual)
    #expect(settings.other == nil)
    #expect(settings.unreadable.entries == ["size", "mode"])
  }
}
