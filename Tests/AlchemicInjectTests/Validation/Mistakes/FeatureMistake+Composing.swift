#if Suggestions && Scopes && Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting

private enum Visit: AlchemicScope {}
private enum Main: AcQualifier {}
private enum Side: AcQualifier {}
private protocol Store: AnyObject {}
private final class Disk: Store {}
private final class Cloud: Store {}
private final class Log: Store { init(_ inner: any Store) {} }
private final class MaybeLog: Store { init(_ inner: (any Store)?) {} }
private final class AllLog: Store { init(_ inner: [any Store]) {} }
private final class DiskLog: Store { init(_ inner: Disk) {} }
private final class User { init(_ store: any Store) {} }
private final class Page { init(_ id: Int) {} }
private final class PageReader { @Injected var page: Provider<Page> }
private final class NumberReader { @Injected var page: Provider<Page, Int> }
private final class TextReader { @Injected var page: Provider<Page, String> }
private final class Maker { init(_ make: Provider<any Store>) {} }
private final class Twice { init(_ make: Provider<Provider<any Store>>) {} }
private final class MainUser { @Qualified<Main>.Injected var store: any Store }
private final class MainList { @Qualified<Main>.InjectedArray var all: [any Store] }

extension FeatureMistake {
  static let decorators: [FeatureMistake] = [
    .model("a decorator that is a primary", .optionConflict, "keep only one") {
      $0.register(Disk.init)
      $0.register(Log.init, .decorates((any Store).self), .primary)
    } right: {
      $0.register(Disk.init)
      $0.register(Log.init, .decorates((any Store).self))
    },
    .model("a decorator with a name", .optionConflict, "keep only one") {
      $0.register(Disk.init)
      $0.register(Log.init, .decorates((any Store).self), .named("log"))
    } right: {
      $0.register(Disk.init)
      $0.register(Log.init, .decorates((any Store).self))
    },
    .model(
      "a decorator that takes an optional", .wrongDecorator, "let one parameter have the type Store"
    ) {
      $0.register(Disk.init)
      $0.register(MaybeLog.init, .decorates((any Store).self))
    } right: {
      $0.register(Disk.init)
      $0.register(Log.init, .decorates((any Store).self))
    },
    .model(
      "a decorator that takes an array", .wrongDecorator, "let one parameter have the type Store"
    ) {
      $0.register(Disk.init)
      $0.register(AllLog.init, .decorates((any Store).self))
    } right: {
      $0.register(Disk.init)
      $0.register(Log.init, .decorates((any Store).self))
    },
    .model(
      "a decorator that takes a class, not the protocol", .wrongDecorator,
      "let one parameter have the type Store"
    ) {
      $0.register(Disk.init)
      $0.register(DiskLog.init, .decorates((any Store).self))
    } right: {
      $0.register(Disk.init)
      $0.register(Log.init, .decorates((any Store).self))
    },
    .model("a decorator that belongs to a scope", .optionConflict, "keep only one") {
      $0.register(Disk.init)
      $0.register(Log.init, .decorates((any Store).self), .scope(Visit.self))
    } right: {
      $0.register(Disk.init)
      $0.register(Log.init, .decorates((any Store).self))
    },
    .model("a decorator that is a reference", .optionConflict, "keep only one") {
      $0.register(Disk.init)
      $0.register(Log.self, .decorates((any Store).self), .reference)
    } right: {
      $0.register(Disk.init)
      $0.register(Log.init, .decorates((any Store).self))
    },
    .model("a decorator with arguments of the caller", .optionConflict, "keep only one") {
      $0.register(Disk.init)
      $0.register(
        { (inner: any Store, _: Int) in Log(inner) }, .byType, .argument,
        options: .decorates((any Store).self))
    } right: {
      $0.register(Disk.init)
      $0.register(Log.init, .decorates((any Store).self))
    },
    .model("a decorator that waits", .wrongDecorator, "a function that is not async") {
      $0.register(Disk.init, .template)
      $0.register(.decorates((any Store).self)) { (inner: any Store) async in
        await Task.yield()
        return Log(inner)
      }
      $0.register(User.init)
    } right: {
      $0.register(Disk.init, .template)
      $0.register(.decorates((any Store).self)) { (inner: any Store) in Log(inner) }
      $0.register(User.init)
    },
  ]

  static let providers: [FeatureMistake] = [
    .model(
      "a provider of what nothing makes", .noMatch, "register one of these, which conform to Store"
    ) {
      $0.register(Maker.init)
    } right: {
      $0.register(Maker.init)
      $0.register(Disk.init)
    },
    .model("a provider without the arguments", .wrongArguments, "Provider<Page, Int>") {
      $0.register(Page.init, .argument)
      $0.register(PageReader.init)
    } right: {
      $0.register(Page.init, .argument)
      $0.register(NumberReader.init)
    },
    .model("a provider with other arguments", .wrongArguments, "Provider<Page, Int>") {
      $0.register(Page.init, .argument)
      $0.register(TextReader.init)
    } right: {
      $0.register(Page.init, .argument)
      $0.register(NumberReader.init)
    },
    .model("a provider with arguments of a singleton", .wrongArguments, "take a Provider<Page>") {
      $0.register({ Page(1) })
      $0.register(NumberReader.init)
    } right: {
      $0.register({ Page(1) })
      $0.register(PageReader.init)
    },
    .model("a provider of several", .severalMatches, "mark one with .primary") {
      $0.register(Disk.init)
      $0.register(Cloud.init)
      $0.register(Maker.init)
    } right: {
      $0.register(Disk.init, .primary)
      $0.register(Cloud.init)
      $0.register(Maker.init)
    },
    .call("a provider calls an awaited template", .needsAwait, "callAsync") {
      try await Alchemic.withModel {
        $0.register(.template) { () async in
          await Task.yield()
          return Disk()
        }
      } operation: {
        let make: Provider<Disk> = try AcGet()
        func get() throws { _ = try make() }
        try get()
      }
    } right: {
      try await Alchemic.withModel {
        $0.register(.template) { () async in
          await Task.yield()
          return Disk()
        }
      } operation: {
        _ = try await AcGetAsync(Disk.self)
      }
    },
  ]

