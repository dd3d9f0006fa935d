import AlchemicInject

// Ten templates, each made of the next.

final class Link0 {
  let next: Link1
  init(next: Link1) { self.next = next }
}
final class Link1 {
  let next: Link2
  init(next: Link2) { self.next = next }
}
final class Link2 {
  let next: Link3
  init(next: Link3) { self.next = next }
}
final class Link3 {
  let next: Link4
  init(next: Link4) { self.next = next }
}
final class Link4 {
  let next: Link5
  init(next: Link5) { self.next = next }
}
final class Link5 {
  let next: Link6
  init(next: Link6) { self.next = next }
}
final class Link6 {
  let next: Link7
  init(next: Link7) { self.next = next }
}
final class Link7 {
  let next: Link8
  init(next: Link8) { self.next = next }
}
final class Link8 {
  let next: Link9
  init(next: Link9) { self.next = next }
}
final class Link9 {
  let number: Int
  init() { number = 1 }
}

extension HotModel {
  static func registerChain(_ model: ModelBuilder) {
    model.register(Link0.init, AcTemplate())
    model.register(Link1.init, AcTemplate())
    model.register(Link2.init, AcTemplate())
    model.register(Link3.init, AcTemplate())
    model.register(Link4.init, AcTemplate())
    model.register(Link5.init, AcTemplate())
    model.register(Link6.init, AcTemplate())
    model.register(Link7.init, AcTemplate())
    model.register(Link8.init, AcTemplate())
    model.register(Link9.init, AcTemplate())
  }
}

@inline(never) func makeChain() -> Link0 {
  let link9 = Link9()
  let link8 = Link8(next: link9)
  let link7 = Link7(next: link8)
  let link6 = Link6(next: link7)
  let link5 = Link5(next: link6)
  let link4 = Link4(next: link5)
  let link3 = Link3(next: link4)
  let link2 = Link2(next: link3)
  let link1 = Link1(next: link2)
  return Link0(next: link1)
}
