import Alchemic

// The hosts that a program makes by itself. The properties of each are read, called through, and
// assigned by a number.

/// A host without hooks.
class Plain: Host {
  @Injected var one: One
  @Injected var two: Two?
  @Injected var three: Three?
  @Injected var pack: Pack
  @InjectedArray var parts: [any Part]
  @Injected var four: Four
  @Injected(AcName("one")) var named: One
  @Injected var room: Room
  @Weak var weakNest: Nest?
  @Weak var weakTwo: Two?
  @Weak var weakThree: Three?
  @Transient var following: One
  @Transient var followingTwo: Two?
  @Transient var followingParts: [any Part]
  @Transient var followingPack: Pack
  @Transient var followingNest: Nest

  deinit { dies { own($0, of: 16, readPlain, renewPlain) } }

  override var count: Int { 16 }
  override func read(_ property: Int, _ isDeep: Bool) { readPlain(property, isDeep) }
  override func renew(_ property: Int) { renewPlain(property) }

  final func readPlain(_ property: Int, _ isDeep: Bool) {
    switch property {
    case 0: reading(0, .one) { one.use(isDeep) }
    case 1: reading(1, .two) { two?.use(isDeep) }
    case 2: reading(2, .three) { three?.use(isDeep) }
    case 3: reading(3, .pack) { pack.use(isDeep) }
    case 4: reading(4, .parts) { parts.use(isDeep) }
    case 5: reading(5, .four) { four.use(isDeep) }
    case 6: reading(6, .one) { named.use(isDeep) }
    case 7: reading(7, .room) { room.use(isDeep) }
    case 8: reading(8, .nest) { weakNest?.use(isDeep) }
    case 9: reading(9, .two) { weakTwo?.use(isDeep) }
    case 10: reading(10, .three) { weakThree?.use(isDeep) }
    case 11: reading(11, [.one, .follows]) { following.use(isDeep) }
    case 12: reading(12, [.two, .follows]) { followingTwo?.use(isDeep) }
    case 13: reading(13, [.parts, .follows]) { followingParts.use(isDeep) }
    case 14: reading(14, [.pack, .follows]) { followingPack.use(isDeep) }
    default: reading(15, [.nest, .follows]) { followingNest.use(isDeep) }
    }
  }

  final func renewPlain(_ property: Int) {
    willRenew(property)
    switch property {
    case 0: withExtendedLifetime(_one) { _one = Injected() }
    case 1: withExtendedLifetime(_two) { _two = Injected() }
    case 2: withExtendedLifetime(_three) { _three = Injected() }
    case 3: withExtendedLifetime(_pack) { _pack = Injected() }
    case 4: withExtendedLifetime(_parts) { _parts = InjectedArray() }
    case 5: withExtendedLifetime(_four) { _four = Injected() }
    case 6: withExtendedLifetime(_named) { _named = Injected(AcName("one")) }
    case 7: withExtendedLifetime(_room) { _room = Injected() }
    case 8: withExtendedLifetime(_weakNest) { _weakNest = Weak() }
    case 9: withExtendedLifetime(_weakTwo) { _weakTwo = Weak() }
    case 10: withExtendedLifetime(_weakThree) { _weakThree = Weak() }
    case 11: withExtendedLifetime(_following) { _following = Transient() }
    case 12: withExtendedLifetime(_followingTwo) { _followingTwo = Transient() }
    case 13: withExtendedLifetime(_followingParts) { _followingParts = Transient() }
    case 14: withExtendedLifetime(_followingPack) { _followingPack = Transient() }
    default: withExtendedLifetime(_followingNest) { _followingNest = Transient() }
    }
  }
}

final class SubPlain: Plain {
  @Injected var made: Made
  @Transient var followingMade: Made

  deinit { dies { own($0, of: 18, readAll, renew) } }

  override var count: Int { 18 }
  override func read(_ property: Int, _ isDeep: Bool) { readAll(property, isDeep) }

  private func readAll(_ property: Int, _ isDeep: Bool) {
    switch property {
    case 16: reading(16, .made) { made.use(isDeep) }
    case 17: reading(17, [.made, .follows]) { followingMade.use(isDeep) }
    default: readPlain(property, isDeep)
    }
  }

  override func renew(_ property: Int) {
    guard property >= 16 else { return renewPlain(property) }
    willRenew(property)
    if property == 16 {
      withExtendedLifetime(_made) { _made = Injected() }
    } else {
      withExtendedLifetime(_followingMade) { _followingMade = Transient() }
    }
  }
}

/// A host with hooks.
class Aware: AwareHost {
  @Injected var one: One
  @Injected var two: Two?
  @Weak var three: Three?
  @InjectedArray var parts: [any Part]
  @Transient var followingTwo: Two?
  @Transient var followingPack: Pack
  @Injected var four: Four

