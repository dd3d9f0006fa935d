import AlchemicRuntime

/// What libraries offer, and a program may replace: see ``FactoryOption/fallback``.
///
/// Several libraries may offer the same. The model has the first of these fallbacks. Others may
/// have the same name by chance, and take longer ones.
enum Offers {
  static let part = Overriding(
    positions: { OverriddenFactories(among: $0, $1).positions },
    leaveOutRepeated: { leaveOut(of: &$0, to: &$1, beside: $2) },
    nameFallbacks: { name(&$0, among: $1, of: $2, beside: $3) })

  private static func name(
    _ texts: inout [String?], among doubtful: [Int], of declarations: [Declaration],
    beside old: FactoryIndex?
  ) {
    if texts.isEmpty { texts = [String?](repeating: nil, count: declarations.count) }
    var isTaken: Set<String> = []
    var isFallback = false
    repeat {
      for index in doubtful where declarations[index].isFallback == isFallback {
        let known = texts[index] ?? typeName(declarations[index].product)
        var name = known
        while isFallback, isTaken.contains(name) || old?.factory(named: name) != nil {
          name = Declaration.longName(name, .fallback)
        }
        isTaken.insert(name)
        if name != known { texts[index] = name }
      }
      isFallback.toggle()
    } while isFallback
  }

  /// - Complexity: O(*n*) in the declarations, and O(*m*²) in the fallbacks.
  private static func leaveOut(
    of declarations: inout [Declaration], to absent: inout [AbsentFactory],
    beside old: FactoryIndex?
  ) {
    var offered: [FactoryFacts] = []
    var (left, owners) = ([Declaration](), [DetailedDeclaration]())
    for declaration in declarations {
      guard let details = declaration.details else {
        left.append(declaration)
        continue
      }
      let facts = declaration.facts(named: details.shownName)
      // The methods of a class that is left out have no object.
      let isOrphan = owners.contains { $0 === details.owner }
      let isRepeated =
        details.has(.fallback)
        && (offered.contains { $0.offers(facts) && $0.name == facts.name }
          || (old?.factories(producing: facts.product) ?? []).contains {
            let other = $0.undecorated.facts
            return other.offers(facts) && declaration.hasName(of: other)
          })
      if isRepeated || isOrphan {
        absent.append(AbsentFactory(facts: facts, reason: "offered before"))
        owners.append(details)
      } else {
        if details.has(.fallback) { offered.append(facts) }
        left.append(declaration)
      }
    }
    declarations = left
  }
}

extension FactoryFacts {
  /// Returns whether two fallbacks offer the same, if they have the same name.
  fileprivate func offers(_ other: FactoryFacts) -> Bool {
    isFallback && product == other.product && qualifiers == other.qualifiers
  }
}

extension DetailedDeclaration {
  /// The name before unique names are determined; nil for that of the product's type.
  fileprivate var shownName: String? { givenName ?? (isNamedByType ? nil : defaultName) }
}