  static let profiles: [FeatureMistake] = [
    .model("the only factory has another profile", .noMatch, "start in that profile") {
      $0.register(.only(in: .named("shop"))) { Disk() }
      $0.register(User.init)
    } right: {
      $0.activate([.named("shop")])
      $0.register(.only(in: .named("shop"))) { Disk() }
      $0.register(User.init)
    },
    .model("two lists of profiles", .optionConflict, "keep only one") {
      $0.register(.only(in: .test), .only(in: .debug)) { Disk() }
    } right: {
      $0.register(.only(in: .test, .debug)) { Disk() }
    },
    .model("two lists of inactive profiles", .optionConflict, "keep only one") {
      $0.register(.only(in: .named("a")), .only(in: .named("b"))) { Disk() }
    } right: {
      $0.register(.only(in: .named("a"), .named("b"))) { Disk() }
    },
    .model("two profiles are active at once", .severalMatches, "mark one with .primary") {
      $0.register(.only(in: .test)) { Disk() }
      $0.register(.only(in: .debug)) { Cloud() }
      $0.register(User.init)
    } right: {
      $0.register(.only(in: .test), .primary) { Disk() }
      $0.register(.only(in: .debug)) { Cloud() }
      $0.register(User.init)
    },
    .model("a typo in a profile", .noMatch, "start in that profile") {
      $0.activate([.named("staging")])
      $0.register(.only(in: .named("stagin"))) { Disk() }
      $0.register(User.init)
    } right: {
      $0.activate([.named("staging")])
      $0.register(.only(in: .named("staging"))) { Disk() }
      $0.register(User.init)
    },
    .call("a request for an object of another profile", .noMatch, "start in that profile") {
      try Alchemic.withModel {
        $0.register(.only(in: .named("shop"))) { Disk() }
      } operation: {
        _ = try AcGet(Disk.self)
      }
    } right: {
      try Alchemic.withModel {
        $0.register(.only(in: .test)) { Disk() }
      } operation: {
        _ = try AcGet(Disk.self)
      }
    },
    .call("a name of another profile", .noMatch, "start in that profile") {
      try Alchemic.withModel {
        $0.register(.only(in: .named("shop")), .named("disk")) { Disk() }
      } operation: {
        _ = try AcGet(.named("disk")) as Disk
      }
    } right: {
      try Alchemic.withModel {
        $0.register(.only(in: .test), .named("disk")) { Disk() }
      } operation: {
        _ = try AcGet(.named("disk")) as Disk
      }
    },
  ]

  static let qualifiers: [FeatureMistake] = [
    .model(
      "no factory has the qualifier of a property", .noMatch,
      "factory for Store with .qualifier(Main.self)"
    ) {
      $0.register(Disk.init)
      $0.register(MainUser.init)
    } right: {
      $0.register(Disk.init, .qualifier(Main.self))
      $0.register(MainUser.init)
    },
    .model("the qualifier is that of another type", .wrongType, "correct the criteria") {
      $0.register(.qualifier(Main.self)) { 8080 }
      $0.register(Disk.init)
      $0.register(User.init, .qualified(Main.self))
    } right: {
      $0.register(.qualifier(Main.self)) { 8080 }
      $0.register(Disk.init, .qualifier(Main.self))
      $0.register(User.init, .qualified(Main.self))
    },
    .model("a value with a qualifier, requested without it", .noMatch, ".qualified(Main.self)") {
      $0.register(.qualifier(Main.self)) { 8080 }
      $0.register({ (_: Int) in Disk() })
    } right: {
      $0.register(.qualifier(Main.self)) { 8080 }
      $0.register({ (_: Int) in Disk() }, .qualified(Main.self))
    },
    .model("an array with a qualifier that nothing has", .unknownName, ".qualifier(Main.self)") {
      $0.register(Disk.init)
      $0.register(MainList.init)
    } right: {
      $0.register(Disk.init, .qualifier(Main.self))
      $0.register(MainList.init)
    },
    .call("a value is set without its qualifier", .notSettable, ".qualified(Main.self)") {
      try Alchemic.withModel {
        $0.register(.qualifier(Main.self)) { 8080 }
      } operation: {
        try AcSet(9090)
      }
    } right: {
      try Alchemic.withModel {
        $0.register(.qualifier(Main.self)) { 8080 }
      } operation: {
        try AcSet(9090, .qualified(Main.self))
      }
    },
    .call("a qualifier and a name in one request", .wrongCriteria, "use .named alone") {
      try Alchemic.withModel {
        $0.register(.qualifier(Main.self)) { 8080 }
        $0.register(.named("port")) { 9090 }
      } operation: {
        _ = try AcGet(Int.self, .qualified(Main.self), .named("port"))
      }
    } right: {
      try Alchemic.withModel {
        $0.register(.qualifier(Main.self)) { 8080 }
      } operation: {
        _ = try AcGet(Int.self, .qualified(Main.self))
      }
    },
  ]
}
#endif
