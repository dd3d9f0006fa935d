import AlchemicRuntime

/// The names of all factories: as given, or the type's name, qualified where two types share it.
///
/// A primary without a name is there to replace something, often of its own type: it leaves that
/// name to the one it replaces. What a model has that is extended keeps its names.
///
/// Nearly all have a name that nobody shares, which hashes tell; only the others are written and
/// compared.
struct FactoryNames {
  /// By the declaration's position: names that are not simply the type's. Only those that others
  /// may have are here, and those that were given; empty if there are none.
  private var texts: [String?] = []
  /// The positions of the declarations whose names others may have too.
  private(set) var doubtful: [Int] = []

  /// - Parameter old: What the model has that is extended.
  init(_ declarations: [Declaration], beside old: [FactoryFacts] = []) {
    for index in declarations.indices {
      guard let declaration = declarations[index].details else { continue }
      if let name = declaration.givenName ?? declaration.owner.map({ _ in declaration.defaultName })
      {
        setText(of: index, to: name, count: declarations.count)
      }
    }
    doubtful = old.isEmpty ? repeated(in: declarations) : Array(declarations.indices)
    guard !doubtful.isEmpty else { return }
    write(declarations, beside: old)
    // A name that was made longer may be one that was given.
    if old.isEmpty { doubtful = repeated(in: declarations) }
  }

  /// The name of a declaration's factory; nil if it is that of its product's type.
  func text(of index: Int) -> String? { texts.isEmpty ? nil : texts[index] }

  private mutating func setText(of index: Int, to name: String, count: Int) {
    if texts.isEmpty { texts = [String?](repeating: nil, count: count) }
    texts[index] = name
  }

  /// The declarations whose names have a hash that others have too.
  private func repeated(in declarations: [Declaration]) -> [Int] {
    let hashes = declarations.indices.map { index in
      text(of: index).map { TypeNameHash.of($0) } ?? TypeNameHash.of(declarations[index].product)
    }
    let repeated = repeatedHashes(hashes)
    return repeated.isEmpty ? [] : declarations.indices.filter { repeated.contains(hashes[$0]) }
  }

  /// Writes the names of the doubtful.
  private mutating func write(_ declarations: [Declaration], beside old: [FactoryFacts]) {
    let named = doubtful.map {
      (index: $0, declaration: declarations[$0], short: name(of: $0, in: declarations))
    }
    var drawn: [String: Set<ObjectIdentifier>] = [:]
    var isTaken = Set(old.map(\.name))
    var oldNames: [ObjectIdentifier: String] = [:]
    for facts in old where facts.isNamedByType {
      drawn[facts.productName, default: []].insert(ObjectIdentifier(facts.product))
      oldNames[ObjectIdentifier(facts.product)] = facts.name
    }
    for (_, declaration, name) in named {
      if declaration.isNamedByType {
        drawn[name, default: []].insert(ObjectIdentifier(declaration.product))
      }
      if !declaration.isReplacement { isTaken.insert(name) }
    }
    for (index, declaration, short) in named {
      var name = short
      if declaration.isNamedByType, drawn[name, default: []].count > 1 {
        name =
          oldNames[ObjectIdentifier(declaration.product)] ?? qualifiedTypeName(declaration.product)
      }
      if declaration.isReplacement && isTaken.contains(name) { name = Self.primary(name) }
      if name != short { setText(of: index, to: name, count: declarations.count) }
    }
  }

  func name(of index: Int, in declarations: [Declaration]) -> String {
    text(of: index) ?? typeName(declarations[index].product)
  }

  /// The name of a primary that leaves its own to what it replaces.
  static func primary(_ name: String) -> String { "\(name) (primary)" }
}

extension Declaration {
  fileprivate var isNamedByType: Bool {
    details.map { $0.givenName == nil && $0.owner == nil } ?? true
  }

  fileprivate var isReplacement: Bool {
    details.map { $0.givenName == nil && $0.has(.primary) } ?? false
  }
}

extension FactoryFacts {
  /// Whether it is called after its type, also with the module.
  var isNamedByType: Bool {
    text == nil || text == productName || text == qualifiedTypeName(product)
  }
}

/// The hashes that are there more than once.
private func repeatedHashes(_ hashes: [UInt64]) -> Set<UInt64> {
  var size = 16
  while size < hashes.count * 2 { size *= 2 }
  var repeated: Set<UInt64> = []
  // Open addressing; 0 is a free place.
  var table = [UInt64](repeating: 0, count: size)
  for hash in hashes {
    var slot = Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 20) & (size - 1)
    while table[slot] != 0, table[slot] != hash { slot = (slot + 1) & (size - 1) }
    if table[slot] == hash { repeated.insert(hash) }
    table[slot] = hash
  }
  return repeated
}
