import Alchemic
import FuzzInput

// One operation each.
extension Program {
  /// Decodes an operation and performs it.
  func operate(_ own: (Int) -> Bool = { _ in false }) {
    let worker = worker
    worker.rest -= 1
    let operation = worker.bytes.next()
    let choice = worker.bytes.next()
    switch operation % 24 {
    case 0..<5: if !own(choice) { read(choice) }
    case 5..<7: readFromOutside(choice)
    case 7: makeHost(choice)
    case 8: dropHost(choice)
    case 9: renew(choice)
    case 10: get(choice)
    case 11: getSeveral(choice)
    case 12: set(choice)
    case 13: setTwo(choice)
    case 14: setNil(choice)
    case 15: invoke(choice)
    case 16: inject(choice)
    // A start costs as much as all else, so there are few.
    case 17: if choice % 2 == 0 { reset(isFollowedByStart: choice % 8 > 0) } else { get(choice) }
    case 18: start(options: worker.bytes.split(5))
    case 19: hold(choice)
    case 20: copy(choice)
    case 21: readLocal(choice)
    case 22: handOff()
    default: whenReady(choice)
    }
  }

  // MARK: Hosts

  private func host(_ choice: Int) -> Host? {
    let pool = worker.pool
    return switch choice % 8 {
    case 0..<4: hostThere(choice)
    case 4, 5: shared.isEmpty ? hostThere(choice) : shared[choice % 2]
    default: pool[object: choice >> 3] as? Host
    }
  }

  /// The host in a slot; a new one if the slot is empty.
  private func hostThere(_ choice: Int) -> Host? {
    let pool = worker.pool
    if pool[host: choice] == nil { makeHost(choice) }
    return pool[host: choice]
  }

  private func read(_ choice: Int) {
    guard let host = host(choice), host.count > 0 else { return }
    let property = worker.bytes.next()
    Trace.write("read \(property / 2 % host.count) of \(host.name)")
    host.read(property / 2 % host.count, property % 2 == 1)
  }

  private func makeHost(_ choice: Int) {
    Trace.write("make a host in \(choice % 4)")
    let pool = worker.pool
    switch choice / 4 % 8 {
    case 0..<3: pool[host: choice] = Plain()
    case 3: pool[host: choice] = SubPlain()
    case 4: pool[host: choice] = Aware()
    case 5: pool[host: choice] = SubAware()
    default: pool[host: choice] = Box()
    }
  }

  private func dropHost(_ choice: Int) {
    Trace.write("drop the host in \(choice % 4)")
    worker.pool[host: choice] = nil
  }

  private func renew(_ choice: Int) {
    guard !Omissions.current.contains(.renewals), let host = host(choice), !host.isShared,
      host.count > 0
    else { return }
    host.renew(choice / 8 % host.count)
  }

  private func inject(_ choice: Int) {
    guard let host = host(choice),
      // The first host of a class without hooks is checked as a whole.
      host is AwareHost
        || gate.withLock({ $0.missing }).union(worker.missingInEnding ?? []).isEmpty,
      let read = beginRead(host.needsAsHost.union(.injection))
    else {
      return
    }
    Trace.write("inject \(host.name)")
    AcInjectDependencies(host)
    _ = end(read, .follows)
    if !host.isWhole, !isBeingMadeHere(host), threads == .one {
      fatalError("\(host.name) was injected, and its hooks were not called")
    }
  }

  private func hold(_ choice: Int) {
    let pool = worker.pool
    if choice % 4 == 0 {
      Trace.write("drop the object in \(choice / 4 % 4)")
      pool[object: choice / 4] = nil
    } else if let host = host(choice / 4), !host.isShared {
      if choice % 4 == 1, host.held.count < 3 {
        host.held.append(Leaf())
      } else if !host.held.isEmpty {
        // Released after the access to the array.
        Trace.write("drop what \(host.name) holds")
        let old = host.held.removeLast()
        withExtendedLifetime(old) {}
      }
    }
  }

