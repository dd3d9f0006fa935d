public import AlchemicRuntime
public import Synchronization

/// What belongs to a type, by its metadata's address: read without a lock, grown under one.
///
/// Open addressing over (type, object) pairs. An entry is written once: first the object, then,
/// with release, the type; so a reader that sees the type sees the object. Tables that became too
/// small are kept as long as this one, since a reader may still be in them: together they are
/// smaller than the last.
@usableFromInline
package final class PointerTable<Object: AnyObject & Sendable>: Sendable {
  /// The address of the table in use.
  @usableFromInline let current: Atomic<UInt>
  private let writer: Locked<PointerEntries>

  package init() {
    let first = Self.makeTable(slots: 16)
    current = Atomic(UInt(bitPattern: first))
    writer = Locked(PointerEntries(tables: [first]))
  }

  deinit { writer.withLock { $0.tables.forEach { $0.deallocate() } } }

  // A table: the mask at 0, then at 16 + 16 * i the type and at 24 + 16 * i the object.
  private static func makeTable(slots: Int) -> UnsafeMutableRawPointer {
    let size = 16 + 16 * slots
    let table = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    table.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    table.storeBytes(of: UInt(slots - 1), as: UInt.self)
    return table
  }

  @inlinable
  static func slot(of key: UInt, mask: UInt) -> UInt {
    // Metadata of one module lies side by side; the multiplication spreads it, best into the high
    // bits (Knuth, "The Art of Computer Programming" 3, 6.4: Fibonacci hashing).
    UInt(truncatingIfNeeded: (UInt64(key >> 3) &* 0x9E37_79B9_7F4A_7C15) >> 40) & mask
  }

  /// What belongs to the type, if anything was added; about five loads.
  @inlinable
  package subscript(type: ObjectIdentifier) -> Borrowed<Object>? {
    self[key: UInt(bitPattern: type)]
  }

  /// What belongs to a key that is not 0.
  @inlinable
  package subscript(key key: UInt) -> Borrowed<Object>? {
    // There is a table from the start.
    let table = UnsafeRawPointer(bitPattern: current.load(ordering: .acquiring)).unsafelyUnwrapped
    let mask = table.load(as: UInt.self)
    var slot = Self.slot(of: key, mask: mask)
    while true {
      let entry = table + Int(16 + 16 * slot)
      let found = entry.assumingMemoryBound(to: Atomic<UInt>.self).pointee.load(
        ordering: .acquiring)
      if found == key {
        return Borrowed(at: entry.load(fromByteOffset: 8, as: UInt.self))
      }
      if found == 0 { return nil }
      slot = (slot + 1) & mask
    }
  }

  /// Adds an object unless there is one for the type already, and keeps it.
  ///
  /// - Returns: The object that is in the table.
  package func insert(_ object: Object, for type: ObjectIdentifier) -> Object {
    insert(object, forKey: UInt(bitPattern: type))
  }

  /// Adds an object unless there is one for the key already, and keeps it.
  ///
  /// - Parameter key: Not 0.
  /// - Returns: The object that is in the table.
  @discardableResult
  func insert(_ object: Object, forKey key: UInt) -> Object {
    writer.withLock { storage in
      if let present = self[key: key] { return present.object }
      storage.objects.append((key, object))
      let table = storage.tables[storage.tables.count - 1]
      let slots = Int(table.load(as: UInt.self)) + 1
      if storage.objects.count * 2 > slots {
        let larger = Self.makeTable(slots: slots * 2)
        storage.objects.forEach { Self.write($0.object, for: $0.key, into: larger) }
        storage.tables.append(larger)
        current.store(UInt(bitPattern: larger), ordering: .releasing)
      } else {
        Self.write(object, for: key, into: table)
      }
      return object
    }
  }

  private static func write(
    _ object: AnyObject, for key: UInt, into table: UnsafeMutableRawPointer
  ) {
    let mask = table.load(as: UInt.self)
    var slot = slot(of: key, mask: mask)
    while table.load(fromByteOffset: Int(16 + 16 * slot), as: UInt.self) != 0 {
      slot = (slot + 1) & mask
    }
    let entry = table + Int(16 + 16 * slot)
    entry.storeBytes(of: Borrowed(object).address, toByteOffset: 8, as: UInt.self)
    entry.assumingMemoryBound(to: Atomic<UInt>.self).pointee.store(key, ordering: .releasing)
  }
}

/// What a table consists of. It knows no type, so that the runtime makes nothing of its own for
/// each kind of table.
private struct PointerEntries {
  var tables: [UnsafeMutableRawPointer]
  var objects: [(key: UInt, object: AnyObject)] = []
}
