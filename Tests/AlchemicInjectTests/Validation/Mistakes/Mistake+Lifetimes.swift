import AlchemicInject

extension Mistake {
  /// The lifetime of an object does not fit what needs it.
  static func lifetimes() -> [Mistake] { templates() + callers() + cycles() + waits() }

  private static func templates() -> [Mistake] {
    final class Session {}
    final class Auditor {}
    enum Main: AcQualifier {}
    final class FollowingF1 { @Transient var it: Session }
    final class WeakF2 { @Weak var it: Auditor? }
    final class FollowingF3 { @Qualified<Main>.Transient var it: Session }
    final class InnerF4 {
      struct Parts { @Transient var it: Session }
      let parts = Parts()
    }
    func mistake(
      _ text: String, _ id: ProblemID, _ culprit: String,
      _ host: @escaping @Sendable (ModelBuilder) -> Void,
      wrong: @escaping @Sendable (ModelBuilder) -> Void,
      right: @escaping @Sendable (ModelBuilder) -> Void
    ) -> Mistake {
      Mistake(text, id, culprit) { model in
        host(model)
        wrong(model)
      } right: { model in
        host(model)
        right(model)
      }
    }
    return [
      mistake("a template that is followed", .transientTemplate, "FollowingF1.it") {
        $0.register(FollowingF1.init)
      } wrong: {
        $0.register(Session.init, AcTemplate())
      } right: {
        $0.register(Session.init)
      },
      mistake("a template that nobody keeps", .weakTemplate, "WeakF2.it") {
        $0.register(WeakF2.init)
      } wrong: {
        $0.register(Auditor.init, AcTemplate())
      } right: {
        $0.register(Auditor.init)
      },
      mistake("a template with a qualifier that is followed", .transientTemplate, "FollowingF3.it")
      {
        $0.register(FollowingF3.init)
      } wrong: {
        $0.register(Session.init, AcTemplate(), AcFactoryQualifier(Main.self))
      } right: {
        $0.register(Session.init, AcFactoryQualifier(Main.self))
      },
      mistake("a template that a structure follows", .transientTemplate, "InnerF4.parts.it") {
        $0.register(InnerF4.init)
      } wrong: {
        $0.register(Session.init, AcTemplate(), AcFactoryName("session 4"))
      } right: {
        $0.register(Session.init, AcFactoryName("session 4"))
      },
    ]
  }

  /// Arguments of the caller.
  private static func callers() -> [Mistake] {
    final class View1 { init(id: Int) {} }
    final class View2 { init(id: Int) {} }
    final class View3 { init(id: Int) {} }
    final class View4 { init(id: Int) {} }
    final class Caller1 { @Injected var it: View1 }
    final class Right1 { @Injected var it: Provider<View1, Int> }
    final class Caller2 { init(it: View2) {} }
    final class Right2 { init(it: Provider<View2, Int>) {} }
    final class Caller3 { @Injected var it: Provider<View3, String> }
    final class Right3 { @Injected var it: Provider<View3, Int> }
    final class Caller4 { init(it: Provider<View4>) {} }
    final class Right4 { init(it: Provider<View4, Int>) {} }
    return [
      Mistake("no arguments: property", .needsArguments, "Caller1.it") { model in
        model.register(View1.init(id:), AcArgument())
        model.register(Caller1.init)
      } right: { model in
        model.register(View1.init(id:), AcArgument())
        model.register(Right1.init)
      },
      Mistake("no arguments: argument", .needsArguments, "Caller2 (argument 1)") { model in
        model.register(View2.init(id:), AcArgument())
        model.register(Caller2.init)
      } right: { model in
        model.register(View2.init(id:), AcArgument())
        model.register(Right2.init)
      },
      Mistake("arguments of another type", .wrongArguments, "Caller3.it") { model in
        model.register(View3.init(id:), AcArgument())
        model.register(Caller3.init)
      } right: { model in
        model.register(View3.init(id:), AcArgument())
        model.register(Right3.init)
      },
      Mistake("too few arguments", .wrongArguments, "Caller4 (argument 1)") { model in
        model.register(View4.init(id:), AcArgument())
        model.register(Caller4.init)
      } right: { model in
        model.register(View4.init(id:), AcArgument())
        model.register(Right4.init)
      },
    ]
  }

  private static func cycles() -> [Mistake] {
    final class BankH1 { init(_ auditor: AuditorH1) {} }
    final class AuditorH1 { init(_ bank: BankH1) {} }
    final class BankH2 { @Injected var auditor: AuditorH2 }
    final class AuditorH2 { init(_ bank: BankH2) {} }
    final class FirstH3 { init(_ second: SecondH3) {} }
    final class SecondH3 { init(_ third: ThirdH3) {} }
    final class ThirdH3 { init(_ first: FirstH3) {} }
    final class LastH3 { @Injected var first: MiddleH3 }
    final class MiddleH3 { init(_ last: LastH3) {} }
    protocol LogH4: AnyObject {}
    final class FileH4: LogH4 {}
    final class TimedH4: LogH4 { init(_ inner: any LogH4) {} }
    final class EndlessH5 { init(_ next: EndlessH5) {} }
    return [
      Mistake("a cycle of two", .cycle, "BankH1") { model in
        model.register(BankH1.init)
        model.register(AuditorH1.init)
      } right: { model in
        model.register(BankH2.init)
        model.register(AuditorH2.init)
      },
      Mistake("a cycle of three", .cycle, "FirstH3") { model in
        model.register(FirstH3.init)
        model.register(SecondH3.init)
        model.register(ThirdH3.init)
      } right: { model in
        model.register(LastH3.init)
        model.register(MiddleH3.init)
      },
      Mistake("a decorator of itself", .cycle, "TimedH4") { model in
        model.register(FileH4.init)
        model.register(TimedH4.init, AcPrimary())
      } right: { model in
        model.register(FileH4.init)
        model.register(TimedH4.init, AcName("FileH4"), options: AcPrimary())
      },
      Mistake("a template that needs itself", .cycle, "EndlessH5") { model in
        model.register(EndlessH5.init, AcTemplate())
      } right: { model in
        model.register(FileH4.init, AcTemplate())
      },
    ]
  }

  private static func waits() -> [Mistake] {
    final class Feed1 { init() async {} }
    final class Feed2 { init() async {} }
    final class FeedReader1 { init(_ feed: Feed1) {} }
    final class FeedReader2 { @Injected var feed: Feed2 }
    return [
      Mistake("a template that is awaited: argument", .cannotWait, "FeedReader1 (argument 1)") {
        model in
        model.register(Feed1.init, AcTemplate())
        model.register(FeedReader1.init)
      } right: { model in
        model.register(Feed1.init)
        model.register(FeedReader1.init)
      },
      Mistake("a template that is awaited: property", .cannotWait, "FeedReader2.feed") { model in
        model.register(Feed2.init, AcTemplate())
        model.register(FeedReader2.init)
      } right: { model in
        model.register(Feed2.init)
        model.register(FeedReader2.init)
      },
    ]
  }
}
