import AlchemicInject

extension Mistake {
  /// Nothing produces what is needed.
  static func missing() -> [Mistake] {
    missingProtocols() + missingClasses() + missingValues()
  }

  private static func missingProtocols() -> [Mistake] {
    protocol Absent: AnyObject {}
    final class Present: Absent {}
    final class DirectL1 { @Injected var it: any Absent }
    final class InnerL2 {
      struct Parts { @Injected var it: any Absent }
      let parts = Parts()
    }
    final class DeepL3 {
      struct Parts {
        struct More { @Injected var it: any Absent }
        let more = More()
      }
      let parts = Parts()
    }
    final class ArgumentL4 { init(it: any Absent) {} }
    final class OpenerL5 { @Injected var it: Provider<any Absent> }
    struct ValueL6 { @Injected var it: any Absent }
    final class MethodL7 { func make(it: any Absent) -> [Int8] { [] } }
    final class FollowingL8 { @Transient var it: any Absent }
    let right: (@escaping @Sendable (ModelBuilder) -> Void) -> @Sendable (ModelBuilder) -> Void = {
      wrong in
      { model in
        wrong(model)
        model.register(Present.init)
      }
    }
    func mistake(
      _ text: String, _ culprit: String, _ wrong: @escaping @Sendable (ModelBuilder) -> Void
    ) -> Mistake {
      Mistake("a protocol: \(text)", .noMatch, culprit, wrong: wrong, right: right(wrong))
    }
    return [
      mistake("property", "DirectL1.it") { $0.register(DirectL1.init) },
      mistake("property in a structure", "InnerL2.parts.it") { $0.register(InnerL2.init) },
      mistake("property in a structure of one", "DeepL3.parts.more.it") {
        $0.register(DeepL3.init)
      },
      mistake("argument", "ArgumentL4 (argument 1)") { $0.register(ArgumentL4.init) },
      mistake("provider", "OpenerL5.it") { $0.register(OpenerL5.init) },
      mistake("property of a structure", "ValueL6.it") { $0.register(ValueL6.init) },
      mistake("argument of a method", "MethodL7.[Int8] (argument 1)") { model in
        model.declare(MethodL7.self) { of in
          AcInitializer(of, MethodL7.init)
          AcMethod(of, MethodL7.make(it:))
        }
      },
      mistake("property that follows", "FollowingL8.it") { $0.register(FollowingL8.init) },
    ]
  }

  private static func missingClasses() -> [Mistake] {
    final class Till {}
    final class Drawer {}
    final class DirectM1 { @Injected var it: Till }
    final class InnerM2 {
      struct Parts { @Injected var it: Till }
      let parts = Parts()
    }
    final class ArgumentM3 { init(it: Drawer) {} }
    final class OpenerM4 { @Injected var it: Provider<Drawer> }
    return [
      Mistake("a class: property", .mayBeMissing, "DirectM1.it") {
        $0.register(DirectM1.init)
      } right: {
        $0.register(DirectM1.init)
        $0.register(Till.init)
      },
      Mistake("a class: property in a structure", .mayBeMissing, "InnerM2.parts.it") {
        $0.register(InnerM2.init)
      } right: {
        $0.register(InnerM2.init)
        $0.register(Till.init)
      },
      Mistake("a class: argument", .noMatch, "ArgumentM3 (argument 1)") {
        $0.register(ArgumentM3.init)
      } right: {
        $0.register(ArgumentM3.init)
        $0.register(Drawer.init)
      },
      Mistake("a class: provider", .noMatch, "OpenerM4.it") {
        $0.register(OpenerM4.init)
      } right: {
        $0.register(OpenerM4.init)
        $0.register(Drawer.init)
      },
    ]
  }

  private static func missingValues() -> [Mistake] {
    struct Limit {}
    struct Key {}
    struct Host {}
    final class DirectN1 { @Injected var it: Limit }
    final class InnerN2 {
      struct Parts { @Injected var it: Limit }
      let parts = Parts()
    }
    final class ArgumentN3 { init(it: Key) {} }
    final class ViewN4 { init(it: Host) {} }
    final class Disk {}
    final class ListingN5 { init(it: [Disk?]) {} }
    final class ListingN6 { @Injected var it: [[Disk]] }
    return [
      Mistake("a value: property", .mayBeMissing, "DirectN1.it") {
        $0.register(DirectN1.init)
      } right: {
        $0.register(DirectN1.init)
        $0.register(Limit.init)
      },
      Mistake("a value: property in a structure", .mayBeMissing, "InnerN2.parts.it") {
        $0.register(InnerN2.init)
      } right: {
        $0.register(InnerN2.init)
        $0.register(Limit.init)
      },
      Mistake("a value: argument", .noMatch, "ArgumentN3 (argument 1)") {
        $0.register(ArgumentN3.init)
      } right: {
        $0.register(ArgumentN3.init)
        $0.register(Key.init)
      },
      Mistake("a value that the caller gives", .noMatch, "ViewN4 (argument 1)") {
        $0.register(ViewN4.init)
      } right: {
        $0.register(ViewN4.init, AcArgument())
      },
      Mistake("an array of optionals: argument", .noMatch, "ListingN5 (argument 1)") {
        $0.register(ListingN5.init)
      } right: {
        $0.register(ListingN5.init)
        $0.register { [Disk?]() }
      },
      Mistake("an array of arrays: property", .mayBeMissing, "ListingN6.it") {
        $0.register(ListingN6.init)
      } right: {
        $0.register(ListingN6.init)
        $0.register { [[Disk]]() }
      },
    ]
  }
}
