import FuzzInput

/// One step of a program. Numbers choose places in which a program holds objects.
enum Operation: CustomStringConvertible {
  case start(Plan)
  case stop, reset
  /// Adds declarations to the main model.
  case discover(Plan)
  case child(Plan, shares: Bool)
  case scope(Int)
  /// The end of a child or a scope.
  case end
  case open(Int), close(Int), renew(Int)
  /// Runs what follows in the scope of a key, up to an end.
  case keyed(Int, key: Int)
  /// Keeps a scope open in one of two places: that of a key, or one that the task has open.
  case hold(Int, key: Int, in: Int), retain(Int, in: Int)
  /// Runs what follows in a scope that is kept open, up to an end.
  case enter(Int)
  case letGo(Int), closeHeld(Int)
  case get(Request, hold: Int?)
  case set(Target, Criterion, hold: Int?)
  case setNil(name: Int)
  case drop(Int)
  /// Calls a provider that is held, or that a held object has.
  case call(Int, hold: Int?)
  case read(Int, property: Int)
  case add(Target), remove(Int)
  case capture(Int)
  case within(Int, Request, Task)
  case fail(Int)

  /// Where a request runs.
  enum Task { case here, child, detached }

  var description: String {
    switch self {
    case .start(let plan): "start \(plan)"
    case .child(let plan, let shares): "child\(shares ? " sharing" : "") \(plan) {"
    case .scope(let kind): "scope \(scopeKinds[kind]) {"
    case .end: "}"
    case .open(let kind): "open \(scopeKinds[kind])"
    case .close(let kind): "close \(scopeKinds[kind])"
    case .renew(let kind): "renew \(scopeKinds[kind])"
    case .keyed(let kind, let key): "scope \(scopeKinds[kind]) \(key) {"
    case .hold(let kind, let key, let place): "hold \(scopeKinds[kind]) \(key) as s\(place)"
    case .retain(let kind, let place): "retain \(scopeKinds[kind]) as s\(place)"
    case .enter(let place): "enter s\(place) {"
    case .letGo(let place): "release s\(place)"
    case .closeHeld(let place): "close s\(place)"
    case .get(let request, let hold): "get \(request)\(hold.map { " into \($0)" } ?? "")"
    case .set(let type, let criterion, let hold):
      "set \(type) \(criterion)\(hold.map { " into \($0)" } ?? "")"
    case .setNil(let name): "set nil n\(name)"
    case .drop(let place): "drop \(place)"
    case .call(let place, let hold): "call \(place)\(hold.map { " into \($0)" } ?? "")"
    case .read(let place, let property): "read \(["leaf", "all", "current"][property]) of \(place)"
    case .add(let type): "add \(type)"
    case .remove(let number): "remove \(number)"
    case .capture(let place): "capture \(place)"
    case .within(let place, let request, let task): "within \(place) \(task): get \(request)"
    case .fail(let maker): "let #\(maker) fail, or no longer"
    case .discover(let plan): "discover \(plan)"
    case .stop: "stop"
    case .reset: "reset"
    }
  }
}

/// A program is a list of operations.
struct Program {
  var operations: [Operation] = []

  init(_ operations: [Operation]) { self.operations = operations }

