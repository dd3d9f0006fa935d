import AlchemicInject

extension Mistake {
  /// Options that exclude each other.
  static func options() -> [Mistake] {
    final class Part {}
    struct Value {}
    func mistake(
      _ text: String, _ name: String, _ id: ProblemID = .optionConflict,
      wrong: @escaping @Sendable (ModelBuilder) -> Void,
      right: @escaping @Sendable (ModelBuilder) -> Void
    ) -> Mistake { Mistake("options: \(text)", id, name, wrong: wrong, right: right) }
    return [
      mistake("template and reference", "o1") {
        $0.register(Part.self, AcTemplate(), AcReference(), AcFactoryName("o1"))
      } right: {
        $0.register(Part.init, AcTemplate(), AcFactoryName("o1"))
      },
      mistake("template and weak", "o2") {
        $0.register(Part.init, AcTemplate(), AcWeak(), AcFactoryName("o2"))
      } right: {
        $0.register(Part.init, AcWeak(), AcFactoryName("o2"))
      },
      mistake("template and nillable", "o3") {
        $0.register(Part.init, AcTemplate(), AcNillable(), AcFactoryName("o3"))
      } right: {
        $0.register(Part.init, AcNillable(), AcFactoryName("o3"))
      },
      mistake("template and transient", "o4") {
        $0.register(Part.init, AcTemplate(), AcTransient(), AcFactoryName("o4"))
      } right: {
        $0.register(Part.init, AcTransient(), AcFactoryName("o4"))
      },
      mistake("a reference with an initializer", "o5") {
        $0.register(Part.init, AcReference(), AcFactoryName("o5"))
      } right: {
        $0.register(Part.self, AcReference(), AcFactoryName("o5"))
      },
      mistake("a weak value", "o6") {
        $0.register(Value.init, AcWeak(), AcFactoryName("o6"))
      } right: {
        $0.register(Value.init, AcFactoryName("o6"))
      },
      mistake("two names", "o7") {
        $0.register(Part.init, AcFactoryName("o7"), AcFactoryName("o7 too"))
      } right: {
        $0.register(Part.init, AcFactoryName("o7"))
      },
      mistake("an empty name", "Part") {
        $0.register(Part.init, AcFactoryName(""))
      } right: {
        $0.register(Part.init, AcFactoryName("o8"))
      },
      mistake("two positions", "o9") {
        $0.register(Part.init, AcOrder(1), AcOrder(2), AcFactoryName("o9"))
      } right: {
        $0.register(Part.init, AcOrder(1), AcFactoryName("o9"))
      },
      mistake("one name for two", "o10", .duplicateName) { model in
        model.register(Part.init, AcFactoryName("o10"))
        model.register(Value.init, AcFactoryName("o10"))
      } right: { model in
        model.register(Part.init, AcFactoryName("o10"))
        model.register(Value.init, AcFactoryName("o11"))
      },
      mistake("lazy, and with arguments of the caller", "o12") {
        $0.register({ (_: Int) in Part() }, AcArgument(), options: AcLazy(), AcFactoryName("o12"))
      } right: {
        $0.register({ (_: Int) in Part() }, AcArgument(), options: AcFactoryName("o12"))
      },
    ]
  }

  /// What a class declares.
  static func declarations() -> [Mistake] {
    final class StreetD1 {}
    final class ClerkD2 {}
    final class OtherD2 {}
    final class BankD3 { func connection() -> [Int16] { [] } }
    final class OtherD3 { func connection() -> [Int32] { [] } }
    final class ShopD4 {}
    final class MakerD5 { func run() {} }
    final class MakerD5Right { func run() -> [UInt16] { [] } }
    final class OrphanD6 {}
    return [
      Mistake("a class that nothing makes", .notMakeable, "StreetD1") {
        $0.declare(StreetD1.self) { _ in }
      } right: {
        $0.declare(StreetD1.self) { AcInitializer($0, StreetD1.init) }
      },
      Mistake("the initializer of another class", .wrongInitializer, "ClerkD2") {
        $0.declare(ClerkD2.self) { AcInitializer($0, OtherD2.init) }
      } right: {
        $0.declare(ClerkD2.self) { AcInitializer($0, ClerkD2.init) }
      },
      Mistake("the method of another class", .wrongMethod, "BankD3") { model in
        model.declare(BankD3.self) { of in
          AcInitializer(of, BankD3.init)
          AcMethod(of, OtherD3.connection)
        }
      } right: { model in
        model.declare(BankD3.self) { of in
          AcInitializer(of, BankD3.init)
          AcMethod(of, BankD3.connection)
        }
      },
      Mistake("two calls of AcRegister", .registeredTwice, "shop 4") { model in
        model.declare(ShopD4.self) { of in
          AcInitializer(of, ShopD4.init)
          AcRegister(of, AcLazy())
          AcRegister(of, AcFactoryName("shop 4"))
        }
      } right: { model in
        model.declare(ShopD4.self) { of in
          AcInitializer(of, ShopD4.init)
          AcRegister(of, AcLazy(), AcFactoryName("shop 4"))
        }
      },
      Mistake("a method that returns nothing", .noProduct, "MakerD5") { model in
        model.declare(MakerD5.self) { of in
          AcInitializer(of, MakerD5.init)
          AcMethod(of, MakerD5.run)
        }
      } right: { model in
        model.declare(MakerD5Right.self) { of in
          AcInitializer(of, MakerD5Right.init)
          AcMethod(of, MakerD5Right.run)
        }
      },
      Mistake("a type that nothing makes", .notMakeable, "OrphanD6") {
        $0.register(OrphanD6.self)
      } right: {
        $0.register(OrphanD6.self, AcReference())
      },
    ]
  }
}