  /// Reads a property of a host that nobody but the pool need hold meanwhile.
  private func readFromOutside(_ choice: Int) {
    let pool = worker.pool
    let index = choice % 4
    hostThere(index)?.mayCapture = false
    Trace.write("call through the host in \(index)")
    func reading(_ needs: Kinds, _ body: () -> Void) {
      guard let read = beginRead(needs) else { return }
      body()
      _ = end(read, .follows)
    }
    switch pool[host: index] {
    case is Plain:
      switch choice / 4 % 8 {
      case 0: reading(.one) { (pool[host: index] as? Plain)?.one.use(true) }
      case 1: reading(.two) { (pool[host: index] as? Plain)?.two?.use(true) }
      case 2: reading(.pack) { (pool[host: index] as? Plain)?.pack.use(true) }
      case 3: reading(.parts) { (pool[host: index] as? Plain)?.parts.use(true) }
      case 4: reading(.two) { (pool[host: index] as? Plain)?.followingTwo?.use(true) }
      case 5: reading(.one) { (pool[host: index] as? Plain)?.following.use(true) }
      case 6: reading(.three) { (pool[host: index] as? Plain)?.weakThree?.use(true) }
      default: reading(.room) { (pool[host: index] as? Plain)?.room.use(true) }
      }
    case let host as Aware:
      let needs = host.needsAsHost
      switch choice / 4 % 4 {
      case 0: reading(needs.union(.one)) { (pool[host: index] as? Aware)?.one.use(true) }
      case 1: reading(needs.union(.two)) { (pool[host: index] as? Aware)?.followingTwo?.use(true) }
      case 2: reading(needs.union(.pack)) { (pool[host: index] as? Aware)?.followingPack.use(true) }
      default: reading(needs.union(.parts)) { (pool[host: index] as? Aware)?.parts.use(true) }
      }
    case is Box:
      switch choice / 4 % 4 {
      case 0: reading(.one) { (pool[host: index] as? Box)?.wrapped.one.use(true) }
      case 1: reading(.two) { (pool[host: index] as? Box)?.wrapped.followingTwo?.use(true) }
      case 2: reading(.pack) { (pool[host: index] as? Box)?.wrapped.followingPack.use(true) }
      default: reading(.parts) { (pool[host: index] as? Box)?.wrapped.parts.use(true) }
      }
    default: break
    }
  }

  // MARK: Wrappers that no class has

  private func copy(_ choice: Int) {
    let pool = worker.pool
    let index = choice % 4
    switch choice / 4 % 4 {
    case 0: pool[wrapped: index] = nil
    case 1:
      if let box = pool[host: choice / 16] as? Box {
        box.mayCapture = false
        pool[wrapped: index] = box.wrapped
      }
    case 2: if let copy = pool[wrapped: index] { copy.read(choice / 16 % Wrapped.count, true) }
    default:
      if let box = pool[host: index] as? Box {
        let copy = box.wrapped
        pool[host: index] = nil
        Trace.write("read a copy")
        copy.read(choice / 16 % Wrapped.count, true)
      }
    }
  }

  private func readLocal(_ choice: Int) {
    let isDeep = choice % 4 > 0
    Trace.write("read a local variable")
    func reading(_ needs: Kinds, _ body: () -> Void) {
      guard let read = beginRead(needs) else { return }
      body()
      _ = end(read, .follows)
    }
    switch choice / 4 % 6 {
    case 0:
      @Injected var one: One
      reading(.one) { one.use(isDeep) }
      reading(.one) { one.use(false) }
    case 1:
      @Transient var pack: Pack
      reading(.pack) { pack.use(isDeep) }
      reading(.pack) { pack.use(false) }
    case 2:
      @InjectedArray var parts: [any Part]
      reading(.parts) { parts.use(isDeep) }
      reading(.parts) { parts.use(false) }
    case 3:
      @Injected var guest: Guest
      reading(.guest) { guest.use(isDeep) }
    case 4:
      @Weak var nest: Nest?
      reading(.nest) { nest?.use(isDeep) }
    default:
      @Injected var pack: Pack
      reading(.pack) { pack.use(isDeep) }
      reading(.pack) { pack.use(isDeep) }
    }
  }
}
