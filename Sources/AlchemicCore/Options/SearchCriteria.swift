import AlchemicRuntime

/// A type that a criterion can create: a criterion, or the source of an argument.
///
/// `AcName("main")` and `.named("main")` have the type that the context expects.
public protocol ExpressibleByCriterion {
  /// Selects the factory with a name. It cannot be combined with other criteria.
  ///
  /// - Parameter name: The name that the factory declares, or the name of its type.
  static func named(_ name: String) -> Self

  /// Selects products of a class or its subclasses.
  ///
  /// - Parameter type: For example `Amex.self`.
  static func ofClass(_ type: AnyClass) -> Self

  /// Selects products that conform to a protocol.
  ///
  /// - Parameter type: For example `(any Account).self`.
  static func conforming(_ type: Any.Type) -> Self

  /// Selects factories with a qualifier.
  ///
  /// - Parameter qualifier: For example `MainStore.self`.
  static func qualified(_ qualifier: any AcQualifier.Type) -> Self
}

/// A condition that a factory must meet in addition to producing the requested type.
///
/// Created by `.named`, `.ofClass`, `.conforming` and `.qualified`, or by `AcName`, `AcClass`,
/// `AcProtocol` and `AcQualified`.
public struct SearchCriterion: Sendable, ExpressibleByCriterion {
  @usableFromInline
  enum Kind: Sendable {
    case ofClass(AnyClass)
    case conforming(Any.Type)
    case named(String)
    case qualified(Qualifier)
  }
  @usableFromInline let kind: Kind

  @usableFromInline
  init(kind: Kind) { self.kind = kind }

  /// Returns a criterion for products of a class or its subclasses; at most one per request.
  ///
  /// - Parameter type: For example `Amex.self`.
  public static func ofClass(_ type: AnyClass) -> SearchCriterion {
    SearchCriterion(kind: .ofClass(type))
  }

  /// Returns a criterion for products that conform to a protocol. A request may have several.
  ///
  /// - Parameter type: For example `(any Account).self`.
  public static func conforming(_ type: Any.Type) -> SearchCriterion {
    SearchCriterion(kind: .conforming(type))
  }

  /// Returns a criterion for the factory with a name. It cannot be combined with other criteria.
  ///
  /// - Parameter name: The name that the factory declares, or the name of its type.
  @inlinable
  public static func named(_ name: String) -> SearchCriterion {
    SearchCriterion(kind: .named(name))
  }

  /// Returns a criterion for factories with a qualifier. A request may have several.
  public static func qualified(_ qualifier: any AcQualifier.Type) -> SearchCriterion {
    SearchCriterion(kind: .qualified(Qualifier(qualifier)))
  }

  /// The name, if this is a criterion for a name.
  @inlinable
  package var name: String? { if case .named(let name) = kind { name } else { nil } }
}

/// The conditions that a factory must meet in addition to producing the requested type.
///
/// No criterion and one criterion are the usual cases, and allocate no memory.
public struct SearchCriteria: Sendable {
  private var first: SearchCriterion.Kind?
  private var more: [SearchCriterion.Kind] = []

  /// Creates an empty set of criteria, so that the requested type alone selects the factory.
  public init() {}

  /// - Parameter criterion: The only criterion.
  public init(_ criterion: SearchCriterion) { first = criterion.kind }

  /// - Parameters:
  ///   - criterion: The first criterion.
  ///   - more: Further criteria. All must hold.
  public init(_ criterion: SearchCriterion, _ more: [SearchCriterion]) {
    first = criterion.kind
    self.more = more.map(\.kind)
  }

  package var isEmpty: Bool { first == nil }

  /// The name, if it is the only criterion.
  package var onlyName: String? {
    if case .named(let name) = first, more.isEmpty { name } else { nil }
  }

  private var all: [SearchCriterion.Kind] {
    @inline(never) get { (first.map { [$0] } ?? []) + more }
  }

  package var classes: [AnyClass] {
    all.compactMap { if case .ofClass(let type) = $0 { type } else { nil } }
  }

  package var protocols: [Any.Type] {
    all.compactMap { if case .conforming(let type) = $0 { type } else { nil } }
  }

  package var qualifiers: [Qualifier] {
    all.compactMap { if case .qualified(let qualifier) = $0 { qualifier } else { nil } }
  }

  /// Whether the criteria can be combined: a name alone; or at most one class, any number of
  /// qualifiers, and any number of protocol types.
  var areConsistent: Bool {
    if onlyName != nil { return true }
    let hasName = all.contains { if case .named = $0 { true } else { false } }
    return !hasName && classes.count <= 1 && protocols.allSatisfy { TypeQuery($0).isProtocol }
  }

  /// The mistake of criteria that cannot be combined.
  var inconsistency: Problem.Fact {
    guard let type = protocols.first(where: { !TypeQuery($0).isProtocol }) else {
      return .wrongCriteria(spellings)
    }
    return .noProtocol(criteria: spellings, type: typeName(type), isClass: TypeKind.isClass(type))
  }

  /// The spellings of the options with which a factory would have the names and qualifiers.
  package var options: [String] {
    all.compactMap { kind in
      switch kind {
      case .ofClass, .conforming: nil
      case .named(let name): ".named(\"\(Wording.shown(name))\")"
      case .qualified(let qualifier): ".qualifier(\(qualifier.name).self)"
      }
    }
  }

  /// The spellings of the criteria in a message.
  package var spellings: [String] {
    all.map { kind in
      switch kind {
      case .ofClass(let type): ".ofClass(\(typeName(type)).self)"
      case .conforming(let type): ".conforming(\(TypeQuery(type).spelling).self)"
      case .named(let name): ".named(\"\(Wording.shown(name))\")"
      case .qualified(let qualifier): qualifier.spelling
      }
    }
  }

  /// The types in the criteria, as a key that is equal for criteria with equal results. Protocols
  /// and qualifiers are sorted and unique. A program has therefore no more keys than combinations
  /// of its types.
  var typeKey: [ObjectIdentifier] {
    var key = classes.map { ObjectIdentifier($0) }
    key += Self.unique(protocols.map { ObjectIdentifier($0) })
    let qualifiers = qualifiers.map(\.id)
    // A class may also be a qualifier.
    if !qualifiers.isEmpty {
      key.append(ObjectIdentifier((any AcQualifier).self))
      key += Self.unique(qualifiers)
    }
    return key
  }

  private static func unique(_ types: [ObjectIdentifier]) -> [ObjectIdentifier] {
    guard types.count > 1 else { return types }
    var unique: [ObjectIdentifier] = []
    for type in types.ordered(byNumber: address) where unique.last != type { unique.append(type) }
    return unique
  }

  private static func address(of type: ObjectIdentifier) -> Int { Int(bitPattern: type) }
}

/// A request: a type and criteria.
public struct SearchRequest: Sendable {
  package let target: Any.Type
  package let criteria: SearchCriteria

  package init(target: Any.Type, criteria: SearchCriteria) {
    (self.target, self.criteria) = (target, criteria)
  }
}
