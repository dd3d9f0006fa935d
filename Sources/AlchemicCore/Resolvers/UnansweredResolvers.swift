import AlchemicRuntime

/// The resolvers of requests that no factory answers, for a revision that may.
///
/// The properties that follow such a resolver own it, and the model does not: of names there is no
/// end. A resolver takes itself out when it ends. Properties that follow the same request share one
/// resolver, so that no more of them are owned later than there are factories and types. Only
/// touched under `CreationCoordinator.lock`.
struct UnansweredResolvers {
  private struct Request {
    let key: RequestKey
    let number: Int
  }

  /// Made with the first of them, and gone with the last: so no room is kept for those that are
  /// gone.
  private final class Tables {
    var byKey = [RequestKey: UInt]()
    var byResolver = [UInt: Request]()
  }

  private var tables: Tables?

  var count: Int { tables?.byResolver.count ?? 0 }

  /// The resolver of a request, if it is alive.
  subscript(key: RequestKey) -> Resolver? { tables?.byKey[key].flatMap(Self.resolver) }

  /// Refers to a resolver; no other one of the same request is alive.
  mutating func insert(_ resolver: Resolver, by key: RequestKey, numbered number: Int) {
    let tables = tables ?? Tables()
    self.tables = tables
    let address = Self.address(of: resolver)
    tables.byKey[key] = address
    tables.byResolver[address] = Request(key: key, number: number)
    resolver.isRegistered = true
  }

  /// Takes out a resolver.
  ///
  /// - Returns: Whether it was here.
  mutating func remove(_ resolver: Resolver) -> Bool {
    let address = Self.address(of: resolver)
    guard let tables, let request = tables.byResolver.removeValue(forKey: address) else {
      return false
    }
    resolver.isRegistered = false
    // Another one may have come while this one was ending.
    if tables.byKey[request.key] == address { tables.byKey[request.key] = nil }
    if tables.byResolver.isEmpty { self.tables = nil }
    return true
  }

  /// Those that are alive and have a higher number, in the order of their numbers.
  func resolvers(after number: Int) -> [Resolver] {
    guard let tables else { return [] }
    return tables.byResolver.filter { $0.value.number > number }
      .map { (address: $0.key, number: $0.value.number) }
      .ordered(byNumber: \.number)
      .compactMap { Self.resolver(at: $0.address) }
  }

  private static func address(of resolver: Resolver) -> UInt {
    Borrowed(resolver).address
  }

  /// The resolver at an address, unless it is ending.
  private static func resolver(at address: UInt) -> Resolver? {
    // The memory is valid: a resolver is taken out in its deinit, for which it needs the lock that
    // the caller has.
    Borrowed(at: address)?.objectUnlessEnding
  }
}
