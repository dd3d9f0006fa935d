/// An option of a factory, which determines how its products live or how it is found.
///
/// Written as `.template` or `.named("db")`, or by the functions of the same meaning,
/// `AcTemplate()` and `AcFactoryName("db")`.
public struct FactoryOption: Sendable, Hashable {
  /// The kinds of options.
  @nonexhaustive
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
    /// Reaches outside the process, so that a strict test has to replace it.
    case live
    /// A name by which the factory is found, unique in the model.
    case name(String)
    /// The position in arrays; lower comes first.
    case order(Int)
    /// A qualifier by which the factory is found. A factory may have several.
    case qualified(Qualifier)
    /// A new object for every request, which all that is created for it shares.
    case perRequest
    /// Created again when it is asked for after this time.
    case expires(after: Duration)
    /// One object in each open scope of a kind.
    case scope(ScopeKind)
    /// The products wrap those of other factories.
    case decorates(DecoratedType)
    /// The factory is absent unless one of these is active.
    case only(in: [AlchemicProfile])
  }
  /// The kind of option.
  public let kind: Kind
  /// The source location of the option; nil if that of the registration is used.
  public let location: CodeLocation?

  /// - Parameters:
  ///   - kind: The kind of option.
  ///   - location: The source location of the option; nil for that of the registration.
  public init(_ kind: Kind, at location: CodeLocation? = nil) {
    self.kind = kind
    self.location = location
  }

  /// Returns the option with a source location: its own, or that of its registration.
  func located(at location: CodeLocation) -> FactoryOption {
    FactoryOption(kind, at: self.location ?? location)
  }

  /// The spelling of the option in a registration.
  var spelling: String { kind.spelling }
}

extension FactoryOption {
  /// Creates a new object for every request. The object is injected, never stored, and not created
  /// at start.
  public static var template: FactoryOption { FactoryOption(.template) }

  /// Declares an object that the program creates, and stores with `AcSet`. Reading it before that
  /// is an error, unless it is also `.nillable`.
  public static var reference: FactoryOption { FactoryOption(.reference) }

  /// Prefers the factory if several match. A test can thus replace a service.
  public static var primary: FactoryOption { FactoryOption(.primary) }

  /// Allows the factory to hold and return nil. Optional properties can read it.
  public static var nillable: FactoryOption { FactoryOption(.nillable) }

  /// References the object weakly. For singletons and references whose products are objects.
  ///
  /// Such a singleton is created on request instead of at start, and again after all its owners
  /// have released it. Such a reference is unset again when its object is deallocated.
  public static var weak: FactoryOption { FactoryOption(.weak) }

  /// Makes every property that is injected by this factory follow it, as if each were
  /// `@Transient`.
  ///
  /// Reading such a property costs as much as reading a `@Transient` property. An initializer or a
  /// method still captures the object that is current when it is called.
  public static var transient: FactoryOption { FactoryOption(.transient) }

  /// Creates a singleton when it is first needed, instead of at start.
  ///
  /// The thread that needs the object creates it. Other threads that need it meanwhile wait. If
  /// the initializer waits for the main thread while the main thread waits for the object, both
  /// wait for ever.
  public static var lazy: FactoryOption { FactoryOption(.lazy) }

  /// Marks a factory whose products reach outside the process: the network, a clock, files.
  ///
  /// In a test with `.alchemic(.strict)`, of the product AlchemicTesting, its use is an issue,
  /// unless the test replaces it. It has no effect elsewhere.
  public static var live: FactoryOption { FactoryOption(.live) }

  /// Sets the name by which the factory is found, unique in the model. The default is the name of
  /// the type.
  ///
  /// - Parameter name: Any text except the empty one. Names are compared like strings in Swift:
  ///   exactly, except that an accented letter equals the letter followed by its combining accent.
  public static func named(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line
  ) -> FactoryOption {
    FactoryOption(.name(name), at: CodeLocation(fileID: fileID, line: line))
  }

  /// Sets a qualifier by which the factory is found. A factory may have several.
  ///
  /// Values, as opposed to objects, are then found by it or by their name only, never by their type
  /// alone.
  ///
  /// - Parameter qualifier: For example `MainStore.self`.
  public static func qualifier(
    _ qualifier: any AcQualifier.Type, fileID: StaticString = #fileID, line: UInt = #line
  ) -> FactoryOption {
    FactoryOption(.qualified(Qualifier(qualifier)), at: CodeLocation(fileID: fileID, line: line))
  }

  /// Sets the position in arrays. Lower positions come first. Factories without a position come
  /// last, in the order of their declaration.
  ///
  /// - Parameter position: Need not be unique.
  public static func order(
    _ position: Int, fileID: StaticString = #fileID, line: UInt = #line
  ) -> FactoryOption {
    FactoryOption(.order(position), at: CodeLocation(fileID: fileID, line: line))
  }
}

