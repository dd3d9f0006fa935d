import CAlchemicRuntime

/// The qualified names of types that are not generic, by which it sorts them.
///
/// The runtime takes a microsecond to create one name, and there can be thousands. This type
/// creates all names from the descriptors of the types, in one allocation.
package final class QualifiedNames {
  private let types: [ContextDescriptor]
  /// The names, each followed by a zero.
  @exclusivity(unchecked) private var text: [UInt8] = []
  /// The start of the name of each type.
  @exclusivity(unchecked) private var starts: [Int32] = []
  /// Whether a comparison found equal names.
  @exclusivity(unchecked) private var hasEqualNames = false

  package init(of types: [ContextDescriptor]) {
    self.types = types
    starts.reserveCapacity(types.count)
    // Reserved memory that stays unwritten costs nothing, and an array that grows is copied.
    text.reserveCapacity(64 * types.count)
    var (scope, path) = (ContextDescriptor?.none, [UInt8]())
    for type in types {
      starts.append(Int32(text.count))
      if type.scope != scope {
        scope = type.scope
        path = scope?.path ?? []
      }
      if !path.isEmpty, type.isNamed {
        path.withUnsafeBufferPointer { text.append(contentsOf: $0) }
        text.append(contentsOf: type.nameRecord.text)
      } else {
        text.append(contentsOf: qualifiedTypeName(type.metadata()).utf8)
      }
      text.append(0)
    }
  }

  /// Returns the positions of the types in the order of their names, each type once. The positions
  /// of equal names ascend.
  package func inOrder() -> [Int32] {
    let positions = sorted()
    guard hasEqualNames else { return positions }
    var known: Set<ObjectIdentifier> = []
    return positions.filter { known.insert(types[Int($0)].id).inserted }
  }

  /// Merges sorted runs in pairs until one run remains. (For the standard library's sort, the
  /// runtime searches all conformances of the program.)
  private func sorted() -> [Int32] {
    var from = types.indices.map { Int32($0) }
    var to = from
    var ends: [Int] = []
    for next in from.indices.dropFirst() where order(from[next - 1], from[next]) > 0 {
      ends.append(next)
    }
    ends.append(from.count)
    while ends.count > 1 {
      var (merged, start) = ([Int](), 0)
      for pair in stride(from: 0, to: ends.count, by: 2) {
        let end = ends[min(pair + 1, ends.count - 1)]
        var (left, right) = (start, ends[pair])
        for next in start..<end {
          let isLeft = right == end || left < ends[pair] && order(from[left], from[right]) <= 0
          to[next] = from[isLeft ? left : right]
          if isLeft { left += 1 } else { right += 1 }
        }
        merged.append(end)
        start = end
      }
      swap(&from, &to)
      ends = merged
    }
    return from
  }

  /// Compares two names: negative, zero or positive.
  private func order(_ first: Int32, _ second: Int32) -> Int32 {
    let order = text.withUnsafeBufferPointer { text in
      let names = text.baseAddress.unsafelyUnwrapped
      return strcmp(names + Int(starts[Int(first)]), names + Int(starts[Int(second)]))
    }
    if order == 0 { hasEqualNames = true }
    return order
  }
}
