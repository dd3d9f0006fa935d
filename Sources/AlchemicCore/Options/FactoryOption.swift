/// One thing that a registration says about its factory: how it lives, how it is found.
///
/// Made by the functions that spell it, for example `AcTemplate()` or `AcFactoryName("db")`.
public struct FactoryOption: Sendable, Hashable {
  /// What an option says.
  public enum Kind: Sendable, Hashable {
    /// A new object for every request.
    case template
    /// Never makes an object: it is given one.
    case reference
    /// Wins over factories that are not primary.
    case primary
    /// May hold and return nil.
    case nillable
    /// Does not keep its object alive.
    case weak
    /// Every property that takes its value from it follows it.
    case transient
    /// Made when it is first needed instead of at start.
    case lazy
    /// A name to find it by, unique in the model.
    case name(String)
    /// Its position in arrays; lower comes first.
    case order(Int)
  }
  /// What it says.
  public let kind: Kind
  /// Where the user wrote it.
  public let location: CodeLocation

  /// - Parameters:
  ///   - kind: What it says.
  ///   - location: Where the user wrote it.
  public init(_ kind: Kind, at location: CodeLocation) {
    self.kind = kind
    self.location = location
  }

  /// As it is spelled in a registration.
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
    }
  }
}

extension FactoryOption {
  /// Which kinds of options there are, without what they carry.
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
        }
      rawValue = 1 << position
    }
  }
}

/// How long a product lives.
public enum Lifetime: Sendable, Hashable {
  /// One object for all.
  case singleton
  /// A new object for every request.
  case template
  /// The object that `AcSet` gives.
  case reference
}
