public import AlchemicCore

extension Model: CustomStringConvertible {
  /// Describes each factory on one line, in the order in which arrays list their objects: flags,
  /// type, name.
  ///
  /// ```
  /// [*S      C ] Ledger as 'Ledger'
  /// [  R N   C ] LiveRates as 'LiveRates'
  /// [   T     M] Connection as 'db'
  /// ```
  ///
  /// A blank means that a flag is off. The flags are: `*` has an object now, `S`ingleton,
  /// `R`eference, `T`emplate, `N`illable, `W`eak, `~` transient, declared by a `C`lass, by a
  /// `M`ethod. A long name loses its middle, as in messages.
  public var description: String {
    index.all.map { factory in
      let facts = factory.facts
      return "[\(flags(of: factory))] \(facts.productName) as '\(Wording.shown(facts.name))'"
    }.joined(separator: "\n")
  }

  private func flags(of factory: Factory) -> String {
    let facts = factory.facts
    let flags: [(Character, Bool)] = [
      ("*", holdsObject(of: factory)), ("S", facts.lifetime == .singleton),
      ("R", facts.lifetime == .reference), ("T", facts.lifetime == .template),
      ("N", facts.isNillable), ("W", facts.isWeak), ("~", facts.isTransient),
      ("C", facts.origin == .ofClass), ("M", facts.origin == .method),
    ]
    return String(flags.map { flag, isOn in isOn ? flag : " " })
  }
}
