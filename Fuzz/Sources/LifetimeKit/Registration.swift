import Alchemic
import FuzzInput

/// How the factories of a model are declared: bits of each.
struct Options {
  private let bits: [Int]
  /// The kinds that have no factory: a small model starts in half the time.
  let missing: Kinds
  /// The kinds whose factories are followed.
  let followed: Kinds

  init(_ bytes: inout Bytes) {
    var bits: [Int] = []
    for _ in 0..<5 {
      let byte = bytes.next()
      bits += [byte & 15, byte >> 4]
    }
    missing = bits[Kind.made.rawValue] & 8 != 0 ? .large : []
    let omitted = Omissions.current
    if omitted.contains(.transients) { bits = bits.map { $0 & ~2 } }
    if omitted.contains(.weak) { bits = bits.map { $0 & ~4 } }
    self.bits = bits
    followed = Kind.allCases.reduce(into: []) { all, kind in
      if bits[kind.rawValue] & 2 != 0, !kind.isTemplate { all.formUnion(Kinds(kind)) }
    }
  }

  func list(_ kind: Kind) -> [FactoryOption] {
    let bits = bits[kind.rawValue]
    // A value with a name of its own would be found by that name only.
    var options: [FactoryOption] = [kind == .pack ? AcOrder(1) : AcFactoryName(kind.name)]
    if kind.isTemplate { return options + [AcTemplate()] }
    if bits & 1 != 0, kind != .two { options.append(AcLazy()) }
    if bits & 2 != 0 { options.append(AcTransient()) }
    if bits & 4 != 0, kind != .pack { options.append(AcWeak()) }
    if kind.isNillable { options.append(AcNillable()) }
    return options
  }
}

extension Kind {
  var isTemplate: Bool { self == .four || self == .guest }
  var isNillable: Bool { self == .two || self == .three }
}

extension ModelBuilder {
  /// Declares the factories of a program's model.
  ///
  /// - Parameter number: The number of the model.
  func registerAll(_ options: Options, model number: Int) {
    @Sendable func make<Product>(_ kind: Kind, _ body: () -> Product) throws -> Product {
      try Program.current.make(kind, model: number, body)
    }
    register(options.list(.one)) {
      try make(.one) { Program.current.worker.bytes.next() % 4 == 1 ? SubOne() : One() }
    }
    register(options.list(.two) + [AcReference()], Two.self)
    register(options.list(.three)) { () throws -> Three? in
      try make(.three) { Program.current.worker.bytes.next() % 4 == 1 ? nil : Three() }
    }
    register(options.list(.four)) { try make(.four) { Four() } }
    register(options.list(.pack)) { try make(.pack) { Pack() } }
    if !options.missing.isEmpty { return }
    let made = { @Sendable (one: One, two: Two?, parts: [any Part]) throws -> Made in
      try make(.made) { Made(one, two, parts) }
    }
    let list = options.list(.made)
    switch list.count {
    case 1: register(list[0], make: made)
    case 2: register(list[0], list[1], make: made)
    case 3: register(list[0], list[1], list[2], make: made)
    default: register(list[0], list[1], list[2], list[3], make: made)
    }
    register(options.list(.nest)) { try make(.nest) { Nest(.nest) } }
    register(options.list(.web)) { try make(.web) { Web(.web) } }
    register(options.list(.room)) { try make(.room) { Room() } }
    register(options.list(.guest)) { try make(.guest) { Guest(.guest) } }
  }

  // The functions that register take options one by one, and here they are a list.

  private func register<Product>(
    _ list: [FactoryOption], _ make: @escaping @Sendable () throws -> Product
  ) {
    switch list.count {
    case 1: register(list[0], make: make)
    case 2: register(list[0], list[1], make: make)
    case 3: register(list[0], list[1], list[2], make: make)
    case 4: register(list[0], list[1], list[2], list[3], make: make)
    default: register(list[0], list[1], list[2], list[3], list[4], make: make)
    }
  }

  private func register<Product>(_ list: [FactoryOption], _ type: Product.Type) {
    switch list.count {
    case 3: register(type, list[0], list[1], list[2])
    case 4: register(type, list[0], list[1], list[2], list[3])
    default: register(type, list[0], list[1], list[2], list[3], list[4])
    }
  }
}
