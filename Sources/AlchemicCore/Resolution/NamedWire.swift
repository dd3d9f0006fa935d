import Synchronization

/// A wire that was asked for by a name, in that very form of the name.
///
/// Two strings of the same two words are the same text: a short one is in these words, and a long one is at an
/// address that nobody else can get, since it is kept here. Literals are, each time, the same two words; so what
/// is usually asked for is found without looking at a character. What is not found so is searched by its text.
@usableFromInline
package final class NamedWire: Sendable {
  @usableFromInline let wire: AnyWire
  private let name: String
  @usableFromInline let words: StringWords

  init(_ wire: AnyWire, named name: String, _ words: StringWords) {
    self.wire = wire
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

extension WireTable {
  /// The wire for a type and a name, if it was asked for in that form before.
  @inlinable
  package func knownWire<Value>(
    for type: Value.Type, named name: String
  ) -> Unmanaged<Wire<Value>>? {
    guard let words = StringWords(name),
      let found = named[key: words.key(for: ObjectIdentifier(type))]
    else { return nil }
    // The table keeps what it finds.
    return found._withUnsafeGuaranteedRef { found in
      found.words == words && found.wire.typeID == ObjectIdentifier(type)
        ? Unmanaged.fromOpaque(Unmanaged.passUnretained(found.wire).toOpaque()) : nil
    }
  }

  /// Finds a wire in the form of its name from now on, if it is of the same model and a factory has the name.
  package func remember<Value>(_ wire: Wire<Value>, named name: String) {
    // Names that are put together anew each time would have no end.
    guard !wire.isUnanswered, formsLeft.load(ordering: .relaxed) > 0, wire.home === home,
      let words = StringWords(name)
    else { return }
    let key = words.key(for: wire.typeID)
    guard named[key: key] == nil else { return }
    formsLeft.subtract(1, ordering: .relaxed)
    named.insert(NamedWire(wire, named: name, words), forKey: key)
  }
}