  deinit { dies { own($0, of: 7, readAware, renewAware) } }

  override var needsUntilReady: Kinds { [.parts, .pack, .four] }
  override var count: Int { 7 }
  override func read(_ property: Int, _ isDeep: Bool) { readAware(property, isDeep) }
  override func renew(_ property: Int) { renewAware(property) }

  final func readAware(_ property: Int, _ isDeep: Bool) {
    switch property {
    case 0: reading(0, .one) { one.use(isDeep) }
    case 1: reading(1, .two) { two?.use(isDeep) }
    case 2: reading(2, .three) { three?.use(isDeep) }
    case 3: reading(3, .parts) { parts.use(isDeep) }
    case 4: reading(4, [.two, .follows]) { followingTwo?.use(isDeep) }
    case 5: reading(5, [.pack, .follows]) { followingPack.use(isDeep) }
    default: reading(6, .four) { four.use(isDeep) }
    }
  }

  final func renewAware(_ property: Int) {
    willRenew(property)
    switch property {
    case 0: withExtendedLifetime(_one) { _one = Injected() }
    case 1: withExtendedLifetime(_two) { _two = Injected() }
    case 2: withExtendedLifetime(_three) { _three = Weak() }
    case 3: withExtendedLifetime(_parts) { _parts = InjectedArray() }
    case 4: withExtendedLifetime(_followingTwo) { _followingTwo = Transient() }
    case 5: withExtendedLifetime(_followingPack) { _followingPack = Transient() }
    default: withExtendedLifetime(_four) { _four = Injected() }
    }
  }
}

final class SubAware: Aware {
  @Injected var nest: Nest
  @Transient var following: One

  deinit { dies { own($0, of: 9, readAll, renew) } }

  override var needsUntilReady: Kinds { .nest }
  override var count: Int { 9 }
  override func read(_ property: Int, _ isDeep: Bool) { readAll(property, isDeep) }

  private func readAll(_ property: Int, _ isDeep: Bool) {
    switch property {
    case 7: reading(7, .nest) { nest.use(isDeep) }
    case 8: reading(8, [.one, .follows]) { following.use(isDeep) }
    default: readAware(property, isDeep)
    }
  }

  override func renew(_ property: Int) {
    guard property >= 7 else { return renewAware(property) }
    willRenew(property)
    if property == 7 {
      withExtendedLifetime(_nest) { _nest = Injected() }
    } else {
      withExtendedLifetime(_following) { _following = Transient() }
    }
  }
}

/// A struct of wrappers. Copies share the wrappers' values.
struct Wrapped {
  @Injected var one: One
  @Injected var two: Two?
  @InjectedArray var parts: [any Part]
  @Weak var three: Three?
  @Transient var followingTwo: Two?
  @Transient var followingPack: Pack
  @Injected var nest: Nest

  static let count = 7

  /// Reads a property of a copy.
  func read(_ property: Int, _ isDeep: Bool) {
    let program = Program.current
    func reading(_ needs: Kinds, _ body: () -> Void) {
      guard let read = program.beginRead(needs) else { return }
      body()
      _ = program.end(read, needs)
    }
    switch property {
    case 0: reading(.one) { one.use(isDeep) }
    case 1: reading(.two) { two?.use(isDeep) }
    case 2: reading(.parts) { parts.use(isDeep) }
    case 3: reading(.three) { three?.use(isDeep) }
    case 4: reading(.two) { followingTwo?.use(isDeep) }
    case 5: reading(.pack) { followingPack.use(isDeep) }
    default: reading(.nest) { nest.use(isDeep) }
    }
  }
}

/// A class that holds a struct of wrappers.
final class Box: Host {
  var wrapped = Wrapped()

  deinit { dies { own($0, of: 7, read, renew) } }

  override var count: Int { 7 }

  override func read(_ property: Int, _ isDeep: Bool) {
    switch property {
    case 0: reading(0, .one) { wrapped.one.use(isDeep) }
    case 1: reading(1, .two) { wrapped.two?.use(isDeep) }
    case 2: reading(2, .parts) { wrapped.parts.use(isDeep) }
    case 3: reading(3, .three) { wrapped.three?.use(isDeep) }
    case 4: reading(4, [.two, .follows]) { wrapped.followingTwo?.use(isDeep) }
    case 5: reading(5, [.pack, .follows]) { wrapped.followingPack.use(isDeep) }
    default: reading(6, .nest) { wrapped.nest.use(isDeep) }
    }
  }

  override func renew(_ property: Int) {
    Trace.write("renew the struct of \(name)")
    (captured, wasRead, renewed, mayCapture) = (0, 0, .max, true)
    renewals += 1
    withExtendedLifetime(wrapped) { wrapped = Wrapped() }
  }
}
