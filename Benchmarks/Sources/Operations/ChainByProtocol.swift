import AlchemicInject

// Ten templates, each made of the next, which it knows by a protocol.

// A protocol that any type may have.

public protocol Stage0 { var number: Int { get } }
public protocol Stage1 { var number: Int { get } }
public protocol Stage2 { var number: Int { get } }
public protocol Stage3 { var number: Int { get } }
public protocol Stage4 { var number: Int { get } }
public protocol Stage5 { var number: Int { get } }
public protocol Stage6 { var number: Int { get } }
public protocol Stage7 { var number: Int { get } }
public protocol Stage8 { var number: Int { get } }
public protocol Stage9 { var number: Int { get } }

final class FastStage0: Stage0 {
  let next: any Stage1
  init(next: any Stage1) { self.next = next }
  var number: Int { next.number }
}
final class FastStage1: Stage1 {
  let next: any Stage2
  init(next: any Stage2) { self.next = next }
  var number: Int { next.number }
}
final class FastStage2: Stage2 {
  let next: any Stage3
  init(next: any Stage3) { self.next = next }
  var number: Int { next.number }
}
final class FastStage3: Stage3 {
  let next: any Stage4
  init(next: any Stage4) { self.next = next }
  var number: Int { next.number }
}
final class FastStage4: Stage4 {
  let next: any Stage5
  init(next: any Stage5) { self.next = next }
  var number: Int { next.number }
}
final class FastStage5: Stage5 {
  let next: any Stage6
  init(next: any Stage6) { self.next = next }
  var number: Int { next.number }
}
final class FastStage6: Stage6 {
  let next: any Stage7
  init(next: any Stage7) { self.next = next }
  var number: Int { next.number }
}
final class FastStage7: Stage7 {
  let next: any Stage8
  init(next: any Stage8) { self.next = next }
  var number: Int { next.number }
}
final class FastStage8: Stage8 {
  let next: any Stage9
  init(next: any Stage9) { self.next = next }
  var number: Int { next.number }
}
final class FastStage9: Stage9 {
  let number: Int
  init() { number = 1 }
}

extension HotModel {
  static func registerStages(_ model: ModelBuilder) {
    model.register(FastStage0.init, AcTemplate())
    model.register(FastStage1.init, AcTemplate())
    model.register(FastStage2.init, AcTemplate())
    model.register(FastStage3.init, AcTemplate())
    model.register(FastStage4.init, AcTemplate())
    model.register(FastStage5.init, AcTemplate())
    model.register(FastStage6.init, AcTemplate())
    model.register(FastStage7.init, AcTemplate())
    model.register(FastStage8.init, AcTemplate())
    model.register(FastStage9.init, AcTemplate())
  }
}

@inline(never) func makeStages() -> any Stage0 { FastStage0(next: newStage1()) }
@inline(never) private func newStage1() -> any Stage1 { FastStage1(next: newStage2()) }
@inline(never) private func newStage2() -> any Stage2 { FastStage2(next: newStage3()) }
@inline(never) private func newStage3() -> any Stage3 { FastStage3(next: newStage4()) }
@inline(never) private func newStage4() -> any Stage4 { FastStage4(next: newStage5()) }
@inline(never) private func newStage5() -> any Stage5 { FastStage5(next: newStage6()) }
@inline(never) private func newStage6() -> any Stage6 { FastStage6(next: newStage7()) }
@inline(never) private func newStage7() -> any Stage7 { FastStage7(next: newStage8()) }
@inline(never) private func newStage8() -> any Stage8 { FastStage8(next: newStage9()) }
@inline(never) private func newStage9() -> any Stage9 { FastStage9() }

// One that only classes have.

public protocol Knot0: AnyObject { var number: Int { get } }
public protocol Knot1: AnyObject { var number: Int { get } }
public protocol Knot2: AnyObject { var number: Int { get } }
public protocol Knot3: AnyObject { var number: Int { get } }
public protocol Knot4: AnyObject { var number: Int { get } }
public protocol Knot5: AnyObject { var number: Int { get } }
public protocol Knot6: AnyObject { var number: Int { get } }
public protocol Knot7: AnyObject { var number: Int { get } }
public protocol Knot8: AnyObject { var number: Int { get } }
public protocol Knot9: AnyObject { var number: Int { get } }

final class FastKnot0: Knot0 {
  let next: any Knot1
  init(next: any Knot1) { self.next = next }
  var number: Int { next.number }
}
final class FastKnot1: Knot1 {
  let next: any Knot2
  init(next: any Knot2) { self.next = next }
  var number: Int { next.number }
}
final class FastKnot2: Knot2 {
  let next: any Knot3
  init(next: any Knot3) { self.next = next }
  var number: Int { next.number }
}
final class FastKnot3: Knot3 {
  let next: any Knot4
  init(next: any Knot4) { self.next = next }
  var number: Int { next.number }
}
final class FastKnot4: Knot4 {
  let next: any Knot5
  init(next: any Knot5) { self.next = next }
  var number: Int { next.number }
}
final class FastKnot5: Knot5 {
  let next: any Knot6
  init(next: any Knot6) { self.next = next }
  var number: Int { next.number }
}
final class FastKnot6: Knot6 {
  let next: any Knot7
  init(next: any Knot7) { self.next = next }
  var number: Int { next.number }
}
final class FastKnot7: Knot7 {
  let next: any Knot8
  init(next: any Knot8) { self.next = next }
  var number: Int { next.number }
}
final class FastKnot8: Knot8 {
  let next: any Knot9
  init(next: any Knot9) { self.next = next }
  var number: Int { next.number }
}
final class FastKnot9: Knot9 {
  let number: Int
  init() { number = 1 }
}

extension HotModel {
  static func registerKnots(_ model: ModelBuilder) {
    model.register(FastKnot0.init, AcTemplate())
    model.register(FastKnot1.init, AcTemplate())
    model.register(FastKnot2.init, AcTemplate())
    model.register(FastKnot3.init, AcTemplate())
    model.register(FastKnot4.init, AcTemplate())
    model.register(FastKnot5.init, AcTemplate())
    model.register(FastKnot6.init, AcTemplate())
    model.register(FastKnot7.init, AcTemplate())
    model.register(FastKnot8.init, AcTemplate())
    model.register(FastKnot9.init, AcTemplate())
  }
}

@inline(never) func makeKnots() -> any Knot0 { FastKnot0(next: newKnot1()) }
@inline(never) private func newKnot1() -> any Knot1 { FastKnot1(next: newKnot2()) }
@inline(never) private func newKnot2() -> any Knot2 { FastKnot2(next: newKnot3()) }
@inline(never) private func newKnot3() -> any Knot3 { FastKnot3(next: newKnot4()) }
@inline(never) private func newKnot4() -> any Knot4 { FastKnot4(next: newKnot5()) }
@inline(never) private func newKnot5() -> any Knot5 { FastKnot5(next: newKnot6()) }
@inline(never) private func newKnot6() -> any Knot6 { FastKnot6(next: newKnot7()) }
@inline(never) private func newKnot7() -> any Knot7 { FastKnot7(next: newKnot8()) }
@inline(never) private func newKnot8() -> any Knot8 { FastKnot8(next: newKnot9()) }
@inline(never) private func newKnot9() -> any Knot9 { FastKnot9() }
