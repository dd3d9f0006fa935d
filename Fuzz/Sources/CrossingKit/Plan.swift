import Alchemic
import FuzzInput

/// How long the product of a registration lives.
enum Life: Hashable {
  case singleton, lazy, template, perRequest, weak
  /// May be nil; the flag says whether its function returns nil.
  case nillable(returnsNil: Bool)
  case reference, nillableReference
  /// Expires at once, or long after the program. The former is not created at start.
  case brief, lasting
  case scoped(Int), scopedReference(Int)

  var isShared: Bool { self != .template && self != .perRequest }
  var isReference: Bool {
    switch self {
    case .reference, .nillableReference, .scopedReference: true
    default: false
    }
  }
  var isNillable: Bool {
    switch self {
    case .nillable, .nillableReference: true
    default: false
    }
  }
  var scope: Int? {
    switch self {
    case .scoped(let kind), .scopedReference(let kind): kind
    default: nil
    }
  }
}

/// Which factories a request prefers.
enum Rank { case plain, primary, fallback }

/// The profiles of registrations. A start may activate the first one.
enum Profile: String, CaseIterable { case on, off }

/// One registration of a model.
struct Registration: CustomStringConvertible {
  let id: Int
  var type: Target
  var life: Life
  var rank = Rank.plain
  /// The only profile in which the model has it.
  var profile: Profile?
  var name: Int?
  var qualifier: Int?
  var order: Int?
  var needs: [Request] = []

  /// The name that it declares, or has by its type.
  var declaredName: String {
    name.map { "n\($0)" } ?? type.typeName
      + (qualifier.map { $0 == 0 ? " (First)" : " (Second)" } ?? "")
  }

  /// Whether two fallbacks offer the same, so that a model has only the first of them.
  func repeats(_ other: Registration) -> Bool {
    rank == .fallback && other.rank == .fallback && type == other.type
      && qualifier == other.qualifier && declaredName == other.declaredName
  }

  var description: String {
    var text = "#\(id) \(type) \(life)"
    if rank != .plain { text += " \(rank)" }
    if let profile { text += " only \(profile)" }
    if let name { text += " n\(name)" }
    if let qualifier { text += " q\(qualifier)" }
    if let order { text += " order \(order)" }
    return needs.isEmpty ? text : text + " needs \(needs)"
  }
}

struct Decorator: CustomStringConvertible {
  let id: Int
  var type: Target
  var order: Int?
  var needs: [Request] = []

  var description: String {
    "#\(id) decorates \(type)\(order.map { " order \($0)" } ?? "") \(needs)"
  }
}

/// The declarations of a model, or of a child.
struct Plan: CustomStringConvertible {
  var registrations: [Registration] = []
  var decorators: [Decorator] = []
  /// Whether the start of the model activates ``Profile/on``.
  var isOn = false

  var description: String {
    let all = registrations.map(\.description) + decorators.map(\.description)
    return (isOn ? "on " : "") + "[\(all.joined(separator: "; "))]"
  }
}

// MARK: Random plans

/// Random numbers of a program.
struct Random {
  var source: SplitMix

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &source) }
  mutating func isOne(in count: Int) -> Bool { below(count) == 0 }
  mutating func choose<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}

extension Target {
  /// An object needs only objects of a lower rank, so that there are no circles.
  var rank: Int {
    switch self {
    case .leaf: 0
    case .a, .b: 1
    case .c, .p: 2
    case .d, .q: 3
    case .e, .f: 4
    case .g: 5
    }
  }
}

extension Random {
  /// Returns a request, most often for what one of some registrations produces.
  mutating func request(of known: [Registration], below rank: Int = 6) -> Request {
    let known = known.filter { $0.type.rank < rank }
    let form = choose([Form.single, .single, .single, .optional, .optional] + Form.allCases)
    guard !known.isEmpty, !isOne(in: 5) else {
      let target = choose(Target.allCases.filter { $0.rank < rank })
      return Request(target: target, form: form, criterion: isOne(in: 6) ? .named(below(6)) : .none)
    }
    let it = choose(known)
    let fitting = Target.allCases.filter { $0.rank < rank && $0.fitting.contains(it.type) }
    var request = Request(target: choose(fitting + [it.type]), form: form)
    if let name = it.name, isOne(in: 3) {
      request.criterion = .named(name)
    } else if let qualifier = it.qualifier, isOne(in: 2) {
      request.criterion = .qualified(qualifier)
    }
    return request
  }

  /// - Parameter kind: The kind of most scopes of the plan.
  private mutating func life(of type: Target, _ kind: Int) -> Life {
    switch below(24) {
    case 0..<4: .singleton
    case 4..<7: .lazy
    case 7..<9: .template
    case 9, 10: .perRequest
    case 11, 12: .weak
    case 13: .nillable(returnsNil: isOne(in: 3))
    case 14: .reference
    case 15: .nillableReference
    case 16: .lasting
    case 17: type == .leaf || type == .a ? .brief : .lasting
    case 18: .scopedReference(kind)
    default: .scoped(isOne(in: 4) ? below(3) : kind)
    }
  }

