import Alchemic

/// Brings more of an item that has run out.
package protocol Supplier: Sendable {
  func deliver(_ item: String) async throws -> Int
}

/// A supplier with whom contact is made asynchronously, and only once it is needed.
actor Wholesaler: Supplier, AlchemicManaged {
  init() async throws {
    try await Task.sleep(for: .milliseconds(50))  // stands for the network
  }

  static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, Wholesaler.init)
    AcRegister(of, .lazy)
  }

  func deliver(_ item: String) -> Int { 100 }
}