extension FactoryOption {
  /// Keeps one object in each open scope of a kind. The object is created when it is first
  /// requested there, and released when the scope ends. A reference has another object in each.
  ///
  /// - Parameter scope: For example `RequestScope.self`.
  public static func scope(
    _ scope: any AlchemicScope.Type, fileID: StaticString = #fileID, line: UInt = #line
  ) -> FactoryOption {
    FactoryOption(.scope(ScopeKind(scope)), at: CodeLocation(fileID: fileID, line: line))
  }
}

extension FactoryOption {
  /// Creates a new object for every request, as ``template`` does, but only one within the request:
  /// all that is created for it shares the object.
  ///
  /// A request begins with the outermost call that asks for something, or with the first read of a
  /// property, and ends when that returns. What an initializer or a hook asks for meanwhile belongs
  /// to it, and so does what a task awaits in it. A property that is read later, or a provider that
  /// is called later, begins a request of its own. The model does not retain the object.
  public static var perRequest: FactoryOption { FactoryOption(.perRequest) }

  /// Creates a singleton again when it is asked for after a time has passed since it was created or
  /// set: a token, an exchange rate.
  ///
  /// The request creates the new object, and other threads wait for it. Then `@Transient`
  /// properties return it, and the hosts with hooks that follow are notified. If the creation
  /// fails, the request fails, and the next one tries again. Objects that have the old one keep it.
  /// Every request looks at the clock, which costs about 100 ns; nothing runs in the background.
  ///
  /// - Parameter time: More than zero. The clock goes on while the machine sleeps.
  public static func expires(
    after time: Duration, fileID: StaticString = #fileID, line: UInt = #line
  ) -> FactoryOption {
    FactoryOption(.expires(after: time), at: CodeLocation(fileID: fileID, line: line))
  }
}

/// The type under which a decorator is found in place of what it decorates.
public struct DecoratedType: Sendable, Hashable {
  /// The type: a protocol, a class or a value type.
  public let type: Any.Type

  private var id: ObjectIdentifier { ObjectIdentifier(type) }

  public static func == (first: DecoratedType, second: DecoratedType) -> Bool {
    first.id == second.id
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension FactoryOption {
  /// Declares a decorator: its products wrap those of every other factory of a type, and answer
  /// requests for that type in their place. See ``ModelBuilder/decorate(_:_:fileID:line:by:)``.
  ///
  /// The initializer receives what it wraps as its first argument of this type.
  ///
  /// - Parameter type: For example `(any Store).self`.
  public static func decorates(
    _ type: Any.Type, fileID: StaticString = #fileID, line: UInt = #line
  ) -> FactoryOption {
    FactoryOption(
      .decorates(DecoratedType(type: type)), at: CodeLocation(fileID: fileID, line: line))
  }
}

extension FactoryOption {
  /// Declares the factory for some profiles only. In others it is absent.
  ///
  /// - Parameters:
  ///   - profile: A profile, for example `.preview`.
  ///   - more: Further profiles. One of all has to be active.
  public static func only(
    in profile: AlchemicProfile, _ more: AlchemicProfile..., fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> FactoryOption {
    .only(in: [profile] + more, at: CodeLocation(fileID: fileID, line: line))
  }

  package static func only(in profiles: [AlchemicProfile], at location: CodeLocation) -> Self {
    FactoryOption(.only(in: profiles), at: location)
  }
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
    case .live: "AcLive()"
    case .name(let name): "AcFactoryName(\"\(Wording.shown(name))\")"
    case .order(let order): "AcOrder(\(order))"
    case .qualified(let qualifier): "AcFactoryQualifier(\(qualifier.name).self)"
    case .perRequest: "AcPerRequest()"
    case .expires(let time): "AcExpires(after: \(time))"
    case .scope(let scope): "AcScope(\(scope.name).self)"
    case .only(let profiles):
      "AcOnly(in: \(profiles.map { ".named(\"\($0)\")" }.joined(separator: ", ")))"
    case .decorates(let decorated): "AcDecorates(\(TypeQuery(decorated.type).spelling).self)"
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
    static let live = Kinds(.live)
    static let scope = Kinds(rawValue: 1 << 11)
    static let decorates = Kinds(rawValue: 1 << 12)
    static let only = Kinds(rawValue: 1 << 13)
    static let perRequest = Kinds(.perRequest)
    static let expires = Kinds(rawValue: 1 << 15)

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
        case .live: 10
        case .scope: 11
        case .decorates: 12
        case .only: 13
        case .perRequest: 14
        case .expires: 15
        }
      rawValue = 1 << position
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