  mutating func registration(_ id: Int, beside known: [Registration], _ kind: Int) -> Registration {
    let types: [Target] = [.leaf, .leaf, .a, .a, .b, .b, .c, .c, .d, .d, .p, .e, .f, .g]
    let type = choose(types)
    var it = Registration(id: id, type: type, life: life(of: type, kind))
    if isOne(in: 2) { it.name = below(6) }
    if isOne(in: 5) { it.qualifier = below(2) }
    if isOne(in: 4) { it.order = below(4) }
    it.rank = it.name != nil && isOne(in: 7) ? .primary : isOne(in: 5) ? .fallback : .plain
    if isOne(in: 10) { it.profile = choose(Profile.allCases) }
    // Their arguments would be released within a request, and weak ones created again.
    let isShort = it.life == .brief || it.life == .nillable(returnsNil: true)
    if type.rank == 0 || it.life.isReference || isShort { return it }
    it.needs = (0..<below(type == .g ? 4 : 3)).map { _ in request(of: known, below: type.rank) }
    return it
  }

  mutating func decorator(_ id: Int) -> Decorator {
    let type = choose([Target.p, .p, .q, .c, .d])
    var it = Decorator(id: id, type: type)
    if isOne(in: 3) { it.order = below(3) }
    if isOne(in: 3) {
      // A decorator finds its arguments by their types.
      var need = request(of: [], below: type == .c ? 2 : type == .d ? 3 : 1)
      need.criterion = .none
      it.needs = [need]
    }
    return it
  }

  /// Returns the declarations of a start, of a child, or of a child without a parent. Few of them
  /// are invalid.
  mutating func plan(
    below parent: Blueprint? = nil, isStart: Bool = false, _ nextID: inout Int
  ) -> Plan {
    var plan = Plan()
    plan.isOn = isStart && isOne(in: 2)
    let kind = below(3)
    for _ in 0..<(parent == nil ? 6 + below(9) : below(4)) {
      let it = registration(nextID, beside: (parent?.all ?? []) + plan.registrations, kind)
      nextID += 1
      let isTaken =
        it.rank != .fallback
        && plan.registrations.contains {
          $0.rank != .fallback && $0.declaredName == it.declaredName
        }
      if !isTaken || isOne(in: 60) { plan.registrations.append(it) }
    }
    for _ in 0..<(parent == nil ? below(3) : below(6) / 4) {
      plan.decorators.append(decorator(nextID))
      nextID += 1
    }
    let staysInvalid = isOne(in: 12)
    while true {
      let blueprint = Blueprint(plan, parent)
      let problems = blueprint.problems
      if plan.registrations.isEmpty, plan.decorators.isEmpty { return plan }
      if blueprint.isPredictable, problems.isEmpty || staysInvalid { return plan }
      if !blueprint.isPredictable || !removeNeed(of: &plan, in: blueprint) { reduce(&plan) }
    }
  }

  /// Returns declarations that a discovery can add to a model. A start creates at most one of their
  /// singletons, since several have no order among them.
  mutating func discovery(beside base: Blueprint, _ nextID: inout Int) -> Plan {
    var plan = Plan()
    let kind = below(3)
    for _ in 0..<(1 + below(3)) {
      var it = registration(nextID, beside: base.all + plan.registrations, kind)
      nextID += 1
      let isCreated: (Registration) -> Bool = {
        [.singleton, .lasting].contains($0.life) || $0.life == .nillable(returnsNil: false)
          || $0.life == .nillable(returnsNil: true)
      }
      if isCreated(it), plan.registrations.contains(where: isCreated) { it.life = .lazy }
      plan.registrations.append(it)
    }
    while !plan.registrations.isEmpty {
      let blueprint = base.adding(plan)
      if blueprint.mayFollow(base) { return plan }
      if !removeNeed(of: &plan, in: blueprint) { reduce(&plan) }
    }
    return plan
  }

  /// Removes a need that cannot be met, or that keeps an object for too long.
  private mutating func removeNeed(of plan: inout Plan, in blueprint: Blueprint) -> Bool {
    for index in plan.registrations.indices {
      let it = plan.registrations[index]
      guard blueprint.registration[it.id] != nil else { continue }
      if let need = it.needs.firstIndex(where: { (try? blueprint.answer($0)) == nil }) {
        plan.registrations[index].needs.remove(at: need)
        return true
      }
      if !it.needs.isEmpty, it.life.isShared, blueprint.keepsTooLong(Source(base: it.id)) {
        plan.registrations[index].needs.remove(at: below(it.needs.count))
        return true
      }
    }
    return false
  }

  /// Removes something.
  private mutating func reduce(_ plan: inout Plan) {
    if !plan.decorators.isEmpty, isOne(in: 6) || plan.registrations.isEmpty {
      plan.decorators.remove(at: below(plan.decorators.count))
    } else if !plan.registrations.isEmpty {
      let index = below(plan.registrations.count)
      let count = plan.registrations[index].needs.count
      if count > 0, !isOne(in: 4) {
        plan.registrations[index].needs.remove(at: below(count))
      } else {
        plan.registrations.remove(at: index)
      }
    }
  }
}
