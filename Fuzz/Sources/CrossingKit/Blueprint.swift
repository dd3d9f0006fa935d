/// The id of a problem.
struct Fault: Error, Equatable {
  let id: String
  init(_ id: String) { self.id = id }
}

/// What creates an object: a registration, or a decorator above it.
struct Source: Hashable {
  let base: Int
  var decorator: Int?

  /// What the object says created it.
  var maker: Int { decorator ?? base }
}

/// The declarations of a model and its parents, and which of them answer a request: the part of the
/// reference that does not change while a program runs.
final class Blueprint {
  private let plan: Plan
  let parent: Blueprint?
  /// Those of active profiles, without fallbacks that repeat another one.
  let own: [Registration]
  private let isOn: Bool
  /// By own registration.
  private let names: [Int: String]
  /// All decorators, in the order in which they apply.
  private let decorators: [Decorator]
  private let ownDecorators: [Decorator]
  /// The inherited registrations, and then the own ones.
  let all: [Registration]
  private(set) var registration: [Int: Registration] = [:]
  private(set) var decorator: [Int: Decorator] = [:]
  /// By registration: it, and its decorators from the innermost on.
  private(set) var stacks: [Int: [Source]] = [:]
  /// What a decorator wraps.
  private(set) var inner: [Source: Source] = [:]
  private var idle: [Decorator] = []
  /// Every source, in the order in which they are declared.
  private(set) var sources: [Source] = []

  convenience init(_ plan: Plan, _ parent: Blueprint?) { self.init(plan, parent, adding: [:]) }

  /// - Parameter former: The names of those that a discovery adds to.
  private init(_ plan: Plan, _ parent: Blueprint?, adding former: [Int: String]) {
    self.plan = plan
    self.parent = parent
    isOn = parent?.isOn ?? plan.isOn
    let active = isOn ? Profile.on : nil
    let present = plan.registrations.filter { $0.profile == nil || $0.profile == active }
    own = present.indices.filter { index in
      !present[..<index].contains { $0.repeats(present[index]) }
    }.map { present[$0] }
    names = Self.names(of: own, adding: former)
    ownDecorators = Self.inOrder(plan.decorators)
    decorators = Self.inOrder((parent?.decorators ?? []) + ownDecorators)
    all = (parent?.all ?? []) + own
    registration = parent?.registration ?? [:]
    decorator = parent?.decorator ?? [:]
    stacks = parent?.stacks ?? [:]
    inner = parent?.inner ?? [:]
    for it in own {
      registration[it.id] = it
      stacks[it.id] = [Source(base: it.id)]
    }
    for it in ownDecorators { decorator[it.id] = it }
    var layers: [Source] = []
    func wrap(_ bases: [Registration], by decorators: [Decorator]) {
      for base in bases {
        for it in decorators {
          guard
            let inside = stacks[base.id]!.last(where: { it.type.fitting.contains(type(of: $0)) })
          else { continue }
          let layer = Source(base: base.id, decorator: it.id)
          stacks[base.id]!.append(layer)
          inner[layer] = inside
          layers.append(layer)
        }
      }
    }
    wrap(own, by: decorators)
    wrap(parent?.all ?? [], by: ownDecorators)
    sources = (parent?.sources ?? []) + own.map { Source(base: $0.id) } + layers
    idle = ownDecorators.filter { it in !layers.contains { $0.decorator == it.id } }
  }

  /// The same declarations, and then those of a discovery.
  func adding(_ more: Plan) -> Blueprint {
    Blueprint(
      Plan(
        registrations: own + more.registrations, decorators: plan.decorators + more.decorators,
        isOn: isOn),
      parent, adding: names)
  }

  /// The names of a model's own registrations. Fallbacks change no other name.
  private static func names(
    of own: [Registration], adding former: [Int: String]
  ) -> [Int: String] {
    var names = former
    for rank in [[Rank.plain, .primary], [.fallback]] {
      for it in own where names[it.id] == nil && rank.contains(it.rank) {
        var name = it.declaredName
        while it.rank == .fallback, names.values.contains(name) { name += " (fallback)" }
        names[it.id] = name
      }
    }
    return names
  }

