import AlchemicRuntime

/// The names of all factories: explicit, or the type's name, with its module or outer types where
/// two types share it, and with a number where private or local types share that, too.
///
/// A primary without a name usually replaces another factory, often one of its own type. If another
/// factory has its name, the primary takes a longer one. ``Offers`` does the same for fallbacks.
/// Factories of an extended model keep their names.
///
/// Hashes prove that nearly all names are unique. Only the other names are created and compared.
struct FactoryNames {
  /// By the index of the declaration: an explicit name, the name of a method's product, or a longer
  /// name; nil for the type's name. Empty if there is no such name.
  var texts: [String?] = []
  /// The indices of declarations whose names may have duplicates.
  private(set) var doubtful: [Int] = []
  /// The names of types that several types have, also in the model that is extended.
  private(set) var shared: Set<String>

  /// - Parameter old: The model that is extended; nil for a new one.
  /// - Complexity: O(*n*) in the declarations.
  init(_ declarations: [Declaration], beside old: ModelRevision? = nil) {
    shared = old?.sharedNames ?? []
    for index in declarations.indices {
      guard let declaration = declarations[index].details else { continue }
      if declaration.isNamedByType { continue }
      let name = declaration.givenName ?? declaration.defaultName
      setText(of: index, to: name, count: declarations.count)
    }
    doubtful = old == nil ? repeated(in: declarations) : Array(declarations.indices)
    guard !doubtful.isEmpty else { return }
    write(declarations, beside: old?.index)
    // A qualified name may equal a given one.
    if old == nil { doubtful = repeated(in: declarations) }
  }

  /// Returns the name of a declaration's factory; nil if it is the name of the product's type.
  func text(of index: Int) -> String? { texts.isEmpty ? nil : texts[index] }

  private mutating func setText(of index: Int, to name: String, count: Int) {
    if texts.isEmpty { texts = [String?](repeating: nil, count: count) }
    texts[index] = name
  }

  /// Returns the declarations whose names have the same hash as another's.
  private func repeated(in declarations: [Declaration]) -> [Int] {
    let hashes = declarations.indices.map { index in
      text(of: index).map { TypeNameHash.of($0) } ?? TypeNameHash.of(declarations[index].product)
    }
    let repeated = repeatedHashes(hashes)
    return repeated.isEmpty
      ? []
      : declarations.indices.filter {
        repeated.contains(Int(truncatingIfNeeded: hashes[$0]))
      }
  }

  /// Determines the names of the declarations in `doubtful`.
  private mutating func write(_ declarations: [Declaration], beside old: FactoryIndex?) {
    let named = doubtful.map { (index: $0, short: name(of: $0, in: declarations)) }
    // By name: the last type that has it.
    var types: [String: ObjectIdentifier] = [:]
    var isTaken: Set<String> = []
    // The types of declarations that a primary may replace.
    var replaced: Set<ObjectIdentifier> = []
    // By name: the last long name of a declaration that has it. Names that have several.
    var longNames: [String: String] = [:]
    var hasSeveral: Set<String> = []
    for (index, name) in named {
      let declaration = declarations[index]
      if let long = declaration.details?.longDefaultName,
        let other = longNames.updateValue(long, forKey: name), other != long
      {
        hasSeveral.insert(name)
      }
      if declaration.isNamedByType {
        let facts = old?.factory(named: name)?.facts
        let inOld = facts.flatMap { $0.productName == name ? ObjectIdentifier($0.product) : nil }
        let type = ObjectIdentifier(declaration.product)
        let other = types.updateValue(type, forKey: name)
        if other ?? type != type || inOld ?? type != type { shared.insert(name) }
      }
      if !declaration.isReplacement, !declaration.isFallback {
        isTaken.insert(name)
        if declaration.isNamedByType { replaced.insert(ObjectIdentifier(declaration.product)) }
      }
    }
    // By qualified name: the type that has it. Private and local types may have the same.
    types.removeAll()
    for (index, short) in named {
      let declaration = declarations[index]
      var name = short
      if declaration.isNamedByType, shared.contains(name) {
        let type = ObjectIdentifier(declaration.product)
        let qualified = qualifiedTypeName(declaration.product)
        name = old?.name(of: declaration.product) ?? qualified
        var number = 1
        while types[name] ?? old?.type(named: name) ?? type != type {
          number += 1
          name = "\(qualified) \(number)"
        }
        types[name] = type
      }
      if hasSeveral.contains(short), let long = declaration.details?.longDefaultName { name = long }
      let isOfReplaced =
        declaration.isNamedByType && replaced.contains(ObjectIdentifier(declaration.product))
      if declaration.isReplacement,
        isOfReplaced || isTaken.contains(name) || old?.factory(named: name) != nil
      {
        name = Declaration.longName(name, .primary)
      }
      if name != short { setText(of: index, to: name, count: declarations.count) }
    }
  }

  func name(of index: Int, in declarations: [Declaration]) -> String {
    text(of: index) ?? typeName(declarations[index].product)
  }
}

extension FactoryIndex {
  /// Returns the type whose factory has a name.
  fileprivate func type(named name: String) -> ObjectIdentifier? {
    factory(named: name).map { ObjectIdentifier($0.facts.product) }
  }

  /// Returns the name of the last factory that has the name of its type, with or without the
  /// module.
  fileprivate func name(of type: Any.Type) -> String? {
    factories(producing: type).map(\.undecorated.facts)
      .last { $0.product == type && $0.isNamedByType }?.name
  }
}

extension Declaration {
  @inline(never)
  fileprivate var isNamedByType: Bool {
    details?.isNamedByType ?? true
  }

  @inline(never)
  fileprivate var isReplacement: Bool {
    details.map { $0.givenName == nil && $0.has(.primary) } ?? false
  }
}

/// Returns the hashes that occur more than once.
private func repeatedHashes(_ hashes: [UInt64]) -> Set<Int> {
  // A child has few, and a table would take longer.
  if hashes.count <= 8, !hashes.indices.contains(where: { hashes[..<$0].contains(hashes[$0]) }) {
    return []
  }
  var size = 16
  while size < hashes.count * 2 { size *= 2 }
  var repeated: Set<Int> = []
  // Open addressing; 0 marks a free slot.
  var table = [UInt64](repeating: 0, count: size)
  for hash in hashes {
    var slot = Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 20) & (size - 1)
    while table[slot] != 0, table[slot] != hash { slot = (slot + 1) & (size - 1) }
    if table[slot] == hash { repeated.insert(Int(truncatingIfNeeded: hash)) }
    table[slot] = hash
  }
  return repeated
}
