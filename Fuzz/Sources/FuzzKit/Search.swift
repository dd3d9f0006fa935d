import Alchemic
import FuzzInput

/// What is asked for, without its shape (one, perhaps one, all).
enum Target: CaseIterable {
  case a, b, c, s, int, string, anyP, anyQ, anyR, anyPAndR, anyAAndR, host

  /// Which products fit: written by hand, from the declarations in `Zoo.swift`.
  var fitting: Set<Kind> {
    switch self {
    case .a: [.a, .b]
    case .b: [.b]
    case .c: [.c]
    case .s: [.s]
    case .int: [.int]
    case .string: [.string]
    case .anyP: [.a, .b, .c, .anyP]
    case .anyQ: [.b, .c]
    case .anyR: [.b, .s]
    case .anyPAndR, .anyAAndR: [.b]
    case .host: [.host]
    }
  }
}

/// Criteria of a request.
enum Criterion: Equatable {
  case named(String), classA, classC, protocolQ, protocolR

  init(_ bytes: inout Bytes) {
    switch bytes.next(below: 7) {
    case 0: self = .classA
    case 1: self = .classC
    case 2: self = .protocolQ
    case 3: self = .protocolR
    default: self = .named(bytes.name())
    }
  }

  var criterion: SearchCriterion {
    switch self {
    case .named(let name): AcName(name)
    case .classA: AcClass(A.self)
    case .classC: AcClass(C.self)
    case .protocolQ: AcProtocol((any Q).self)
    case .protocolR: AcProtocol((any R).self)
    }
  }

  /// Which products satisfy it; nil for a name.
  var fitting: Set<Kind>? {
    switch self {
    case .named: nil
    case .classA: Target.a.fitting
    case .classC: Target.c.fitting
    case .protocolQ: Target.anyQ.fitting
    case .protocolR: Target.anyR.fitting
    }
  }
}

/// A problem's id, as the reference expects it.
struct Mismatch: Error, Equatable {
  let id: String
  init(_ id: ProblemID) { self.id = id.rawValue }
}

/// Which factories satisfy a request, by looking at each of them.
struct Search {
  let registrations: [Registration]
  let names: [String]

  init(_ registrations: [Registration]) {
    self.registrations = registrations
    let short = registrations.map { Self.given($0) ?? $0.kind.typeName }
    let taken = Set(
      registrations.indices.filter {
        !(registrations[$0].isPrimary && Self.given(registrations[$0]) == nil)
      }.map { short[$0] })
    names = registrations.indices.map { index in
      let registration = registrations[index]
      let replaces = registration.isPrimary && Self.given(registration) == nil
      return replaces && taken.contains(short[index]) ? "\(short[index]) (primary)" : short[index]
    }
  }

  private static func given(_ registration: Registration) -> String? {
    registration.name.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// In the order of arrays.
  var ordered: [Int] {
    registrations.indices.sorted {
      (registrations[$0].order ?? .max, $0) < (registrations[$1].order ?? .max, $1)
    }
  }

  func preferred(_ found: [Int]) -> [Int] {
    let primaries = found.filter { registrations[$0].isPrimary }
    return primaries.isEmpty ? found : primaries
  }

  /// Where a name stands twice, which is a problem itself, the first is meant that was given it; a
  /// name that a type gives comes after these.
  private func holder(of name: String) -> Int? {
    registrations.firstIndex { Self.given($0) == name } ?? names.firstIndex(of: name)
  }

  func candidates(
    _ fitting: Set<Kind>, _ criteria: [Criterion] = [], isForAll: Bool = false
  ) throws(Mismatch) -> [Int] {
    let named = criteria.compactMap { if case .named(let name) = $0 { name } else { nil } }
    let classes = criteria.filter { $0 == .classA || $0 == .classC }
    if !named.isEmpty && criteria.count > 1 || classes.count > 1 { throw Mismatch(.wrongCriteria) }
    // Only one kind fits the type of a value.
    let needsName = criteria.isEmpty && !isForAll && fitting.count == 1
    let found = satisfying(criteria).filter {
      fitting.contains(registrations[$0].kind) && !(needsName && isFoundByNameOnly($0))
    }
    return named.isEmpty ? preferred(found) : found
  }

  /// What a request without criteria could find if there were no primaries.
  func fittingByType(_ fitting: Set<Kind>, isForAll: Bool) -> [Int] {
    ordered.filter {
      fitting.contains(registrations[$0].kind)
        && (isForAll || fitting.count > 1 || !isFoundByNameOnly($0))
    }
  }

  /// A value with a name of its own.
  func isFoundByNameOnly(_ index: Int) -> Bool {
    registrations[index].kind.isValue && Self.given(registrations[index]) != nil
  }

  private func satisfying(_ criteria: [Criterion]) -> [Int] {
    ordered.filter { index in
      criteria.allSatisfy { criterion in
        if case .named(let name) = criterion { return holder(of: name) == index }
        return criterion.fitting?.contains(registrations[index].kind) ?? true
      }
    }
  }

  func only(_ fitting: Set<Kind>, _ criteria: [Criterion] = []) throws(Mismatch) -> Int {
    let found = try candidates(fitting, criteria)
    if found.isEmpty {
      throw Mismatch(criteria.isEmpty || satisfying(criteria).isEmpty ? .noMatch : .wrongType)
    }
    if found.count > 1 { throw Mismatch(.severalMatches) }
    return found[0]
  }

  /// What an argument needs: its candidates, and whether none will do.
  func needs(of registration: Registration) throws(Mismatch) -> [Int] {
    // A reference makes nothing, so nothing is needed for it.
    guard registration.hasMaker, registration.isTemplate || !registration.isReference else {
      return []
    }
    switch registration.argument {
    case .none: return []
    case .p: return [try only(Target.anyP.fitting)]
    case .optionalA:
      return try candidates(Target.a.fitting).isEmpty ? [] : [try only(Target.a.fitting)]
    case .arrayOfR: return try candidates(Target.anyR.fitting, isForAll: true)
    case .namedP(let name): return [try only(Target.anyP.fitting, [.named(name)])]
    case .host: return [try only(Target.host.fitting)]
    }
  }
}