  /// Whether a discovery is accepted after another blueprint: each request for one object that had
  /// an answer has one still.
  func mayFollow(_ former: Blueprint) -> Bool {
    guard problems.isEmpty, isPredictable else { return false }
    let criteria =
      [Criterion.none] + (0..<6).map { .named($0) } + (0..<2).map { .qualified($0) }
    return Target.allCases.allSatisfy { target in
      criteria.allSatisfy { criterion in
        [Form.single, .optional].allSatisfy { form in
          let request = Request(target: target, form: form, criterion: criterion)
          return (try? former.answer(request)) == nil || (try? answer(request)) != nil
        }
      }
    }
  }

  /// The innermost first. One of a wider type comes after those of narrower types.
  private static func inOrder(_ decorators: [Decorator]) -> [Decorator] {
    let sorted = decorators.enumerated().sorted {
      ($0.element.order ?? .max, $0.offset) < ($1.element.order ?? .max, $1.offset)
    }
    var result: [Decorator] = []
    for (_, it) in sorted {
      let wider = result.firstIndex { $0.type != it.type && $0.type.fitting.contains(it.type) }
      result.insert(it, at: wider ?? result.count)
    }
    return result
  }

  // MARK: Searching

  func life(of source: Source) -> Life { registration[source.base]!.life }

  func type(of source: Source) -> Target {
    source.decorator.map { decorator[$0]!.type } ?? registration[source.base]!.type
  }

  /// The name of a registration, which is the key of its product in maps.
  func name(of id: Int) -> String { names[id] ?? parent!.name(of: id) }

  func named(_ name: Int) -> Registration? {
    let found = own.filter { names[$0.id] == "n\(name)" }
    return found.first { $0.rank != .fallback } ?? parent?.named(name) ?? found.first
  }

  /// Whether a registration of the model takes a name that a parent may have, too.
  private func replaces(_ name: String, _ isReplacing: (Registration) -> Bool = { _ in true })
    -> Bool
  {
    own.contains { $0.rank != .fallback && names[$0.id] == name && isReplacing($0) }
  }

  func isOwn(_ it: Registration) -> Bool { names[it.id] != nil }

  /// What a request without criteria, or with a qualifier, could find without any preference.
  private func fitting(_ target: Target, _ qualifier: Int?) -> [Registration] {
    all.filter {
      target.fitting.contains($0.type) && (qualifier == nil || $0.qualifier == qualifier)
    }
  }

  /// The own ones if there are any, then the primaries if there are any. Fallbacks come last, and
  /// those of a child after all that it inherits.
  func preferred(_ isFound: (Registration) -> Bool) -> [Registration] {
    preferred(all.filter(isFound))
  }

  private func preferred(_ found: [Registration]) -> [Registration] {
    let mine = found.filter(isOwn)
    for rank in [Rank.primary, .plain, .fallback] {
      if rank == .fallback, let inherited = parent?.preferred(found), !inherited.isEmpty {
        return inherited
      }
      let best = mine.filter { $0.rank == rank }
      if best.isEmpty { continue }
      return best.enumerated().sorted {
        ($0.element.order ?? .max, $0.offset) < ($1.element.order ?? .max, $1.offset)
      }.map(\.element)
    }
    return []
  }

  /// Whether a fallback gives way in a request.
  func hasLosingFallback(_ request: Request) -> Bool {
    let found = Set(candidateRegistrations(request).map(\.id))
    return fitting(request.target, nil).contains { it in
      guard it.rank == .fallback, !found.contains(it.id) else { return false }
      switch request.criterion {
      case .none: return true
      case .named(let name): return it.name == name
      case .qualified(let number): return it.qualifier == number
      }
    }
  }

  /// The outermost decorator that fits the requested type.
  private func decorated(_ it: Registration, _ target: Target) -> Source {
    stacks[it.id]!.last { target.fitting.contains(type(of: $0)) } ?? Source(base: it.id)
  }

  func candidates(_ request: Request) -> [Source] {
    candidateRegistrations(request).map { decorated($0, request.target) }
  }

  func candidateRegistrations(_ request: Request) -> [Registration] {
    switch request.criterion {
    case .none: preferred(fitting(request.target, nil))
    case .qualified(let number): preferred(fitting(request.target, number))
    case .named(let name):
      named(name).map { request.target.fitting.contains($0.type) ? [$0] : [] } ?? []
    }
  }

