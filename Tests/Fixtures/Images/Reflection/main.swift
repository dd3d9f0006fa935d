import AlchemicInject

// Compiled without reflection metadata, or without the names of its properties.

final class Store: AlchemicCreatable { init() {} }
final class Till: AlchemicCreatable { init() {} }

final class Shop: AlchemicCreatable, AlchemicAware {
  @Injected var store: Store
  @Injected var till: Till
  nonisolated(unsafe) static var injected: [String] = []

  init() {}

  func didInject(variable: String) {
    Shop.injected.append(variable == name(of: \.$till) ? "the till" : variable)
  }
}

do {
  try Alchemic.start(.strict)
  print("injected: \(Shop.injected.joined(separator: ", "))")
} catch {
  print(error)
}
