#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The qualified names of types that are not generic, to sort these by them.
///
/// The order is that of ``qualifiedTypeName(_:)``, but no name is written: there may be thousands,
/// and new memory is what finding them costs most. A name consists of what the type is nested in,
/// which it has in common with others, and of what stands in the type's descriptor.
package struct QualifiedNames {
  /// A type among the others.
  package struct Entry {
    /// Where it stands among those that were given.
    package let position: Int32
    fileprivate let scope: Int32
    /// The first eight letters after those that all names begin with; the first one highest.
    fileprivate var letters: UInt64 = 0
  }

  private let types: [TypeDescriptor]
  private var scopes = NameScopes()
  /// How many letters all names begin with that stand in the descriptors.
  private var common = Int.max
  /// The names, where some are not simply made of their parts, or not of ASCII letters: these have
  /// an order of their own.
  private var texts: [String]?

  package init(_ types: [TypeDescriptor]) { self.types = types }

  /// The types in the order of their names, each once. Of equal names the first position comes
  /// first.
  package mutating func inOrder() -> [Entry] {
    let gathered = gather() ?? writeAll()
    let names = self
    var entries = names.sorted(gathered)
    // A type that is there twice is among those of its name, which lie beside each other.
    var (count, sameName) = (0, 0)
    for index in entries.indices {
      let entry = entries[index]
      if count > 0, names.order(entries[count - 1], entry) != 0 { sameName = count }
      let type = names.types[Int(entry.position)].address
      var same = sameName
      while same < count, names.types[Int(entries[same].position)].address != type { same += 1 }
      guard same == count else { continue }
      entries[count] = entry
      count += 1
    }
    entries.removeLast(entries.count - count)
    return entries
  }

  /// Merges the runs that are in order already, two by two, until there is one; of equal names the
  /// first stays first. (What the standard library's sort uses makes the runtime look through all
  /// conformances of the program.)
  private func sorted(_ entries: consuming [Entry]) -> [Entry] {
    var from = consume entries
    var ends: [Int] = []
    for next in from.indices.dropFirst() where order(from[next - 1], from[next]) > 0 {
      ends.append(next)
    }
    if ends.isEmpty { return from }
    ends.append(from.count)
    var to = from
    while ends.count > 1 {
      var (merged, start) = ([Int](), 0)
      merged.reserveCapacity(ends.count / 2 + 1)
      from.withUnsafeBufferPointer { from in
        to.withUnsafeMutableBufferPointer { to in
          for pair in stride(from: 0, to: ends.count, by: 2) {
            let end = ends[min(pair + 1, ends.count - 1)]
            merge(from, start..<ends[pair], ends[pair]..<end, into: to)
            merged.append(end)
            start = end
          }
        }
      }
      swap(&from, &to)
      ends = merged
    }
    return from
  }

  private func merge(
    _ from: UnsafeBufferPointer<Entry>, _ first: Range<Int>, _ second: Range<Int>,
    into to: UnsafeMutableBufferPointer<Entry>
  ) {
    var (left, right, next) = (first.lowerBound, second.lowerBound, first.lowerBound)
    while left < first.upperBound, right < second.upperBound {
      let isLeft = order(from[left], from[right]) <= 0
      to[next] = from[isLeft ? left : right]
      if isLeft { left += 1 } else { right += 1 }
      next += 1
    }
    while left < first.upperBound {
      to[next] = from[left]
      left += 1
      next += 1
    }
    while right < second.upperBound {
      to[next] = from[right]
      right += 1
      next += 1
    }
  }

  /// - Returns: Nil if there are names of another kind.
  private mutating func gather() -> [Entry]? {
    var entries: [Entry] = []
    entries.reserveCapacity(types.count)
    var (common, letters) = (Int.max, CChar(0))
    for position in types.indices {
      guard let scope = scopes.number(of: types[position]) else { return nil }
      entries.append(Entry(position: Int32(position), scope: scope))
      let (name, first) = (name(at: position), name(at: 0))
      var length = 0
      while length < common, name[length] == first[length], name[length] != 0 { length += 1 }
      common = length
      while name[length] != 0 {
        letters |= name[length]
        length += 1
      }
    }
    self.common = common
    // Of the others only what differs from the first was looked at.
    if !types.isEmpty {
      let first = name(at: 0)
      for length in 0..<strlen(first) { letters |= first[length] }
    }
    // Those beyond ASCII are negative.
    guard letters >= 0, scopes.areASCII else { return nil }
    for position in types.indices {
      var (next, letters, free) = (name(at: position) + common, UInt64(0), 64)
      while free > 0, next.pointee != 0 {
        letters = letters << 8 | UInt64(next.pointee)
        free -= 8
        next += 1
      }
      entries[position].letters = letters << UInt64(free)
    }
    return entries
  }

  private mutating func writeAll() -> [Entry] {
    texts = types.map { qualifiedTypeName($0.metadata()) }
    return types.indices.map { Entry(position: Int32($0), scope: 0) }
  }

  private func name(at position: Int) -> UnsafePointer<CChar> {
    TypeDescriptor.name(at: types[position].address)
  }

  /// Which of two names comes first; as `strcmp` says it.
  @inline(__always)
  private func order(_ first: Entry, _ second: Entry) -> Int32 {
    if first.scope == second.scope, first.letters != second.letters {
      return first.letters < second.letters ? -1 : 1
    }
    return orderOfOthers(first, second)
  }

  private func orderOfOthers(_ first: Entry, _ second: Entry) -> Int32 {
    if first.scope != second.scope {
      return scopes.order(
        first.scope, name(at: Int(first.position)), second.scope, name(at: Int(second.position)))
    }
    if let texts {
      let (first, second) = (texts[Int(first.position)], texts[Int(second.position)])
      return first == second ? 0 : first < second ? -1 : 1
    }
    // Where the last of the letters is none, both names end.
    guard first.letters & 0xFF != 0 else { return 0 }
    return strcmp(
      name(at: Int(first.position)) + common + 8, name(at: Int(second.position)) + common + 8)
  }
}

