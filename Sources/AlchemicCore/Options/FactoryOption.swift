/// An option of a factory, which determines how its products live or how it is found.
///
/// Created by the functions that spell it, for example `AcTemplate()` or `AcFactoryName("db")`.
public struct FactoryOption: Sendable, Hashable {
  /// The kinds of options.
  public enum Kind: Sendable, Hashable {
    /// A new object for every request.
    case template
    /// Creates no object: `AcSet` supplies it.
    case reference
    /// Preferred to factories that are not primary.
    case primary
    /// May hold and return nil.
    case nillable
    /// References its object weakly.
    case weak
    /// Every property that it injects follows `AcSet`.
    case transient
    /// Created on first use instead of at start.
    case lazy
    /// A name by which the factory is found, unique in the model.
    case name(String)
    /// The position in arrays; lower comes first.
    case order(Int)
    /// A qualifier by which the factory is found. A factory may have several.
    case qualified(Qualifier)
  }
  /// The kind of option.
  public let kind: Kind
  /// The source location of the option.
  public let location: CodeLocation

  /// - Parameters:
  ///   - kind: The kind of option.
  ///   - location: The source location of the option.
  public init(_ kind: Kind, at location: CodeLocation) {
    self.kind = kind
    self.location = location
  }

  /// The spelling of the option in a registration.
  var spelling: String { kind.spelling }
}

extension FactoryOption.Kind {
  @inline(never)
  var spelling: String {
    switch self {
    case .template: "AcTemplate()"
    case .reference: "AcReference()"
    case .primary: "AcPrimary()"
    case .nillable: "AcNillable()"
    case .weak: "AcWeak()"
    case .transient: "AcTransient()"
    case .lazy: "AcLazy()"
    case .name(let name): "AcFactoryName(\"\(Wording.shown(name))\")"
    case .order(let order): "AcOrder(\(order))"
    case .qualified(let qualifier): "AcFactoryQualifier(\(qualifier.name).self)"
    }
  }
}

extension FactoryOption {
  /// A set of option kinds, without their associated values.
  struct Kinds: OptionSet {
    let rawValue: UInt16

    static let template = Kinds(.template)
    static let reference = Kinds(.reference)
    static let primary = Kinds(.primary)
    static let nillable = Kinds(.nillable)
    static let weak = Kinds(.weak)
    static let transient = Kinds(.transient)
    static let lazy = Kinds(.lazy)
    static let name = Kinds(.name(""))
    static let order = Kinds(.order(0))
    static let qualified = Kinds(rawValue: 1 << 9)

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ kind: Kind) {
      let position: UInt16 =
        switch kind {
        case .template: 0
        case .reference: 1
        case .primary: 2
        case .nillable: 3
        case .weak: 4
        case .transient: 5
        case .lazy: 6
        case .name: 7
        case .order: 8
        case .qualified: 9
        }
      rawValue = 1 << position
    }
  }
}

/// How long a product lives.
public enum Lifetime: Sendable, Hashable {
  /// One object that all requests share.
  case singleton
  /// A new object for every request.
  case template
  /// The object that `AcSet` supplies.
  case reference
}
