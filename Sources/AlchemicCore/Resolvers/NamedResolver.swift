/// A resolver that was requested by a name, in that very form of the name.
///
/// Two strings of the same two words are the same text: a short one is in these words, and a long
/// one is at an address that no other string can get, since it is kept here. Literals are, each
/// time, the same two words; so the usual request is found without looking at a character. What is
/// not found so is searched by its text.
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
/// The two words of which a string consists, where it is two words of 64 bits.
@usableFromInline
struct StringWords: Sendable, Equatable {
  @usableFromInline let first: UInt64
  @usableFromInline let second: UInt64

  /// Nil on platforms with pointers of another size.
  @inlinable
  init?(_ string: String) {
    guard MemoryLayout<String>.size == MemoryLayout<(UInt64, UInt64)>.size else { return nil }
    (first, second) = unsafeBitCast(string, to: (UInt64, UInt64).self)
  }

  /// A number that is hardly the same for others, or another type; never 0.
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
