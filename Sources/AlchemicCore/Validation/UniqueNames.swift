import AlchemicRuntime

/// Every factory has a name of its own.
enum UniqueNames {
  /// - Parameter old: What the model has that is extended.
  static func problems(
    in declarations: [Declaration], _ names: FactoryNames, beside old: [FactoryFacts] = []
  ) -> [Problem] {
    guard !names.doubtful.isEmpty else { return [] }
    var byName = [String: [(product: Any.Type, location: CodeLocation?)]]()
    for facts in old { byName[facts.name, default: []].append((facts.product, facts.location)) }
    for index in names.doubtful {
      let declaration = declarations[index]
      byName[names.name(of: index, in: declarations), default: []].append(
        (declaration.product, declaration.location))
    }
    let problems = byName.compactMap { name, alike -> Problem? in
      guard alike.count > 1 else { return nil }
      return Problem(
        .duplicateName(isOfType: alike.allSatisfy { name == typeName($0.product) }), name,
        candidates: alike.map {
          Problem.Candidate(name: name, producing: $0.product, at: $0.location)
        })
    }
    return problems.ordered(byName: \.subject)
  }
}
