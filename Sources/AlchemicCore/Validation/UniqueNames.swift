/// Every factory has a name of its own.
enum UniqueNames {
  static func problems(in drafts: [FactoryDraft], _ names: FactoryNames) -> [Problem] {
    var byName: [String: [FactoryDraft]] = [:]
    for (draft, name) in zip(drafts, names.names) { byName[name, default: []].append(draft) }
    return byName.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { name, drafts in
      Problem(
        .duplicateName, name,
        candidates: drafts.map {
          Problem.Candidate(name: name, producing: $0.product, at: $0.place)
        })
    }
  }
}
