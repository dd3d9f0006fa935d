import AlchemicRuntime

/// A type that distinguishes factories of one type, for example one store from another.
///
/// ```swift
/// enum MainStore: AcQualifier {}
///
/// model.register(AcFactoryQualifier(MainStore.self)) { FileStore("main") as any Store }
/// …
/// @Qualified<MainStore>.Injected var store: any Store
/// ```
///
/// A misspelt qualifier does not compile. The type of the property contains the qualifier, so
/// validation checks it before an object exists. A name is checked when the first object is
/// injected.
public protocol AcQualifier: SendableMetatype {}

/// The identity of a qualifier, for use as a key.
public struct Qualifier: Sendable, Hashable {
  /// The type that serves as the qualifier.
  public let type: any AcQualifier.Type

  package init(_ type: any AcQualifier.Type) { self.type = type }

  var id: ObjectIdentifier { ObjectIdentifier(type) }

  public static func == (first: Qualifier, second: Qualifier) -> Bool { first.id == second.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  package var name: String { typeName(type) }

  /// The spelling in a request.
  var spelling: String { ".qualified(\(name).self)" }
}
