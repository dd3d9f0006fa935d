#if Suggestions && Scopes && Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting

private protocol Plugin: AnyObject {}
private final class Cart: Plugin {}
private final class Basket: Plugin {}
private final class Line { init(_ cart: Cart) {} }

extension FeatureMistake {
  static let children: [FeatureMistake] = [
    .call("two fakes for one protocol", .severalMatches, "mark one with .primary") {
      try await Alchemic.withModel {
        $0.register(Cart.init)
        $0.register { (_: any Plugin) in 1 }
      } operation: {
        try await Alchemic.withModel {
          $0.register(.named("a")) { Basket() as any Plugin }
          $0.register(.named("b")) { Basket() as any Plugin }
        } operation: {
          _ = try AcGet(Int.self)
        }
      }
    } right: {
      try await Alchemic.withModel {
        $0.register(Cart.init)
        $0.register { (_: any Plugin) in 1 }
      } operation: {
        try await Alchemic.withModel {
          $0.register(.named("a"), .primary) { Basket() as any Plugin }
          $0.register(.named("b")) { Basket() as any Plugin }
        } operation: {
          _ = try AcGet(Int.self)
        }
      }
    },
    .call("a class of the child needs what nobody has", .noMatch, "register a factory for it") {
      try await Alchemic.withModel {
        $0.register(Basket.init)
      } operation: {
        try await Alchemic.withModel {
          $0.register(Line.init)
        } operation: {
        }
      }
    } right: {
      try await Alchemic.withModel {
        $0.register(Cart.init)
      } operation: {
        try await Alchemic.withModel {
          $0.register(Line.init)
        } operation: {
        }
      }
    },
    .call("two names of the child are equal", .duplicateName, "give each its own .named") {
      try await Alchemic.withModel {
        $0.register(Basket.init)
      } operation: {
        try await Alchemic.withModel {
          $0.register(.named("a")) { Basket() }
          $0.register(.named("a")) { Cart() }
        } operation: {
        }
      }
    } right: {
      try await Alchemic.withModel {
        $0.register(Basket.init)
      } operation: {
        try await Alchemic.withModel {
          $0.register(.named("a")) { Basket() }
          $0.register(.named("b")) { Cart() }
        } operation: {
        }
      }
    },
    .call("a provider outlives its child", .modelGone, "await the tasks that it has started") {
      var provider: Provider<Basket>?
      try await Alchemic.withModel {
        $0.register(.template) { Basket() }
      } operation: {
        provider = try AcGet()
      }
      _ = try provider?()
    } right: {
      try await Alchemic.withModel {
        $0.register(.template) { Basket() }
      } operation: {
        let provider: Provider<Basket> = try AcGet()
        _ = try provider()
      }
    },
    .call(
      "an object of a child is set that only its parent declares by a name", .noMatch,
      "correct the criteria"
    ) {
      try await Alchemic.withModel {
        $0.register(Basket.self, .reference, .named("main"))
      } operation: {
        try await Alchemic.withModel {
          $0.register { 1 }
        } operation: {
          try AcSet(Basket(), .named("mian"))
        }
      }
    } right: {
      try await Alchemic.withModel {
        $0.register(Basket.self, .reference, .named("main"))
      } operation: {
        try await Alchemic.withModel {
          $0.register { 1 }
        } operation: {
          try AcSet(Basket(), .named("main"))
        }
      }
    },
    .call(
      "an awaited object of a child, by a call that does not await", .needsAwait, "AcGetAsync()"
    ) {
      try await Alchemic.withModel {
        $0.register { () async in
          await Task.yield()
          return Basket()
        }
      } operation: {
        func get() throws { _ = try AcGet(Basket.self) }
        try get()
      }
    } right: {
      try await Alchemic.withModel {
        $0.register { () async in
          await Task.yield()
          return Basket()
        }
      } operation: {
        _ = try await AcGetAsync(Basket.self)
      }
    },
  ]
}
#endif