/// What types are nested in: modules and types, by number.
private struct NameScopes {
  /// With a dot after each part; each ended by a zero.
  private var text: [CChar] = []
  private var starts: [Int] = []
  private var contexts: [UnsafeRawPointer] = []
  /// The same by context, when there are many. (The first dictionary of a kind of keys makes the
  /// runtime look through all conformances of the program, which a small program need not pay.)
  private var numbers: [UnsafeRawPointer: Int32] = [:]
  private var last: Int32 = 0
  private static let few = 6

  package var areASCII: Bool { text.allSatisfy { $0 >= 0 } }

  /// The number of what a type is nested in; nil if its name is not simply made of their names.
  package mutating func number(of type: TypeDescriptor) -> Int32? {
    guard Self.isNamed(type.address), let context = Self.scope(of: type.address) else { return nil }
    if !contexts.isEmpty, contexts[Int(last)] == context { return last }
    let isFew = contexts.count <= Self.few
    let known = isFew ? contexts.firstIndex(of: context).map { Int32($0) } : numbers[context]
    if let known {
      last = known
      return known
    }
    starts.append(text.count)
    guard addText(of: context) else { return nil }
    text.append(0)
    last = Int32(contexts.count)
    contexts.append(context)
    if contexts.count > Self.few {
      if numbers.isEmpty {
        for (number, context) in contexts.enumerated() { numbers[context] = Int32(number) }
      }
      numbers[context] = last
    }
    return last
  }

  /// Adds the names of all that a context consists of.
  private mutating func addText(of context: UnsafeRawPointer) -> Bool {
    if context.load(as: UInt32.self) & 0x1F != 0 {
      guard Self.isNamed(context), let outer = Self.scope(of: context), addText(of: outer) else {
        return false
      }
    }
    let name = TypeDescriptor.name(at: context)
    text.append(contentsOf: UnsafeBufferPointer(start: name, count: strlen(name)))
    text.append(CChar(UInt8(ascii: ".")))
    return true
  }

  /// Whether a type is called as its descriptor says: 16 to 18 are classes, structs and enums; bit
  /// 18 says that it is imported, bit 7 that it is generic.
  private static func isNamed(_ type: UnsafeRawPointer) -> Bool {
    let flags = type.load(as: UInt32.self)
    return (16...18).contains(flags & 0x1F) && flags & 0x4_0080 == 0
  }

  /// The module or the type in which a type is nested. Between them there may be contexts of what
  /// is private or local, which have no names.
  private static func scope(of type: UnsafeRawPointer) -> UnsafeRawPointer? {
    var context = relativeIndirectable(type + 4)
    while let next = context, next.load(as: UInt32.self) & 0x1F == 2 {
      guard next.load(as: UInt32.self) & 0x80 == 0 else { return nil }
      context = relativeIndirectable(next + 4)
    }
    return context
  }

  /// Which of two names comes first, of types in different scopes.
  package func order(
    _ first: Int32, _ firstName: UnsafePointer<CChar>, _ second: Int32,
    _ secondName: UnsafePointer<CChar>
  ) -> Int32 {
    text.withUnsafeBufferPointer { text in
      let base = text.baseAddress.unsafelyUnwrapped
      var left = (next: base + starts[Int(first)], rest: Optional(firstName))
      var right = (next: base + starts[Int(second)], rest: Optional(secondName))
      while true {
        if left.next.pointee == 0, let rest = left.rest { left = (rest, nil) }
        if right.next.pointee == 0, let rest = right.rest { right = (rest, nil) }
        let (one, other) = (left.next.pointee, right.next.pointee)
        if one != other || one == 0 { return Int32(one) - Int32(other) }
        left.next += 1
        right.next += 1
      }
    }
  }
}
