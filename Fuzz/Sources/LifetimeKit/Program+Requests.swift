import Alchemic
import FuzzInput

// The functions that request, set and invoke. All of them may throw.
extension Program {
  /// Uses what a request returns, and may keep it.
  private func request<Object: Living>(
    _ kind: Kind, _ choice: Int, _ request: () throws -> Object?
  ) {
    var returned: Object?
    requesting(kind.needs, "request") { returned = try request() }
    guard let object = returned else { return }
    returned = nil
    object.use(choice & 1 == 1)
    if choice & 6 == 6 { worker.pool[object: choice >> 3] = object }
  }

  func get(_ choice: Int) {
    let kind = Kind.allCases[choice % Kind.allCases.count]
    let choice = worker.bytes.next()
    Trace.write("AcGet \(kind)")
    switch kind {
    case .one: request(kind, choice) { try AcGet(One.self) }
    case .two: request(kind, choice) { try AcGet(Two?.self) }
    case .three: request(kind, choice) { try AcGet(Three?.self, AcName("three")) }
    case .four: request(kind, choice) { try AcGet(Four.self) }
    case .made: request(kind, choice) { try AcGet(Made.self) }
    case .nest: request(kind, choice) { try AcGet(Nest.self) }
    case .web: request(kind, choice) { try AcGet(Web.self, AcName("web")) }
    case .room: request(kind, choice) { try AcGet(Room.self) }
    case .guest: request(kind, choice) { try AcGet(Guest.self) }
    case .pack:
      requesting(.pack, "request") { try AcGet(Pack.self).use(choice & 1 == 1) }
    }
  }

  func getSeveral(_ choice: Int) {
    Trace.write("AcGet parts")
    requesting(.parts, "request") { try AcGet([any Part].self).use(choice & 1 == 1) }
  }

  // MARK: Setting

  /// Before the start, only the first thread sets, and what it sets does nothing at its end: sets
  /// that wait are applied while no factory was called yet.
  private func maySet(hasNoHooks: Bool = false) -> Bool {
    let (hasModel, isStarting) = gate.withLock { ($0.model != 0, $0.starting != 0) }
    return hasModel || hasNoHooks && !isStarting && worker === first
  }

  func set(_ choice: Int) {
    let kind = Kind.allCases[choice % Kind.allCases.count]
    // A set within a start may have to wait until others are applied; if it fails then, the start
    // does.
    guard maySet(), gate.withLock({ $0.starting == 0 }) else { return }
    if Omissions.current.contains(.innerHostSets), worker.isInRequest,
      Kinds(kind).isSubset(of: .guest), !Kinds(kind).isSubset(of: [.parts, .four, .pack])
    {
      return
    }
    Trace.write("AcSet \(kind)")
    requesting(kind.needs, "set") {
      switch kind {
      case .one: try choice < 128 ? AcSet(One()) : AcSet(SubOne())
      case .two: try AcSet(Two())
      case .three: try AcSet(Three())
      case .four: try AcSet(Four())
      case .pack: try AcSet(Pack())
      case .made: try AcSet(Made(One(), nil, []))
      case .nest: try AcSet(Nest())
      case .web: try AcSet(Web())
      case .room: try AcSet(Room())
      case .guest: try AcSet(Guest())
      }
    }
  }

  func setTwo(_ choice: Int) {
    let kept = worker.pool[object: choice] as? Two
    let hasNoHooks = kept == nil && choice >= 128
    guard maySet(hasNoHooks: hasNoHooks) else { return }
    Trace.write("AcSet two")
    // Nothing is made, so this is no request.
    do { try AcSet(kept ?? Two(hasNoHooks: hasNoHooks)) } catch { count(error, in: "set") }
  }

  func setNil(_ choice: Int) {
    guard maySet(), gate.withLock({ $0.starting == 0 }) else { return }
    Trace.write("AcSet nil")
    requesting(choice % 4 == 2 ? .three : .two, "set") {
      switch choice % 4 {
      case 0, 1: try AcSet(Two?.none)
      case 2: try AcSet(Three?.none)
      default: try AcSet(AcNil, AcName("two"))
      }
    }
  }

  // MARK: Others

  func invoke(_ choice: Int) {
    Trace.write("AcInvoke")
    switch choice % 4 {
    case 0: request(.made, choice >> 2) { try AcInvoke(AcName("made"), One(), as: Made.self) }
    case 1: request(.nest, choice >> 2) { try AcInvoke(AcName("nest"), as: Nest.self) }
    case 2: request(.one, choice >> 2) { try AcInvoke(AcName("one"), as: One.self) }
    default: request(.guest, choice >> 2) { try AcInvoke(AcName("guest"), as: Guest.self) }
    }
  }

  func whenReady(_ choice: Int) {
    Trace.write("AcWhenReady")
    let leaf = Leaf()
    AcWhenReady {
      leaf.check("is captured by a block")
      Program.current.act(in: .block)
    }
    if choice == 0, isObserved { observe() }
  }
}
