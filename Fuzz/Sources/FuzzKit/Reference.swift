import Alchemic

/// What an object is asked for to become.
enum Outcome: Equatable {
  /// An object of this factory; known if it is one that was seen before.
  case object(of: Int)
  case nothing
  case fails(String)
  /// The reference does not tell.
  case unknown
}

/// A model of the model: slow, without any memory of answers, and written from the contract.
struct Reference {
  let registrations: [Registration]
  let search: Search
  /// Hosts have properties that need others: how these come to be, the reference does not follow.
  let hasHosts: Bool
  /// Whether a problem of the declarations ends the start.
  private(set) var problems: Set<String> = []

  /// Singletons and references that have an object: its tag, once it was seen; nil where they have
  /// nil.
  var kept: [Int: Tag??] = [:]
  /// Singletons of which nobody can tell any more whether they were made, whatever becomes of what
  /// they need.
  private var uncertain: Set<Int> = []

  init(_ registrations: [Registration]) {
    self.registrations = registrations
    search = Search(registrations)
    hasHosts = registrations.contains { $0.kind.isHost }
    problems = findProblems()
  }

  // MARK: Validation

  private func findProblems() -> Set<String> {
    var found: Set<ProblemID> = []
    for registration in registrations {
      let excluded =
        registration.isTemplate
        && (registration.isReference || registration.isWeak || registration.isNillable
          || registration.isTransient)
      if excluded || registration.isReference && registration.hasMaker
        || registration.isWeak && (registration.kind.isValue)
        || registration.name?.isEmpty == true
      {
        found.insert(.optionConflict)
      }
      if !registration.hasMaker, !registration.isReference { found.insert(.notMakeable) }
    }
    if Set(search.names).count < search.names.count { found.insert(.duplicateName) }
    var ids = Set(found.map(\.rawValue))
    for registration in registrations {
      do { _ = try search.needs(of: registration) } catch { ids.insert(error.id) }
    }
    if hasCycle { ids.insert(ProblemID.cycle.rawValue) }
    return ids
  }

  private func needs(_ index: Int) -> [Int] { (try? search.needs(of: registrations[index])) ?? [] }

  /// Whether something needs itself: it can be reached from what it needs.
  private var hasCycle: Bool {
    registrations.indices.contains { start in
      var reached: Set<Int> = []
      var next = needs(start)
      while let index = next.popLast() {
        if index == start { return true }
        if reached.insert(index).inserted { next += needs(index) }
      }
      return false
    }
  }

  // MARK: Creation

  func isShared(_ index: Int) -> Bool { !registrations[index].isTemplate }

  /// Whether it needs a reference that was not set, and so waits at start.
  private func waits(_ index: Int) -> Bool {
    needs(index).contains { needed in
      let other = registrations[needed]
      if kept[needed] != nil { return false }
      return other.isReference && !other.isNillable || waits(needed)
    }
  }

  /// What fits some need, and of which each such need takes a primary instead; and what only that
  /// needs.
  private var overridden: Set<Int> {
    var losing: Set<Int> = []
    var choices: [Set<Int>] = []
    for index in registrations.indices {
      var chosen = Set(needs(index))
      for (target, isForAll) in registrations[index].searchedByType {
        losing.formUnion(search.fittingByType(target.fitting, isForAll: isForAll))
        chosen.formUnion((try? search.candidates(target.fitting, isForAll: isForAll)) ?? [])
      }
      choices.append(chosen)
    }
    var overridden: Set<Int> = []
    while true {
      var (needed, replaced) = (Set<Int>(), losing)
      for index in registrations.indices {
        if overridden.contains(index) {
          replaced.formUnion(choices[index])
        } else {
          needed.formUnion(choices[index])
        }
      }
      let now = replaced.subtracting(needed)
      if now == overridden { return overridden }
      overridden = now
    }
  }

