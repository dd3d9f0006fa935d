import CAlchemicRuntime

/// The wires of requests that no factory answers, for a revision that may.
///
/// The properties that follow such a wire own it, and nobody else does: of names there is no end. It takes itself out when
/// it ends. Those who follow the same request share one wire, so that no more of them are owned later than there are factories and
/// types. Only touched under `CreationCoordinator.lock`.
struct UnansweredWires {
  private struct Request {
    let key: RequestKey
    let criteria: SearchCriteria
    let number: Int
  }

  /// Made with the first of them, and gone with the last: so no room is kept for those that are gone.
  private final class Tables {
    var byKey = [RequestKey: UInt]()
    var byWire = [UInt: Request]()
  }

  private var tables: Tables?

  var count: Int { tables?.byWire.count ?? 0 }

  /// The wire of a request, if it is alive.
  subscript(key: RequestKey) -> AnyWire? { tables?.byKey[key].flatMap(Self.wire) }

  /// Refers to a wire; it has none of the same request beside it that is alive.
  mutating func insert(
    _ wire: AnyWire, asking criteria: SearchCriteria, by key: RequestKey, numbered number: Int
  ) {
    let tables = tables ?? Tables()
    self.tables = tables
    let address = Self.address(of: wire)
    tables.byKey[key] = address
    tables.byWire[address] = Request(key: key, criteria: criteria, number: number)
    wire.isRegistered = true
  }

  /// Takes out a wire.
  ///
  /// - Returns: What it asks for.
  mutating func remove(_ wire: AnyWire) -> SearchCriteria? {
    let address = Self.address(of: wire)
    guard let tables, let request = tables.byWire.removeValue(forKey: address) else { return nil }
    wire.isRegistered = false
    // Another one may have come while this one was ending.
    if tables.byKey[request.key] == address { tables.byKey[request.key] = nil }
    if tables.byWire.isEmpty { self.tables = nil }
    return request.criteria
  }

  /// Those that are alive and have a higher number, in the order of their numbers.
  func entries(after number: Int) -> [WireRegistry.Entry] {
    guard let tables else { return [] }
    return tables.byWire.compactMap { address, request in
      guard request.number > number, let wire = Self.wire(at: address) else { return nil }
      return WireRegistry.Entry(wire: wire, criteria: request.criteria, number: request.number)
    }.ordered(byNumber: \.number)
  }

  private static func address(of wire: AnyWire) -> UInt {
    UInt(bitPattern: Unmanaged.passUnretained(wire).toOpaque())
  }

  /// The wire at an address, unless it is ending.
  private static func wire(at address: UInt) -> AnyWire? {
    // The memory is valid: a wire is taken out in its deinit, for which it needs the lock that the caller has.
    UnsafeMutableRawPointer(bitPattern: address)
      .flatMap { swift_tryRetain($0) }
      .map { Unmanaged<AnyWire>.fromOpaque($0).takeRetainedValue() }
  }
}
