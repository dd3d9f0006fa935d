/// Every factory has a name of its own.
enum UniqueNames {
  /// - Parameter old: What the model has that is extended.
  static func problems(
    in drafts: [Draft], _ names: FactoryNames, beside old: [FactoryFacts] = []
  ) -> [Problem] {
    guard !names.doubtful.isEmpty else { return [] }
    var byName: [String: [(product: Any.Type, place: Place?)]] = [:]
    for facts in old { byName[facts.name, default: []].append((facts.product, facts.place)) }
    for index in names.doubtful {
      let draft = drafts[index]
      byName[names.name(of: index, in: drafts), default: []].append((draft.product, draft.place))
    }
    return byName.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { name, alike in
      Problem(
        .duplicateName, name,
        candidates: alike.map {
          Problem.Candidate(name: name, producing: $0.product, at: $0.place)
        })
    }
  }
}
