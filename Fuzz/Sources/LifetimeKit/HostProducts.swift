import Alchemic

// The hosts that the factories of a program make. No property that captures its value leads back to
// its host.

/// A singleton with hooks, which needs `Web`.
final class Nest: AwareHost {
  @Injected var web: Web
  @Transient var one: One
  @Injected var three: Three?
  @Injected var four: Four

  deinit { dies { own($0, of: 4, read, renew) } }

  override var needsUntilReady: Kinds { .nest }
  override var count: Int { 4 }
  override var isProduct: Bool { true }

  override func read(_ property: Int, _ isDeep: Bool) {
    switch property {
    case 0: reading(0, .nest) { web.use(isDeep) }
    case 1: reading(1, [.one, .follows]) { one.use(isDeep) }
    case 2: reading(2, .three) { three?.use(isDeep) }
    default: reading(3, .four) { four.use(isDeep) }
    }
  }

  override func renew(_ property: Int) {
    willRenew(property)
    switch property {
    case 0: withExtendedLifetime(_web) { _web = Injected() }
    case 1: withExtendedLifetime(_one) { _one = Transient() }
    case 2: withExtendedLifetime(_three) { _three = Injected() }
    default: withExtendedLifetime(_four) { _four = Injected() }
    }
  }
}

/// A singleton with hooks, which follows `Nest`.
final class Web: AwareHost {
  @Injected var pack: Pack
  @Transient var nest: Nest
  @Injected var two: Two?
  @Weak var three: Three?

  deinit { dies { own($0, of: 4, read, renew) } }

  override var needsUntilReady: Kinds { .nest }
  override var count: Int { 4 }
  override var isProduct: Bool { true }

  override func read(_ property: Int, _ isDeep: Bool) {
    switch property {
    case 0: reading(0, .pack) { pack.use(isDeep) }
    case 1: reading(1, [.nest, .follows]) { nest.use(isDeep) }
    case 2: reading(2, .two) { two?.use(isDeep) }
    default: reading(3, .three) { three?.use(isDeep) }
    }
  }

  override func renew(_ property: Int) {
    willRenew(property)
    switch property {
    case 0: withExtendedLifetime(_pack) { _pack = Injected() }
    case 1: withExtendedLifetime(_nest) { _nest = Transient() }
    case 2: withExtendedLifetime(_two) { _two = Injected() }
    default: withExtendedLifetime(_three) { _three = Weak() }
    }
  }
}

/// A singleton without hooks.
final class Room: Host {
  @Injected var nest: Nest
  @InjectedArray var parts: [any Part]
  @Transient var two: Two?

  deinit { dies { own($0, of: 3, read, renew) } }

  override var count: Int { 3 }
  override var isProduct: Bool { true }

  override func read(_ property: Int, _ isDeep: Bool) {
    switch property {
    case 0: reading(0, .nest) { nest.use(isDeep) }
    case 1: reading(1, .parts) { parts.use(isDeep) }
    default: reading(2, [.two, .follows]) { two?.use(isDeep) }
    }
  }

  override func renew(_ property: Int) {
    willRenew(property)
    switch property {
    case 0: withExtendedLifetime(_nest) { _nest = Injected() }
    case 1: withExtendedLifetime(_parts) { _parts = InjectedArray() }
    default: withExtendedLifetime(_two) { _two = Transient() }
    }
  }
}

/// A template with hooks.
final class Guest: AwareHost {
  @Injected var room: Room
  @Transient var parts: [any Part]
  @Injected var one: One

  deinit { dies { own($0, of: 3, read, renew) } }

  override var needsUntilReady: Kinds { .guest }
  override var count: Int { 3 }

  override func read(_ property: Int, _ isDeep: Bool) {
    switch property {
    case 0: reading(0, .room) { room.use(isDeep) }
    case 1: reading(1, [.parts, .follows]) { parts.use(isDeep) }
    default: reading(2, .one) { one.use(isDeep) }
    }
  }

  override func renew(_ property: Int) {
    willRenew(property)
    switch property {
    case 0: withExtendedLifetime(_room) { _room = Injected() }
    case 1: withExtendedLifetime(_parts) { _parts = Transient() }
    default: withExtendedLifetime(_one) { _one = Injected() }
    }
  }
}