  /// What answers a request.
  ///
  /// - Throws: The problem of the declarations.
  func answer(_ request: Request) throws(Fault) -> [Source] {
    var request = request
    if let later = request.form.later { request.form = later }
    let found = candidates(request)
    if request.form == .array || request.form == .map { return found }
    if found.count > 1 { throw Fault("several-matches") }
    if found.isEmpty, request.form == .single {
      let isMisfit =
        switch request.criterion {
        case .none: false
        case .named(let name): named(name) != nil
        case .qualified(let number): all.contains { $0.qualifier == number }
        }
      throw Fault(isMisfit ? "wrong-type" : "no-match")
    }
    return found
  }

  // MARK: Needs

  /// The requests of the arguments of a source.
  func needs(of source: Source) -> [Request] {
    if let decorator = source.decorator { return self.decorator[decorator]!.needs }
    return registration[source.base]!.needs
  }

  /// The requests of the properties of its class, and whether they follow.
  func properties(of source: Source) -> [(request: Request, follows: Bool)] {
    if source.decorator != nil { return [] }
    switch registration[source.base]!.type {
    case .e:
      return [
        (Request(target: .leaf, form: .optional), false),
        (Request(target: .p, form: .array), false), (Request(target: .c, form: .optional), true),
      ]
    case .f:
      return [
        (Request(target: .c, form: .optional), true),
        (Request(target: .leaf, form: .optional), false),
        (Request(target: .q, form: .array), true),
      ]
    default: return []
    }
  }

  /// Everything that a source needs directly, by arguments and perhaps by properties and providers.
  func needed(
    by source: Source, later: Bool = true, properties: Bool = true
  ) -> [Source] {
    var found = inner[source].map { [$0] } ?? []
    var requests = needs(of: source)
    if properties { requests += self.properties(of: source).map(\.request) }
    for request in requests where later || request.form.later == nil {
      found += candidates(request)
    }
    return found
  }

  /// Everything that some sources need, directly or indirectly.
  func reachable(from starts: [Source]) -> Set<Source> {
    var found: Set<Source> = []
    var rest = starts
    while let source = rest.popLast() {
      for next in needed(by: source) where found.insert(next).inserted { rest.append(next) }
    }
    return found
  }

  /// A source, and everything that it may need, directly or indirectly. The criteria of a property
  /// are in its wrapper, so everything of its type counts.
  private func mayNeed(_ start: Source) -> Set<Source> {
    var found = Set([start])
    var rest = [start]
    while let source = rest.popLast() {
      let ofProperties = properties(of: source).flatMap { property in
        let target = property.request.target
        return fitting(target, nil).map { decorated($0, target) }
      }
      for next in needed(by: source, properties: false) + ofProperties
      where found.insert(next).inserted {
        rest.append(next)
      }
    }
    return found
  }

  /// Whether a child replaces something that an object of its parent needs, directly or indirectly.
  func isAffected(_ source: Source) -> Bool {
    guard let parent else { return true }
    if source.decorator == nil, replaces(parent.name(of: source.base)) { return true }
    let types = own.map(\.type) + ownDecorators.map(\.type)
    return parent.mayNeed(source).contains { source in
      needs(of: source).contains { candidates($0) != parent.candidates($0) }
        || properties(of: source).contains {
          types.contains(where: $0.request.target.fitting.contains)
        }
    }
  }

  // MARK: Problems

  /// Whether the reference can say what hosts do: a property that cannot be resolved stops the
  /// program.
  var isPredictable: Bool {
    sources.allSatisfy { source in
      properties(of: source).allSatisfy { property in
        let found = candidates(property.request)
        let mayBeScoped =
          property.request.form == .optional && property.follows || life(of: source).isShared
        // A wrapper may have criteria, so the library checks such a property with an object.
        let isKnown =
          property.follows || found.allSatisfy { life(of: $0).scope == nil }
          || fitting(property.request.target, nil).allSatisfy { $0.life.scope != nil }
        return isKnown && (property.request.form == .array || found.count <= 1)
          && found.allSatisfy { it in
            (!property.follows || life(of: it).isShared && ![.brief, .weak].contains(life(of: it)))
              && (mayBeScoped && !(property.follows && property.request.form == .array)
                || life(of: it).scope == nil && !reachesScope(it))
          }
      }
    }
  }

  /// Whether a product that nothing shares needs an object of a scope.
  private func reachesScope(_ source: Source) -> Bool {
    reachable(from: [source]).contains { life(of: $0).scope != nil }
  }

