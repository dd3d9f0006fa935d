/// A resolver that was requested by a name, in one form of that name.
///
/// Two strings with the same two words have the same text. A short string is stored in the words. A
/// long string is at an address that no other string can get, because this object retains it. A
/// literal has the same two words each time, so the usual request compares no characters. For a
/// name in another form, the search compares the text.
@usableFromInline
package final class NamedResolver: Sendable {
  @usableFromInline let resolver: Resolver
  private let name: String
  @usableFromInline let words: StringWords

  init(_ resolver: Resolver, named name: String, _ words: StringWords) {
    self.resolver = resolver
    self.name = name
    self.words = words
  }
}
/// The two words of a string, on platforms where a string consists of two 64-bit words.
@usableFromInline
struct StringWords: Sendable, Equatable {
  @usableFromInline let first: UInt64
  @usableFromInline let second: UInt64

  /// Returns nil on platforms with pointers of another size.
  @inlinable
  init?(_ string: String) {
    guard MemoryLayout<String>.size == MemoryLayout<(UInt64, UInt64)>.size else { return nil }
    (first, second) = unsafeBitCast(string, to: (UInt64, UInt64).self)
  }

  /// Returns a key that rarely equals that of another string or type, and is never 0.
  @inlinable
  func key(for type: ObjectIdentifier) -> UInt {
    let mixed =
      (first ^ UInt64(UInt(bitPattern: type))) &* 0x9E37_79B9_7F4A_7C15
      ^ (second &+ 0x2545_F491_4F6C_DD1D) &* 0xD6E8_FEB8_6659_FD93
    return UInt(truncatingIfNeeded: mixed ^ mixed >> 32) | 8
  }

  @inlinable
  static func == (a: StringWords, b: StringWords) -> Bool {
    a.first == b.first && a.second == b.second
  }
}
