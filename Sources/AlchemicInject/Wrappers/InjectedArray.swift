public import AlchemicRuntime
public import AlchemicCore

/// A property that the model fills with everything that fits, in order, at its first access.
///
/// ```swift
/// @InjectedArray var rules: [any Rule]
/// ```
///
/// Primaries, if there are any, are all. Those with `AcOrder` come first, by it; then the order of
/// declaration, classes that declare themselves in the order of their qualified names. Nothing that
/// fits is an empty array. A reference among them that was not set is an error, as it is alone; a
/// nillable one is left out.
@propertyWrapper
public struct InjectedArray<Element> {
  @usableFromInline let property: Injected<[Element]>
  @inlinable var point: InjectionPoint<[Element]> { property.point }

  /// Searches by the property's type.
  @inlinable
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    property = Injected(fileID: fileID, line: line)
  }

  /// Searches by the property's type and criteria.
  ///
  /// - Parameters:
  ///   - criterion: For example `AcName("main")`.
  ///   - more: All of them must hold.
  public init(
    _ criterion: SearchCriterion, _ more: SearchCriterion..., fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    property = Injected(
      SearchCriteria(criterion, more), at: CodeLocation(fileID: fileID, line: line))
  }

  /// Constants instead of a search.
  ///
  /// - Parameters:
  ///   - constant: For example `AcInt(3)`.
  ///   - more: The other elements.
  public init(
    _ constant: Constant<Element>, _ more: Constant<Element>..., fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    property = Injected(Constant(([constant] + more).map(\.value)), fileID: fileID, line: line)
  }

  /// The value, resolved at the first access.
  @inlinable
  public var wrappedValue: [Element] { point.value(in: nil) }

  /// Reads the property of a class.
  @inlinable
  public static subscript<Host: AnyObject>(
    _enclosingInstance host: Host, wrapped _: KeyPath<Host, [Element]>,
    storage storage: KeyPath<Host, Self>
  ) -> [Element] {
    // As for `@Injected`: the point need not be retained.
    @inline(__always) get {
      Borrowed(host[keyPath: storage].point).with { $0.value(in: host) }
    }
  }
}

extension InjectedArray: Sendable where Element: Sendable {}

extension InjectedArray: InjectionWrapper {
  static var target: Any.Type { [Element].self }
}
