import AlchemicRuntime

/// One thing that a factory must satisfy besides producing the right type.
///
/// Made by the functions that spell it: `AcClass`, `AcProtocol`, `AcName`.
public struct SearchCriterion: Sendable {
  @usableFromInline
  enum Kind: Sendable {
    case ofClass(AnyClass)
    case conformsTo(Any.Type)
    case named(String)
  }
  @usableFromInline let kind: Kind

  @usableFromInline
  init(kind: Kind) { self.kind = kind }

  /// A class or a subclass of it; at most one.
  public static func ofClass(_ type: AnyClass) -> SearchCriterion {
    SearchCriterion(kind: .ofClass(type))
  }
  /// Something that conforms; any number, all must hold.
  public static func conformsTo(_ type: Any.Type) -> SearchCriterion {
    SearchCriterion(kind: .conformsTo(type))
  }
  /// The one factory of this name; alone.
  @inlinable
  public static func named(_ name: String) -> SearchCriterion {
    SearchCriterion(kind: .named(name))
  }

  /// The name that is searched, if it is one.
  @inlinable
  package var name: String? { if case .named(let name) = kind { name } else { nil } }
}

/// What a factory must satisfy besides producing the right type.
///
/// None and one are the usual cases and need no memory of their own.
public struct SearchCriteria: Sendable {
  private var first: SearchCriterion.Kind?
  private var more: [SearchCriterion.Kind] = []

  /// No criteria: the type alone decides.
  public init() {}

  /// - Parameter criterion: It must hold.
  public init(_ criterion: SearchCriterion) { first = criterion.kind }

  /// - Parameters:
  ///   - criterion: It must hold.
  ///   - more: All of them must hold too.
  public init(_ criterion: SearchCriterion, _ more: [SearchCriterion]) {
    first = criterion.kind
    self.more = more.map(\.kind)
  }

  package var isEmpty: Bool { first == nil }

  /// The name, if it is all there is.
  package var onlyName: String? {
    if case .named(let name) = first, more.isEmpty { name } else { nil }
  }

  private var all: [SearchCriterion.Kind] { (first.map { [$0] } ?? []) + more }

  var classes: [AnyClass] {
    all.compactMap { if case .ofClass(let type) = $0 { type } else { nil } }
  }

  var protocols: [Any.Type] {
    all.compactMap { if case .conformsTo(let type) = $0 { type } else { nil } }
  }

  /// Whether they can hold together: a name alone, or one class and any protocols, which are
  /// protocols.
  var areConsistent: Bool {
    if onlyName != nil { return true }
    return classes.count <= 1 && classes.count + protocols.count == all.count
      && protocols.allSatisfy { TypeQuery($0).isProtocol }
  }

  /// As a message shows them.
  var spellings: [String] {
    all.map { kind in
      switch kind {
      case .ofClass(let type): "AcClass(\(typeName(type)).self)"
      case .conformsTo(let type): "AcProtocol(\(Self.spelling(of: type)).self)"
      case .named(let name): "AcName(\"\(Wording.shown(name))\")"
      }
    }
  }

  private static func spelling(of type: Any.Type) -> String {
    let name = typeName(type)
    if !TypeQuery(type).isProtocol { return name }
    return name.hasPrefix("any ") ? "(\(name))" : "(any \(name))"
  }

  /// The types that are asked for, as a key: equal for criteria that find the same. The protocols
  /// are in one order, and each is there once, so that a program has no more keys than combinations
  /// of its types.
  var typeKey: [ObjectIdentifier] {
    var key = classes.map { ObjectIdentifier($0) }
    let protocols = protocols.map { ObjectIdentifier($0) }
    for type in protocols.count > 1 ? protocols.ordered(byNumber: Self.address) : protocols
    where key.last != type { key.append(type) }
    return key
  }

  private static func address(of type: ObjectIdentifier) -> Int { Int(bitPattern: type) }
}

/// A search: a type and criteria.
public struct SearchRequest: Sendable {
  package let target: Any.Type
  package let criteria: SearchCriteria

  package init(target: Any.Type, criteria: SearchCriteria) {
    self.target = target
    self.criteria = criteria
  }
}
