#if Suggestions && Scopes && Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting

private enum Visit: AlchemicScope {}
private protocol Export: AnyObject {}
private final class Pages: Export {}
private final class Chapter: Export { init(_ number: Int) {} }
private struct Token {}
private final class Rates {}
private final class Board { init(_ rates: Rates) {} }
private final class LateBoard { init(_ rates: Provider<Rates>) {} }
private final class Counter { @Injected var rates: Rates }
private final class FollowingCounter { @Transient var rates: Rates }
private final class Menu { init(_ all: [String: any Export]) {} }
private final class NumberMenu { init(_ all: [Int: any Export]) {} }
private final class OptionalMenu { init(_ all: [String: (any Export)?]) {} }
private final class PropertyMenu { @Injected var all: [Int: any Export] }
private final class RightMenu { @Injected var all: [String: any Export] }

extension FeatureMistake {
  static let expiry: [FeatureMistake] = [
    .model("no time", .optionConflict, "remove it") {
      $0.register(.expires(after: .zero)) { Token() }
    } right: {
      $0.register(.expires(after: .seconds(1))) { Token() }
    },
    .model("a template expires", .optionConflict, "keep only one") {
      $0.register(.expires(after: .seconds(1)), .template) { Token() }
    } right: {
      $0.register(.expires(after: .seconds(1))) { Token() }
    },
    .model("a reference expires", .optionConflict, "keep only one") {
      $0.register(Token.self, .expires(after: .seconds(1)), .reference)
    } right: {
      $0.register(Token.self, .reference)
    },
    .model("two times", .optionConflict, "keep only one") {
      $0.register(.expires(after: .seconds(1)), .expires(after: .seconds(2))) { Token() }
    } right: {
      $0.register(.expires(after: .seconds(2))) { Token() }
    },
    .model("an object of a request expires", .optionConflict, "keep only one") {
      $0.register(.expires(after: .seconds(1)), .perRequest) { Token() }
    } right: {
      $0.register(.perRequest) { Token() }
    },
    .model("an object that expires has arguments", .optionConflict, "keep only one") {
      $0.register(Chapter.init, .argument, options: .expires(after: .seconds(1)))
    } right: {
      $0.register(Chapter.init, .argument)
    },
    .model("an object that expires is weak", .optionConflict, "keep only one") {
      $0.register(Pages.init, .expires(after: .seconds(1)), .weak)
    } right: {
      $0.register(Pages.init, .weak)
    },
    .model("a singleton takes what expires", .captiveDependency, "take a Provider<Rates>") {
      $0.register(Rates.init, .expires(after: .seconds(1)))
      $0.register(Board.init)
    } right: {
      $0.register(Rates.init, .expires(after: .seconds(1)))
      $0.register(LateBoard.init)
    },
    .model("a singleton has what expires", .captiveDependency, "use @Transient, or take") {
      $0.register(Rates.init, .expires(after: .seconds(1)))
      $0.register(Counter.init)
    } right: {
      $0.register(Rates.init, .expires(after: .seconds(1)))
      $0.register(FollowingCounter.init)
    },
    .model("an object of a scope expires", .optionConflict, "keep only one") {
      $0.register(Pages.init, .expires(after: .seconds(1)), .scope(Visit.self))
    } right: {
      $0.register(Pages.init, .scope(Visit.self))
    },
  ]

  static let maps: [FeatureMistake] = [
    .model("the keys of an argument are no names", .noMatch, "request [String: Export]") {
      $0.register(Pages.init)
      $0.register(NumberMenu.init)
    } right: {
      $0.register(Pages.init)
      $0.register(Menu.init)
    },
    .model("the keys of a property are no names", .mayBeMissing, "request [String: Export]") {
      $0.register(Pages.init)
      $0.register(PropertyMenu.init)
    } right: {
      $0.register(Pages.init)
      $0.register(RightMenu.init)
    },
    .model("the values of a map are optional", .noMatch, "request [String: Export]") {
      $0.register(Pages.init)
      $0.register(OptionalMenu.init)
    } right: {
      $0.register(Pages.init)
      $0.register(Menu.init)
    },
    .model("a map of what needs arguments", .needsArguments, "other sources than the caller") {
      $0.register(Chapter.init, .argument)
      $0.register(Menu.init)
    } right: {
      $0.register(Chapter.init, .value(1))
      $0.register(Menu.init)
    },
    .model("a map keeps an object of a scope", .captiveDependency, "Provider<[String: Export]>") {
      $0.register(Pages.init, .scope(Visit.self))
      $0.register(Menu.init)
    } right: {
      $0.register(Pages.init, .scope(Visit.self))
      $0.register(Menu.init, .scope(Visit.self))
    },
    .model("a map with an awaited template", .cannotWait, "make it a singleton") {
      $0.register(.template) { () async in
        await Task.yield()
        return Pages()
      }
      $0.register(Menu.init)
    } right: {
      $0.register { () async in
        await Task.yield()
        return Pages()
      }
      $0.register(Menu.init)
    },
    .call("a request for a map by numbers", .noMatch, "request [String: Export]") {
      try Alchemic.withModel {
        $0.register(Pages.init)
      } operation: {
        _ = try AcGet([Int: any Export].self)
      }
    } right: {
      try Alchemic.withModel {
        $0.register(Pages.init)
      } operation: {
        _ = try AcGet([String: any Export].self)
      }
    },
    .call("a map is set", .notSettable, "with .reference if only AcSet creates it") {
      try Alchemic.withModel {
        $0.register(Pages.init)
      } operation: {
        try AcSet(["Pages": Pages() as any Export])
      }
    } right: {
      try Alchemic.withModel {
        $0.register([String: any Export].self, .reference)
      } operation: {
        try AcSet(["Pages": Pages() as any Export])
      }
    },
  ]
}
#endif
