public import AlchemicRuntime
public import Synchronization

/// A hash table from addresses of type metadata to objects. Reads take no lock; insertions do.
///
/// Uses open addressing over pairs of a key and an object. An entry is written once: first the
/// object, then the key, with release ordering. A reader that sees the key therefore sees the
/// object. Replaced tables are kept until this object is released, since a thread may still read
/// them. Together they are smaller than the current table.
@usableFromInline
package final class PointerTable<Object: AnyObject & Sendable>: Sendable {
  /// The address of the current table.
  @usableFromInline let current: Atomic<UInt>
  private let writer: Locked<PointerEntries>

  package init() {
    let first = Self.makeTable(slots: 16)
    current = Atomic(first.word)
    writer = Locked(PointerEntries(tables: [first]))
  }

  deinit { writer.withLock { $0.tables.forEach { $0.deallocate() } } }

  // The layout of a table: the mask at 0, key *i* at 16 + 16 * i, object *i* at 24 + 16 * i.
  private static func makeTable(slots: Int) -> ValueAddress {
    let size = 16 + 16 * slots
    let table = ValueAddress.allocate(byteCount: size, alignment: 16)
    table.clear(at: 0, byteCount: size)
    table.store(UInt(slots - 1))
    return table
  }

  @inlinable @inline(__always)
  static func slot(of key: UInt, mask: UInt) -> UInt {
    // The metadata of one module is contiguous. The multiplication spreads the addresses, best into
    // the high bits (Knuth, "The Art of Computer Programming" 3, 6.4: Fibonacci hashing).
    UInt(truncatingIfNeeded: (UInt64(key >> 3) &* 0x9E37_79B9_7F4A_7C15) >> 40) & mask
  }

  /// The object for a type, or nil; about five loads.
  @inlinable @inline(__always)
  package subscript(type: ObjectIdentifier) -> Borrowed<Object>? {
    self[key: UInt(bitPattern: type)]
  }

  /// The object for a key, or nil. The key must not be 0.
  @inlinable @inline(__always)
  package subscript(key key: UInt) -> Borrowed<Object>? {
    // `init` stores the first table.
    let table = ValueAddress(word: current.load(ordering: .acquiring))
    let mask: UInt = table.load()
    var slot = Self.slot(of: key, mask: mask)
    while true {
      // A slot is at most the mask, so nothing overflows.
      let entry = table + Int(truncatingIfNeeded: 16 &+ 16 &* slot)
      let found = entry.atomic.pointee.load(ordering: .acquiring)
      if found == key { return Borrowed(at: entry.load(at: 8)) }
      if found == 0 { return nil }
      slot = (slot &+ 1) & mask
    }
  }

  /// Adds and retains an object, unless the table has one for the type.
  ///
  /// - Returns: The object that is in the table.
  package func insert(_ object: Object, for type: ObjectIdentifier) -> Object {
    insert(object, forKey: UInt(bitPattern: type))
  }

  /// Adds and retains an object, unless the table has one for the key.
  ///
  /// - Parameter key: Must not be 0.
  /// - Returns: The object that is in the table.
  @discardableResult
  func insert(_ object: Object, forKey key: UInt) -> Object {
    writer.withLock { storage in
      if let present = self[key: key] { return present.object }
      storage.objects.append((key, object))
      let table = storage.tables[storage.tables.count - 1]
      let slots = Int(table.load(as: UInt.self)) + 1
      // At most a quarter of the slots is in use. Which types of a program collide is a matter of
      // chance, and each collision of a frequent type costs a step at each request.
      if storage.objects.count * 4 > slots {
        let larger = Self.makeTable(slots: slots * 2)
        storage.objects.forEach { Self.write($0.object, for: $0.key, into: larger) }
        storage.tables.append(larger)
        current.store(larger.word, ordering: .releasing)
      } else {
        Self.write(object, for: key, into: table)
      }
      return object
    }
  }

  private static func write(_ object: AnyObject, for key: UInt, into table: ValueAddress) {
    let mask: UInt = table.load()
    var slot = slot(of: key, mask: mask)
    while table.load(at: Int(16 + 16 * slot), as: UInt.self) != 0 { slot = (slot + 1) & mask }
    let entry = table + Int(16 + 16 * slot)
    entry.store(Borrowed(object).address, at: 8)
    entry.atomic.pointee.store(key, ordering: .releasing)
  }
}

/// The state of a `PointerTable`. It is not generic, so that the runtime creates no metadata of it
/// for each type of table.
private struct PointerEntries {
  var tables: [ValueAddress]
  var objects: [(key: UInt, object: AnyObject)] = []
}