  /// The ids of all problems of the declarations.
  var problems: Set<String> {
    var ids: Set<String> = []
    let others = own.filter { $0.rank != .fallback }
    if Set(others.map { name(of: $0.id) }).count < others.count { ids.insert("duplicate-name") }
    if !idle.isEmpty { ids.insert("nothing-decorated") }
    for source in sources {
      for request in needs(of: source) {
        do { _ = try answer(request) } catch { ids.insert(error.id) }
      }
      if life(of: source).isShared, !isReplaced(source.base), keepsTooLong(source) {
        ids.insert("captive-dependency")
      }
    }
    return ids
  }

  /// Whether no request finds a registration any more: a child has one of its name that answers
  /// the same requests.
  private func isReplaced(_ base: Int) -> Bool {
    guard let parent, let it = parent.registration[base] else { return false }
    return parent.isReplaced(base)
      || replaces(parent.name(of: base)) { it.type.fitting.contains($0.type) }
  }

  /// Whether a shared object would keep an object beyond the end of that object's scope.
  func keepsTooLong(_ keeper: Source) -> Bool {
    let scope = life(of: keeper).scope
    var seen: Set<Source> = []
    var rest = [keeper]
    while let holder = rest.popLast() {
      var kept = needed(by: holder, later: false, properties: false)
      for property in properties(of: holder) where !property.follows {
        kept += candidates(property.request)
      }
      for it in kept {
        if !life(of: it).isShared {
          if seen.insert(it).inserted { rest.append(it) }
        } else if let other = life(of: it).scope, !(other == scope || other == 0 && scope == 1) {
          return true
        }
      }
    }
    return false
  }

  // MARK: What a start creates

  /// The singletons that a start or a discovery creates, in order.
  ///
  /// - Parameter present: What exists already.
  func created(beside present: Set<Source> = []) -> [Source] {
    var order: [Source] = []
    func visit(_ source: Source) {
      if order.contains(source) { return }
      for needed in needed(by: source, later: false, properties: false) { visit(needed) }
      order.append(source)
    }
    for source in sources { visit(source) }
    let (replaced, waiting) = (replaced, waiting(beside: present))
    return order.filter { source in
      switch life(of: source) {
      case .singleton, .nillable, .lasting:
        !replaced.contains(source) && !waiting.contains(source)
      default: false
      }
    }
  }

  /// Those that need a reference that is not set.
  private func waiting(beside present: Set<Source>) -> Set<Source> {
    var waiting = Set(sources.filter { life(of: $0) == .reference && !present.contains($0) })
    var rest = Array(waiting)
    while let source = rest.popLast() {
      for other in sources where !waiting.contains(other) && !present.contains(other) {
        let needed = needed(by: other, later: false, properties: false)
        let properties = registration[other.base]!.type == .f ? properties(of: other) : []
        let waits =
          needed.contains(source)
          || properties.contains { property in
            // Its wrapper may have criteria, so every factory of the type may answer.
            let target = property.request.target
            let found = fitting(target, nil).map { decorated($0, target) }
            return found.contains(source) && found.allSatisfy(waiting.contains)
          }
        if waits {
          waiting.insert(other)
          rest.append(other)
        }
      }
    }
    return waiting
  }

  /// Those that lose to a primary in every need that they fit, and what only these need.
  private var replaced: Set<Source> {
    var losing: Set<Source> = []
    var choices: [Source: [Source]] = [:]
    for source in sources {
      choices[source] = needed(by: source)
      let requests = needs(of: source) + properties(of: source).map(\.request)
      for request in requests {
        switch request.criterion {
        case .named: losing.formUnion(candidates(request))
        case .none:
          losing.formUnion(fitting(request.target, nil).map { decorated($0, request.target) })
        case .qualified(let number):
          losing.formUnion(fitting(request.target, number).map { decorated($0, request.target) })
        }
      }
    }
    var replaced: Set<Source> = []
    while true {
      var (needed, lost) = (Set<Source>(), losing)
      for source in sources {
        if replaced.contains(source) {
          lost.formUnion(choices[source]!)
        } else {
          needed.formUnion(choices[source]!)
        }
      }
      let now = lost.subtracting(needed)
      if now == replaced { return replaced }
      replaced = now
    }
  }
}
