import AlchemicRuntime

/// Finds the products that an object keeps: arguments and `@Injected` properties, and what the
/// products of templates among these keep.
final class KeptProducts {
  /// Returns the problem with a factory whose product a keeper retains, or nil. Receives the
  /// keeper, that factory, the need, and the needs that lead to it, the nearest first.
  typealias Check = (Factory, Factory, Need, [Problem.Step]) -> Problem?

  private let reader: NeedReader
  private let mayEnd: (Factory) -> Bool
  private let followsOwners: Bool
  private let check: Check
  private var problems: [Problem] = []
  /// The templates that are known to be kept.
  private var seen: Set<Int> = []

  /// - Parameters:
  ///   - followsOwners: Whether an object keeps the one whose method has created it.
  ///   - mayEnd: Returns whether the products of a factory end before the model.
  ///   - check: Called for each shared object that a keeper retains.
  init(
    reader: NeedReader, followsOwners: Bool, mayEnd: @escaping (Factory) -> Bool,
    check: @escaping Check
  ) {
    (self.reader, self.followsOwners) = (reader, followsOwners)
    (self.mayEnd, self.check) = (mayEnd, check)
  }

  func problems(of keeper: Factory) -> [Problem] {
    (problems, seen) = ([], [])
    collect(for: keeper, from: keeper, path: [])
    return problems
  }

  /// - Parameters:
  ///   - holder: The keeper, or a template whose product it keeps.
  ///   - path: The needs that lead to the holder, the nearest first.
  private func collect(for keeper: Factory, from holder: Factory, path: [Problem.Step]) {
    reader.read(holder) { need in
      for factory in kept(by: need) {
        let path = need.steps(from: holder) + path
        if factory.isShared {
          if let problem = check(keeper, factory, need, path) { problems.append(problem) }
        } else if seen.insert(factory.position).inserted {
          collect(for: keeper, from: factory, path: path)
        }
      }
    }
  }

  /// Returns the factories whose products a need keeps, for each possible choice by criteria.
  @inline(never)
  private func kept(by need: Need) -> [Factory] {
    switch need {
    case .owner(let owner): return followsOwners ? [owner] : []
    case .argument(_, let request): return request.isLater ? [] : answers(to: request)
    case .property(let property, let request, _):
      // A property of a transient factory follows it.
      return request.isLater || property.isTransient
        ? [] : answers(to: request).filter { !$0.facts.isTransient }
    }
  }

  /// Returns the factories that answer. If a property may have criteria, returns them only if the
  /// products of all factories that fit may end.
  private func answers(to request: NeedRequest) -> [Factory] {
    let isChoice = request.mayHaveCriteria && !request.shape.isArray
    if isChoice, !request.producing.allSatisfy(mayEnd) { return [] }
    return request.fitting.preferred + request.whole
  }
}
