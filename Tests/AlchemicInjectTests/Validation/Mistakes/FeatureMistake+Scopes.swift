#if Suggestions && Scopes && Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting

private enum Visit: AlchemicScope {}
private enum Order: AlchemicScope { static let outer = Visit.self }
private enum Tenant: AlchemicKeyedScope { typealias Key = String }
private protocol Plugin: AnyObject {}
private final class Cart: Plugin {}
private final class Menu { init(_ all: [any Plugin]) {} }
private final class LiveMenu { init(_ all: Provider<[any Plugin]>) {} }
private final class Atlas { init(_ all: [String: any Plugin]) {} }
private final class Line { init(_ cart: Cart) {} }

extension FeatureMistake {
  static let scopes: [FeatureMistake] = [
    .model(
      "an array of a singleton has an object of a scope", .captiveDependency, "Provider<[Plugin]>"
    ) {
      $0.register(Cart.init, .scope(Visit.self))
      $0.register(Menu.init)
    } right: {
      $0.register(Cart.init, .scope(Visit.self))
      $0.register(LiveMenu.init)
    },
    .model(
      "a map of an outer scope has an object of an inner one", .captiveDependency,
      "Provider<[String: Plugin]>"
    ) {
      $0.register(Cart.init, .scope(Order.self))
      $0.register(Atlas.init, .scope(Visit.self))
    } right: {
      $0.register(Cart.init, .scope(Order.self))
      $0.register(Atlas.init, .scope(Order.self))
    },
    .model("a scope and a template", .optionConflict, "keep only one") {
      $0.register(Cart.init, .scope(Visit.self), .template)
    } right: {
      $0.register(Cart.init, .scope(Visit.self))
    },
    .model("two scopes", .optionConflict, "keep only one") {
      $0.register(Cart.init, .scope(Visit.self), .scope(Order.self))
    } right: {
      $0.register(Cart.init, .scope(Visit.self))
    },
    .call("an inner scope without its outer one", .noScope, "within Alchemic.withScope(Visit.self)")
    {
      try await Alchemic.withModel {
        $0.register(Cart.init, .scope(Visit.self))
        $0.register(Line.init, .scope(Order.self))
      } operation: {
        try await Alchemic.withScope(Order.self) { _ = try AcGet(Line.self) }
      }
    } right: {
      try await Alchemic.withModel {
        $0.register(Cart.init, .scope(Visit.self))
        $0.register(Line.init, .scope(Order.self))
      } operation: {
        try await Alchemic.withScope(Visit.self) {
          try await Alchemic.withScope(Order.self) { _ = try AcGet(Line.self) }
        }
      }
    },
    .call("a scope that is not open is closed", .noScope, "open one first") {
      try await Alchemic.withModel {
        $0.register(Cart.init, .scope(Visit.self))
      } operation: {
        try await Alchemic.close(Visit.self)
      }
    } right: {
      try await Alchemic.withModel {
        $0.register(Cart.init, .scope(Visit.self))
      } operation: {
        try Alchemic.open(Visit.self)
        try await Alchemic.close(Visit.self)
      }
    },
    .call("a scope is opened twice", .scopeOpen, "Alchemic.renew") {
      try await Alchemic.withModel {
        $0.register(Cart.init, .scope(Visit.self))
      } operation: {
        try Alchemic.open(Visit.self)
        try Alchemic.open(Visit.self)
      }
    } right: {
      try await Alchemic.withModel {
        $0.register(Cart.init, .scope(Visit.self))
      } operation: {
        try Alchemic.open(Visit.self)
        try await Alchemic.renew(Visit.self)
      }
    },
    .call("an object of another scope is set", .notSettable, "call AcSet") {
      try await Alchemic.withModel {
        $0.register(Cart.init, .scope(Visit.self))
        $0.register(Line.init, .scope(Order.self))
      } operation: {
        try await Alchemic.withScope(Visit.self) {
          try $0.set(Line(Cart()))
        } operation: {
        }
      }
    } right: {
      try await Alchemic.withModel {
        $0.register(Cart.init, .scope(Visit.self))
      } operation: {
        try await Alchemic.withScope(Visit.self) {
          try $0.set(Cart())
        } operation: {
        }
      }
    },
  ]
}
#endif