  init(seed: UInt64) {
    var random = Random(source: SplitMix(state: seed))
    var nextID = 0
    /// The declarations of the current models; nil for the end of a scope.
    var blueprints: [Blueprint?] = []
    var main: Blueprint?
    func current() -> Blueprint? { blueprints.last { $0 != nil } ?? main }
    if random.below(8) > 0 {
      let plan = random.plan(isStart: true, &nextID)
      let blueprint = Blueprint(plan, nil)
      main = blueprint.problems.isEmpty ? blueprint : nil
      operations.append(.start(plan))
    } else {
      let plan = random.plan(&nextID)
      blueprints.append(Blueprint(plan, nil))
      operations.append(.child(plan, shares: false))
    }
    func request() -> Request { random.request(of: current()?.all ?? []) }
    /// Most often a kind of scope that the model has objects for.
    func kind() -> Int {
      let kinds = (current()?.all ?? []).compactMap(\.life.scope)
      return kinds.isEmpty || random.isOne(in: 5) ? random.below(3) : random.choose(kinds)
    }
    var failing: [Int] = []
    for _ in 0..<(20 + random.below(80)) {
      let hold = random.isOne(in: 3) ? random.below(6) : nil
      switch random.below(121) {
      case 103..<107:
        guard blueprints.count < 6 else { break }
        blueprints.append(nil)
        operations.append(.keyed(kind(), key: random.below(3)))
      case 107..<111: operations.append(.hold(kind(), key: random.below(3), in: random.below(2)))
      case 111..<114: operations.append(.retain(kind(), in: random.below(2)))
      case 114..<117:
        guard blueprints.count < 6 else { break }
        blueprints.append(nil)
        operations.append(.enter(random.below(2)))
      case 117..<120: operations.append(.letGo(random.below(2)))
      case 120: operations.append(.closeHeld(random.below(2)))
      case 100..<103:
        guard let base = main else { break }
        let plan = random.discovery(beside: base, &nextID)
        guard !plan.registrations.isEmpty else { break }
        main = base.adding(plan)
        operations.append(.discover(plan))
      case 0..<5:
        guard blueprints.count < 6 else { break }
        let parent = current()
        let plan = random.plan(below: parent, &nextID)
        let shares = random.isOne(in: 2)
        blueprints.append(Blueprint(plan, parent))
        operations.append(.child(plan, shares: shares))
      case 5..<12:
        guard blueprints.count < 6, random.isOne(in: 2) else { break }
        blueprints.append(nil)
        operations.append(.scope(kind()))
      case 12..<20:
        operations.append(.end)
        if !blueprints.isEmpty { blueprints.removeLast() }
      case 20..<24: operations.append(.open(kind()))
      case 24: operations.append(.close(kind()))
      case 25..<28: operations.append(.renew(kind()))
      case 28..<50: operations.append(.get(request(), hold: hold))
      case 50..<55:
        let hosts = (current()?.all ?? []).filter { $0.type == .e || $0.type == .f }
        guard !hosts.isEmpty else { break }
        let place = random.below(6)
        let host = random.choose(hosts).type
        operations.append(.get(Request(target: host, form: .array), hold: place))
        operations.append(.read(place, property: random.below(3)))
      case 55..<58:
        var later = request()
        later.form = random.choose([.provider, .laterOptional, .laterArray])
        let place = random.below(6)
        operations.append(.get(later, hold: place))
        operations.append(.call(place, hold: hold))
      case 58..<67:
        let types = (current()?.all ?? []).filter { $0.life.isShared && $0.type.rank < 4 }.map(
          \.type)
        let type = random.choose(types.filter { $0 != .p } + [Target.leaf, .a, .b, .c, .d])
        let criterion =
          random.isOne(in: 4)
          ? Criterion.named(random.below(6))
          : random.isOne(in: 12) ? .qualified(random.below(2)) : .none
        operations.append(.set(type, criterion, hold: hold))
      case 67: operations.append(.setNil(name: random.below(6)))
      case 68..<71: operations.append(.drop(random.below(6)))
      case 71..<77: operations.append(.call(random.below(6), hold: hold))
      case 77..<84: operations.append(.read(random.below(6), property: random.below(3)))
      case 84..<87: operations.append(.add(random.choose([.leaf, .a, .b, .c, .d])))
      case 87..<89: operations.append(.remove(random.below(4)))
      case 89..<91: operations.append(.capture(random.below(2)))
      case 91..<96:
        operations.append(
          .within(random.below(2), request(), random.choose([.here, .child, .detached])))
      case 96, 97:
        // Nothing fails for long.
        if let maker = failing.popLast() {
          operations.append(.fail(maker))
        } else if nextID > 0 {
          failing.append(random.below(nextID))
          operations.append(.fail(failing[0]))
        }
      default:
        guard random.isOne(in: 3) else { break }
        operations.append(random.isOne(in: 3) ? .reset : .stop)
        guard blueprints.isEmpty else { break }
        let plan = random.plan(isStart: true, &nextID)
        main = Blueprint(plan, nil)
        operations.append(.start(plan))
      }
    }
  }
}
