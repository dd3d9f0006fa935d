import AlchemicRuntime

/// The resolvers of requests without a matching factory. A later revision may have one.
///
/// The properties that follow such a resolver own it. The model does not, because the number of
/// names is unlimited. A resolver removes itself when it is deallocated. Properties that follow the
/// same request share one resolver. So the model never owns more of them later than there are
/// factories and types. Guarded by `CreationCoordinator.lock`.
struct UnansweredResolvers {
  private typealias Request = (key: RequestKey, number: Int)

  /// Created for the first resolver and released with the last one, so that removed resolvers leave
  /// no memory behind.
  private final class Tables {
    var byKey = [RequestKey: UInt]()
    var byResolver = [UInt: Request]()
  }

  private var tables: Tables?

  var count: Int { tables?.byResolver.count ?? 0 }

  /// Returns the resolver of a request, if it is alive.
  subscript(key: RequestKey) -> Resolver? { tables?.byKey[key].flatMap(Self.resolver) }

  /// Refers to a resolver. No other one for the same request is alive.
  mutating func insert(_ resolver: Resolver, by key: RequestKey, numbered number: Int) {
    let tables = tables ?? Tables()
    self.tables = tables
    let address = Self.address(of: resolver)
    tables.byKey[key] = address
    tables.byResolver[address] = (key, number)
    resolver.isRegistered = true
  }

  /// Removes a resolver.
  ///
  /// - Returns: Whether it was registered.
  mutating func remove(_ resolver: Resolver) -> Bool {
    let address = Self.address(of: resolver)
    guard let tables, let request = tables.byResolver.removeValue(forKey: address) else {
      return false
    }
    resolver.isRegistered = false
    // Another resolver may have been added while this one was being deallocated.
    if tables.byKey[request.key] == address { tables.byKey[request.key] = nil }
    if tables.byResolver.isEmpty { self.tables = nil }
    return true
  }

  /// Returns the living resolvers with higher numbers, in the order of their numbers.
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

  /// Returns the resolver at an address, unless it is being deallocated.
  private static func resolver(at address: UInt) -> Resolver? {
    // The memory is valid: a resolver removes itself in its deinitializer, which needs the lock
    // that the caller holds.
    Borrowed(at: address)?.objectUnlessEnding
  }
}
