// Common operations on lists of factories. They are compiled once, whereas generic functions are
// copied into every caller.
extension [Factory] {
  /// The facts of each factory.
  var facts: [FactoryFacts] {
    @inline(never) get { map { $0.facts } }
  }

  /// The factories as candidates in a message.
  package var candidates: [Problem.Candidate] {
    @inline(never) get { map { $0.facts.candidate } }
  }

  /// The identities of the factories, regardless of order.
  var identities: Set<ObjectIdentifier> {
    @inline(never) get { Set(map { ObjectIdentifier($0) }) }
  }

  /// Returns the number of factories with which both lists begin.
  @inline(never)
  func countOfSame(as other: [Factory]) -> Int {
    var count = 0
    while count < Swift.min(self.count, other.count), self[count] === other[count] { count += 1 }
    return count
  }

  /// Adds a factory at the end.
  @inline(never)
  package mutating func append(_ factory: consuming Factory) { add(factory) }

  /// Returns the factories that satisfy a condition, in the same order.
  ///
  /// The closure may escape: otherwise, the optimiser would copy the function for each closure.
  @inline(never)
  package func filter(_ isIncluded: (Factory) -> Bool) -> [Factory] {
    withoutActuallyEscaping(isIncluded) { isIncluded in
      var included: [Factory] = []
      for factory in self where isIncluded(factory) { included.append(factory) }
      return included
    }
  }

  /// The primaries among the factories; if there are none, those that are not fallbacks; otherwise
  /// all of them.
  var preferred: [Factory] {
    let primaries = filter(\.facts.isPrimary)
    if !primaries.isEmpty { return primaries }
    let others = withoutFallbacks
    return others.isEmpty ? self : others
  }

  /// The factories that are not fallbacks.
  var withoutFallbacks: [Factory] {
    @inline(never) get { filter { !$0.facts.isFallback } }
  }

  /// Whether there are none but fallbacks, which give way to the factories of a parent.
  var giveWay: Bool {
    withoutFallbacks.isEmpty
  }
}

extension [Int] {
  /// Most of the other appended elements are positions of factories.
  @inline(never)
  package mutating func append(_ position: Int) { add(position) }
}

extension [Factory] {
  /// Returns the first part of a type that any of the factories has.
  func firstPart<Part>(as type: Part.Type) -> Part? {
    for factory in self {
      if let part = factory.facts.parts.first(as: type) { return part }
    }
    return nil
  }
}
