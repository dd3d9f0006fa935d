/// An option of a factory. It determines how long products live, or how requests find the factory.
///
/// Written as `.template` or `.named("db")`, or as a call of the equivalent function,
/// `AcTemplate()` or `AcFactoryName("db")`.
public struct FactoryOption: Sendable {
  /// The kinds of options.
  @nonexhaustive
  public enum Kind: Sendable, Equatable {
    /// A new object for every request.
    case template
    /// No object from the factory: `AcSet` supplies it.
    case reference
    /// Preferred to factories that are not primary.
    case primary
    /// Gives way to factories that are not fallbacks.
    case fallback
    /// May hold and return nil.
    case nillable
    /// References its object weakly.
    case weak
    /// Every property that it injects follows `AcSet`.
    case transient
    /// Created on first use instead of at start.
    case lazy
    /// Reaches outside the process, so that a strict test must replace it.
    case live
    /// A name by which requests find the factory, unique in the model.
    case name(String)
    /// The position in arrays; lower comes first.
    case order(Int)
    /// A qualifier by which requests find the factory. A factory may have several.
    case qualified(Qualifier)
    /// A new object for every request, shared by all objects that are created for the request.
    case perRequest
    /// Created again by the first request after this time.
    case expires(after: Duration)
    /// One object in each open scope of a kind.
    case scope(ScopeKind)
    /// The products wrap the products of other factories.
    case decorates(DecoratedType)
    /// The factory is absent unless one of these is active.
    case only(in: [AlchemicProfile])
    /// Callers pass the arguments at these positions, the first of which is 1.
    case arguments(ClosedRange<Int>)
  }
  /// The kind of option.
  public let kind: Kind
  /// The source location of the option; nil if the location of the registration applies.
  public let location: CodeLocation?
  /// What the option brings to a declaration and to its model.
  let parts: [any OptionPart]

  /// - Parameter parts: What all options of the kind bring.
  init(_ kind: Kind, at location: CodeLocation? = nil, bringing parts: [any OptionPart]) {
    self.kind = kind
    self.location = location
    self.parts = parts
  }

  /// Returns the option with its own source location, or else with that of the registration.
  package func located(at location: CodeLocation) -> FactoryOption {
    FactoryOption(kind, at: self.location ?? location, bringing: parts)
  }

  /// The spelling of the option in a registration.
  var spelling: String { kind.spelling }
}

/// The type for which requests find a decorator in place of the decorated factory.
public struct DecoratedType: Sendable, Equatable {
  /// The type: a protocol, a class or a value type.
  public let type: Any.Type
  public static func == (first: DecoratedType, second: DecoratedType) -> Bool {
    first.type == second.type
  }
}

extension FactoryOption.Kind {
  @inline(never)
  var spelling: String {
    switch self {
    case .template: ".template"
    case .reference: ".reference"
    case .primary: ".primary"
    case .fallback: ".fallback"
    case .nillable: ".nillable"
    case .weak: ".weak"
    case .transient: ".transient"
    case .lazy: ".lazy"
    case .live: ".live"
    case .name(let name): ".named(\"\(Wording.shown(name))\")"
    case .order(let order): ".order(\(order))"
    case .qualified(let qualifier): ".qualifier(\(qualifier.name).self)"
    case .perRequest: ".perRequest"
    case .expires(let time): ".expires(after: \(time))"
    case .scope(let scope): ".scope(\(scope.name).self)"
    case .only(let profiles):
      ".only(in: \(profiles.map { ".named(\"\($0)\")" }.joined(separator: ", ")))"
    case .arguments(let positions): ".arguments(\(positions.lowerBound)...\(positions.upperBound))"
    case .decorates(let decorated): ".decorates(\(TypeQuery(decorated.type).spelling).self)"
    }
  }
}

extension FactoryOption {
  /// A set of option kinds, without their associated values.
  ///
  /// Not an `OptionSet`: a linker keeps each function of a conformance, in every program.
  struct Kinds: Equatable, ExpressibleByArrayLiteral {
    private(set) var rawValue: UInt32

    static var none: Kinds { Kinds(rawValue: 0) }
    static var template: Kinds { Kinds(rawValue: 1 << 0) }
    static var reference: Kinds { Kinds(rawValue: 1 << 1) }
    static var primary: Kinds { Kinds(rawValue: 1 << 2) }
    static var nillable: Kinds { Kinds(rawValue: 1 << 3) }
    static var weak: Kinds { Kinds(rawValue: 1 << 4) }
    static var transient: Kinds { Kinds(rawValue: 1 << 5) }
    static var lazy: Kinds { Kinds(rawValue: 1 << 6) }
    static var name: Kinds { Kinds(rawValue: 1 << 7) }
    static var order: Kinds { Kinds(rawValue: 1 << 8) }
    static var qualified: Kinds { Kinds(rawValue: 1 << 9) }
    static var live: Kinds { Kinds(rawValue: 1 << 10) }
    static var scope: Kinds { Kinds(rawValue: 1 << 11) }
    static var decorates: Kinds { Kinds(rawValue: 1 << 12) }
    static var only: Kinds { Kinds(rawValue: 1 << 13) }
    static var perRequest: Kinds { Kinds(rawValue: 1 << 14) }
    static var expires: Kinds { Kinds(rawValue: 1 << 15) }
    static var fallback: Kinds { Kinds(rawValue: 1 << 16) }
    static var arguments: Kinds { Kinds(rawValue: 1 << 17) }
  }
}

extension FactoryOption.Kinds {
  init(arrayLiteral kinds: Self...) { self = kinds.reduce(Self(rawValue: 0)) { $0.union($1) } }

  var isEmpty: Bool { rawValue == 0 }

  func contains(_ others: Self) -> Bool { others.rawValue & ~rawValue == 0 }

  func isDisjoint(with others: Self) -> Bool { rawValue & others.rawValue == 0 }

  func union(_ others: Self) -> Self { Self(rawValue: rawValue | others.rawValue) }

  func subtracting(_ others: Self) -> Self { Self(rawValue: rawValue & ~others.rawValue) }

  init(_ kind: FactoryOption.Kind) {
    self =
      switch kind {
      case .template: .template
      case .reference: .reference
      case .primary: .primary
      case .fallback: .fallback
      case .nillable: .nillable
      case .weak: .weak
      case .transient: .transient
      case .lazy: .lazy
      case .name: .name
      case .order: .order
      case .qualified: .qualified
      case .live: .live
      case .scope: .scope
      case .decorates: .decorates
      case .only: .only
      case .perRequest: .perRequest
      case .expires: .expires
      case .arguments: .arguments
      }
  }
}

/// How long a product lives.
@nonexhaustive
public enum Lifetime: Sendable, Hashable {
  /// One object that all requests share.
  case singleton
  /// A new object for every request.
  case template
  /// The object that `AcSet` supplies.
  case reference
}

/// Something that an option brings to a declaration and to its model: functions that only programs
/// with the option need. The code that calls the functions finds the part by its class.
///
/// The functions are stored ones, since a linker keeps what any conformance, and any method of a
/// class, refers to. So a program without the option contains none of them.
protocol OptionPart: AnyObject, Sendable {}

extension [any OptionPart] {
  /// Returns the first part of a type.
  func first<Part>(as _: Part.Type) -> Part? {
    for part in self {
      if let part = part as? Part { return part }
    }
    return nil
  }
}
