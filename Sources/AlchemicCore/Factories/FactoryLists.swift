// What is often asked of a list of factories: once, since what is generic is copied into everything
// that calls it.
extension [Factory] {
  /// What is known of each.
  var facts: [FactoryFacts] {
    @inline(never) get { map { $0.facts } }
  }

  /// How a message names them.
  var candidates: [Problem.Candidate] {
    @inline(never) get { map { $0.facts.candidate } }
  }

  /// Which these are, whatever their order.
  var identities: Set<ObjectIdentifier> {
    @inline(never) get { Set(map { ObjectIdentifier($0) }) }
  }

  /// Those that a condition holds for, in the same order.
  @inline(never)
  func filter(_ isIncluded: (Factory) -> Bool) -> [Factory] {
    var included: [Factory] = []
    for factory in self where isIncluded(factory) { included.append(factory) }
    return included
  }
}
