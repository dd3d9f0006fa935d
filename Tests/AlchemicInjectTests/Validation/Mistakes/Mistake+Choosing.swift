import AlchemicInject

extension Mistake {
  /// Several factories fit, and one is needed.
  static func ambiguous() -> [Mistake] {
    protocol Store: AnyObject {}
    final class Disk: Store {}
    final class Cloud: Store {}
    enum Main: AcQualifier {}
    final class DirectA1 { @Injected var it: any Store }
    final class InnerA2 {
      struct Parts { @Injected var it: any Store }
      let parts = Parts()
    }
    final class ArgumentA3 { init(it: any Store) {} }
    final class HolderA4 { @Weak var it: (any Store)? }
    final class FollowingA5 { @Transient var it: (any Store)? }
    final class OptionalA6 { @Injected var it: (any Store)? }
    final class QualifiedA7 { @Qualified<Main>.Injected var it: any Store }
    final class OpenerA8 { @Injected var it: Provider<any Store> }
    func mistake(
      _ text: String, _ id: ProblemID, _ culprit: String,
      _ host: @escaping @Sendable (ModelBuilder) -> Void
    ) -> Mistake {
      Mistake("several: \(text)", id, culprit) { model in
        host(model)
        model.register(AcFactoryName("disk for \(culprit)")) { Disk() }
        model.register(AcFactoryName("cloud for \(culprit)")) { Cloud() }
      } right: { model in
        host(model)
        model.register(AcFactoryName("disk for \(culprit)"), AcPrimary()) { Disk() }
        model.register(AcFactoryName("cloud for \(culprit)")) { Cloud() }
      }
    }
    return [
      mistake("property", .mayBeAmbiguous, "DirectA1.it") { $0.register(DirectA1.init) },
      mistake("property in a structure", .mayBeAmbiguous, "InnerA2.parts.it") {
        $0.register(InnerA2.init)
      },
      mistake("argument", .severalMatches, "ArgumentA3 (argument 1)") {
        $0.register(ArgumentA3.init)
      },
      mistake("weak property", .mayBeAmbiguous, "HolderA4.it") { $0.register(HolderA4.init) },
      mistake("property that follows", .mayBeAmbiguous, "FollowingA5.it") {
        $0.register(FollowingA5.init)
      },
      mistake("optional property", .mayBeAmbiguous, "OptionalA6.it") {
        $0.register(OptionalA6.init)
      },
      Mistake("several: qualified property", .severalMatches, "QualifiedA7.it") { model in
        model.register(QualifiedA7.init)
        model.register(AcFactoryQualifier(Main.self)) { Disk() }
        model.register(AcFactoryQualifier(Main.self)) { Cloud() }
      } right: { model in
        model.register(QualifiedA7.init)
        model.register(AcFactoryQualifier(Main.self), AcPrimary()) { Disk() }
        model.register(AcFactoryQualifier(Main.self)) { Cloud() }
      },
      mistake("provider", .mayBeAmbiguous, "OpenerA8.it") { $0.register(OpenerA8.init) },
    ]
  }

  /// A name or a qualifier is wrong.
  static func named() -> [Mistake] {
    protocol Store: AnyObject {}
    final class Disk: Store {}
    struct Text { let it: String }
    enum Main: AcQualifier {}
    enum Other: AcQualifier {}
    final class DirectB1 { @Qualified<Main>.Injected var it: any Store }
    final class InnerB2 {
      struct Parts { @Qualified<Main>.Injected var it: any Store }
      let parts = Parts()
    }
    final class ArrayB3 { @Qualified<Main>.InjectedArray var it: [any Store] }
    final class WeakB4 { @Qualified<Main>.Weak var it: (any Store)? }
    final class ArgumentB5 { init(it: any Store) {} }
    final class ArgumentB6 { init(it: any Store) {} }
    final class OptionalB7 { init(it: (any Store)?) {} }
    final class ListB8 { init(it: [any Store]) {} }
    final class ValueB9 { @Injected var it: Text }
    final class ValueB10 { init(it: Text) {} }
    final class WrongB11 { init(it: Disk) {} }
    final class OpenerB12 { @Qualified<Main>.Injected var it: Provider<any Store> }
    func mistake(
      _ text: String, _ id: ProblemID, _ culprit: String, option: FactoryOption,
      _ host: @escaping @Sendable (ModelBuilder) -> Void
    ) -> Mistake {
      Mistake(text, id, culprit) { model in
        host(model)
        model.register(AcFactoryQualifier(Other.self)) { Disk() as any Store }
      } right: { model in
        host(model)
        model.register(option) { Disk() as any Store }
      }
    }
    let main = AcFactoryQualifier(Main.self)
    let values: [Mistake] = [
      Mistake("a value with a name: property", .mayBeAmbiguous, "ValueB9.it") { model in
        model.register(ValueB9.init)
        model.register(AcFactoryName("text 9")) { Text(it: "") }
      } right: { model in
        model.register(ValueB9.init)
        model.register { Text(it: "") }
      },
      Mistake("a value with a name: argument", .noMatch, "ValueB10 (argument 1)") { model in
        model.register(ValueB10.init)
        model.register(AcFactoryName("text 10")) { Text(it: "") }
      } right: { model in
        model.register(ValueB10.init, AcName("text 10"))
        model.register(AcFactoryName("text 10")) { Text(it: "") }
      },
      Mistake("a name of another type: argument", .wrongType, "WrongB11 (argument 1)") { model in
        model.register(WrongB11.init, AcName("text 11"))
        model.register(AcFactoryName("text 11")) { Text(it: "") }
      } right: { model in
        model.register(WrongB11.init, AcName("disk 11"))
        model.register(AcFactoryName("disk 11")) { Disk() }
      },
    ]
    return values + [
      mistake("a qualifier: property", .noMatch, "DirectB1.it", option: main) {
        $0.register(DirectB1.init)
      },
      mistake("a qualifier: property in a structure", .noMatch, "InnerB2.parts.it", option: main) {
        $0.register(InnerB2.init)
      },
      mistake("a qualifier: array", .unknownName, "ArrayB3.it", option: main) {
        $0.register(ArrayB3.init)
      },
      mistake("a qualifier: weak property", .unknownName, "WeakB4.it", option: main) {
        $0.register(WeakB4.init)
      },
      mistake("a qualifier: argument", .noMatch, "ArgumentB5 (argument 1)", option: main) {
        $0.register(ArgumentB5.init, AcQualified(Main.self))
      },
      mistake("a name: argument", .noMatch, "ArgumentB6 (argument 1)", option: AcFactoryName("d6"))
      {
        $0.register(ArgumentB6.init, AcName("d6"))
      },
      mistake(
        "a name: optional argument", .unknownName, "OptionalB7 (argument 1)",
        option: AcFactoryName("d7")
      ) { $0.register(OptionalB7.init, AcName("d7")) },
      mistake("a name: array", .unknownName, "ListB8 (argument 1)", option: AcFactoryName("d8")) {
        $0.register(ListB8.init, AcName("d8"))
      },
      mistake("a qualifier: provider", .noMatch, "OpenerB12.it", option: main) {
        $0.register(OpenerB12.init)
      },
    ]
  }
}