  /// What the start makes, in no order.
  ///
  /// - Returns: With which problems it may fail; empty if it must not. Nil if nobody can tell.
  mutating func start() -> Set<String>? {
    var failures: Set<String> = []
    var isCertain = true
    let overridden = overridden
    for index in registrations.indices where !overridden.contains(index) {
      let it = registrations[index]
      guard !it.isTemplate, !it.isReference, !it.isWeak, !it.isLazy, !waits(index) else { continue }
      switch make(index) {
      case .fails(let id): if id != ProblemID.unsetReference.rawValue { failures.insert(id) }
      case .unknown: isCertain = false
      case .object, .nothing: break
      }
    }
    return isCertain ? failures : nil
  }

  /// What asking for a factory's object gives; remembers what there is then.
  mutating func make(_ index: Int) -> Outcome {
    let it = registrations[index]
    if let kept = kept[index] {
      // A weak object may be gone.
      if it.isWeak { return .unknown }
      return kept == .some(nil) ? .nothing : .object(of: index)
    }
    if it.isReference {
      if it.isWeak { return .unknown }
      return it.isNillable ? .nothing : .fails(ProblemID.unsetReference.rawValue)
    }
    if it.isWeak || it.kind == .host || uncertain.contains(index) { return .unknown }
    let outcome = call(index)
    if isShared(index) {
      switch outcome {
      case .object: kept[index] = .some(.none)
      case .nothing: kept[index] = .some(.some(nil))
      case .unknown: uncertain.insert(index)
      case .fails: break
      }
    }
    return outcome
  }

  /// What its function gives, with as many arguments of the caller's.
  mutating func call(_ index: Int, given: Int = 0) -> Outcome {
    let it = registrations[index]
    if given == 0 {
      for needed in needs(index) {
        switch make(needed) {
        case .unknown: return .unknown
        case .fails(let id): return .fails(id)
        case .nothing:
          if it.argument == .optionalA || it.argument == .arrayOfR { continue }
          return .fails(ProblemID.unexpectedNil.rawValue)
        case .object: continue
        }
      }
    }
    switch it.behaviour {
    case .fails: return .fails(ProblemID.creationFailed.rawValue)
    case .makesNil: return it.isNillable ? .nothing : .fails(ProblemID.unexpectedNil.rawValue)
    case .makes: return .object(of: index)
    }
  }

  // MARK: Setting

  /// Where an object of the type is stored.
  func settable(
    _ kind: Kind, asNil: Bool = false, _ criteria: [Criterion]
  ) throws(Mismatch) -> Int {
    let type: Set<Kind> = fitting(kind)
    var found = try search.candidates(
      criteria.isEmpty ? type : Set(Kind.allCases), criteria)
    if !criteria.isEmpty, found.isEmpty, case .named = criteria[0] { throw Mismatch(.noMatch) }
    var settable = found.filter(isShared)
    let canHold = { (index: Int) in holds(registrations[index].kind, kind) }
    if settable.isEmpty, criteria.isEmpty {
      found = search.preferred(
        search.ordered.filter { canHold($0) && !search.isFoundByNameOnly($0) })
      settable = found.filter(isShared)
    } else if settable.count > 1 {
      let fitting = settable.filter(canHold)
      if !fitting.isEmpty { settable = fitting }
    }
    guard settable.count == 1 else { throw Mismatch(.notSettable) }
    if asNil {
      if !registrations[settable[0]].isNillable { throw Mismatch(.notNillable) }
    } else if !canHold(settable[0]) {
      throw Mismatch(.wrongType)
    }
    return settable[0]
  }

  /// What a search for a kind's own type finds.
  private func fitting(_ kind: Kind) -> Set<Kind> { kind == .a ? [.a, .b] : [kind] }

  /// Whether a factory of one kind can keep an object of another.
  private func holds(_ factory: Kind, _ object: Kind) -> Bool {
    switch factory {
    case .a: object == .a || object == .b
    case .anyP: [.a, .b, .c].contains(object)
    default: factory == object
    }
  }
}
