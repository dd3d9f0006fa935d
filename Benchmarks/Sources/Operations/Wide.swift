import AlchemicInject

// An object of ten others: ten templates, or ten singletons.

final class Leaf0: Sendable {
  let number: Int
  init() { number = 0 }
}
final class Leaf1: Sendable {
  let number: Int
  init() { number = 1 }
}
final class Leaf2: Sendable {
  let number: Int
  init() { number = 2 }
}
final class Leaf3: Sendable {
  let number: Int
  init() { number = 3 }
}
final class Leaf4: Sendable {
  let number: Int
  init() { number = 4 }
}
final class Leaf5: Sendable {
  let number: Int
  init() { number = 5 }
}
final class Leaf6: Sendable {
  let number: Int
  init() { number = 6 }
}
final class Leaf7: Sendable {
  let number: Int
  init() { number = 7 }
}
final class Leaf8: Sendable {
  let number: Int
  init() { number = 8 }
}
final class Leaf9: Sendable {
  let number: Int
  init() { number = 9 }
}

final class Shared0: Sendable {
  let number: Int
  init() { number = 0 }
}
final class Shared1: Sendable {
  let number: Int
  init() { number = 1 }
}
final class Shared2: Sendable {
  let number: Int
  init() { number = 2 }
}
final class Shared3: Sendable {
  let number: Int
  init() { number = 3 }
}
final class Shared4: Sendable {
  let number: Int
  init() { number = 4 }
}
final class Shared5: Sendable {
  let number: Int
  init() { number = 5 }
}
final class Shared6: Sendable {
  let number: Int
  init() { number = 6 }
}
final class Shared7: Sendable {
  let number: Int
  init() { number = 7 }
}
final class Shared8: Sendable {
  let number: Int
  init() { number = 8 }
}
final class Shared9: Sendable {
  let number: Int
  init() { number = 9 }
}

final class Wide {
  let part0: Leaf0
  let part1: Leaf1
  let part2: Leaf2
  let part3: Leaf3
  let part4: Leaf4
  let part5: Leaf5
  let part6: Leaf6
  let part7: Leaf7
  let part8: Leaf8
  let part9: Leaf9

  init(
    _ part0: Leaf0, _ part1: Leaf1, _ part2: Leaf2, _ part3: Leaf3,
    _ part4: Leaf4, _ part5: Leaf5, _ part6: Leaf6,
    _ part7: Leaf7, _ part8: Leaf8, _ part9: Leaf9
  ) {
    self.part0 = part0
    self.part1 = part1
    self.part2 = part2
    self.part3 = part3
    self.part4 = part4
    self.part5 = part5
    self.part6 = part6
    self.part7 = part7
    self.part8 = part8
    self.part9 = part9
  }
}

final class WideOfShared {
  let part0: Shared0
  let part1: Shared1
  let part2: Shared2
  let part3: Shared3
  let part4: Shared4
  let part5: Shared5
  let part6: Shared6
  let part7: Shared7
  let part8: Shared8
  let part9: Shared9

  init(
    _ part0: Shared0, _ part1: Shared1, _ part2: Shared2, _ part3: Shared3,
    _ part4: Shared4, _ part5: Shared5, _ part6: Shared6,
    _ part7: Shared7, _ part8: Shared8, _ part9: Shared9
  ) {
    self.part0 = part0
    self.part1 = part1
    self.part2 = part2
    self.part3 = part3
    self.part4 = part4
    self.part5 = part5
    self.part6 = part6
    self.part7 = part7
    self.part8 = part8
    self.part9 = part9
  }
}

final class SharedParts {
  var part0 = Shared0()
  var part1 = Shared1()
  var part2 = Shared2()
  var part3 = Shared3()
  var part4 = Shared4()
  var part5 = Shared5()
  var part6 = Shared6()
  var part7 = Shared7()
  var part8 = Shared8()
  var part9 = Shared9()
}

extension HotModel {
  static func registerWide(_ model: ModelBuilder) {
    model.register(Leaf0.init, AcTemplate())
    model.register(Shared0.init)
    model.register(Leaf1.init, AcTemplate())
    model.register(Shared1.init)
    model.register(Leaf2.init, AcTemplate())
    model.register(Shared2.init)
    model.register(Leaf3.init, AcTemplate())
    model.register(Shared3.init)
    model.register(Leaf4.init, AcTemplate())
    model.register(Shared4.init)
    model.register(Leaf5.init, AcTemplate())
    model.register(Shared5.init)
    model.register(Leaf6.init, AcTemplate())
    model.register(Shared6.init)
    model.register(Leaf7.init, AcTemplate())
    model.register(Shared7.init)
    model.register(Leaf8.init, AcTemplate())
    model.register(Shared8.init)
    model.register(Leaf9.init, AcTemplate())
    model.register(Shared9.init)
    model.register(Wide.init, AcTemplate())
    model.register(WideOfShared.init, AcTemplate())
  }
}

@inline(never) func makeWide() -> Wide {
  Wide(
    Leaf0(), Leaf1(), Leaf2(), Leaf3(), Leaf4(), Leaf5(), Leaf6(), Leaf7(), Leaf8(), Leaf9())
}

@inline(never) func makeWideOfShared(_ parts: SharedParts) -> WideOfShared {
  WideOfShared(
    parts.part0, parts.part1, parts.part2, parts.part3, parts.part4, parts.part5, parts.part6,
    parts.part7, parts.part8, parts.part9)
}
