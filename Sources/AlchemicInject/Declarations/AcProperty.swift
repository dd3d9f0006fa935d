// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

/// Fills a property of the class's object when it has been created, for a class that cannot be
/// annotated. The value is found by type, and checked before anything runs.
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
/// An optional property may be left nil. The object is complete when it has been filled: what it
/// needs may not need it in turn, unless by a provider. An object that `AcSet` stores is not
/// filled.
///
/// A property of the main actor is filled by `model.inject(Screen.self) { @MainActor … }` instead.
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
