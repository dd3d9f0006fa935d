extension [AnyObjectFactory] {
  /// Those that a condition holds for, in the same order.
  ///
  /// In place of the standard library's, which is copied into everything that calls it.
  @inline(never)
  func filter(_ isIncluded: (AnyObjectFactory) -> Bool) -> [AnyObjectFactory] {
    var included: [AnyObjectFactory] = []
    for factory in self where isIncluded(factory) { included.append(factory) }
    return included
  }
}
