// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

/// Fills a property of each object of the class after the object was created. For a class that
/// cannot be annotated. The value is found by type, and the start checks the search before it
/// creates objects.
///
/// ```swift
/// extension LegacyReport: AlchemicManaged {
///   static func alchemic(_ of: ClassObjectFactory) {
///     AcInitializer(of, LegacyReport.init)
///     AcProperty(of, \LegacyReport.store)
///   }
/// }
/// ```
///
/// If nothing matches, a property of an optional type becomes nil. Other code receives the object
/// only after it was filled. So the value must not need the object in turn, unless by a provider.
/// An object that `AcSet` stores is not filled.
///
/// For a property of the main actor, use `model.inject(Screen.self) { @MainActor … }` instead.
///
/// - Parameters:
///   - of: The parameter of `alchemic(_:)`.
///   - property: A property of the class or a superclass.
///   - source: A search or a constant.
public func AcProperty<Host: AnyObject, Value>(
  _ of: ClassObjectFactory, _ property: ReferenceWritableKeyPath<Host, Value>,
  _ source: ValueSource<Value> = .byType, fileID: StaticString = #fileID, line: UInt = #line
) {
  of.fill(
    with: Maker(
      filling: Host.self, arguments(source), at: CodeLocation(fileID: fileID, line: line)
    ) { (host: Host, value: Value) in host[keyPath: property] = value })
}
