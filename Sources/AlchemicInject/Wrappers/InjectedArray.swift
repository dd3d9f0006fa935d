public import AlchemicRuntime
public import AlchemicCore

/// A property with all matching objects, in order. The model resolves it at its first access.
///
/// ```swift
/// @InjectedArray var rules: [any Rule]
/// ```
///
/// If primary factories match, the array contains only their objects. The objects of factories with
/// `AcOrder` come first, sorted by their positions. The others follow in the order of declaration.
/// Classes that declare themselves are in the order of their qualified names. If nothing matches,
/// the array is empty. A matching reference that is not set is an error, as it is for a single
/// object. The array leaves out a nillable factory without an object.
@propertyWrapper
public struct InjectedArray<Element> {
  @usableFromInline let property: Injected<[Element]>
  @inlinable var point: InjectionPoint<[Element]> { property.point }

  /// Creates a property that is resolved by its type.
  @inlinable
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    property = Injected(fileID: fileID, line: line)
  }

  /// Creates a property that is resolved by its type and criteria.
  ///
  /// - Parameters:
  ///   - criterion: For example `.named("main")`.
  ///   - more: Further criteria. All must hold.
  public init(
    _ criterion: SearchCriterion, _ more: SearchCriterion..., fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    property = Injected(
      SearchCriteria(criterion, more), at: CodeLocation(fileID: fileID, line: line))
  }

  /// Creates a property with constants, without a search.
  ///
  /// - Parameters:
  ///   - constant: For example `AcInt(3)`.
  ///   - more: The remaining elements.
  public init(
    _ constant: Constant<Element>, _ more: Constant<Element>..., fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    property = Injected(Constant(([constant] + more).map(\.value)), fileID: fileID, line: line)
  }

  // MARK: Values given by hand

  /// Returns a property with a value that is given by hand, without a model. For tests.
  ///
  /// ```swift
  /// let checkout = Checkout(rules: .value([FakeRule()]))
  /// ```
  public static func value(
    _ value: [Element], fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    let property = Self(fileID: fileID, line: line)
    property.point.use(value, at: CodeLocation(fileID: fileID, line: line))
    return property
  }

  /// The property itself, so that its value can be given by hand: `wallet.$rules.use(…)`.
  public var projectedValue: Self { self }

  /// Unavailable: a property is read without `$`.
  @available(*, unavailable, message: "read the property itself, without $")
  public var value: [Element] { fatalError() }

  /// Gives the property its value by hand, instead of the model. For tests.
  ///
  /// - Parameter value: The value of the property.
  /// - Precondition: The property has no value yet. The first read, or the injection of its host,
  ///   would give it one.
  public func use(_ value: [Element], fileID: StaticString = #fileID, line: UInt = #line) {
    point.use(value, at: CodeLocation(fileID: fileID, line: line))
  }

  /// The value, which is resolved at the first access.
  @inlinable
  public var wrappedValue: [Element] { point.value(in: nil) }

  /// Reads the property of a constant: `let stores = InjectedArray<any Store>()` is read as
  /// `stores()`.
  ///
  /// - Complexity: As a read of the property.
  @inlinable
  public func callAsFunction() -> [Element] { point.value(in: nil) }

  /// Reads the property of an object.
  @inlinable
  public static subscript<Host: AnyObject>(
    _enclosingInstance host: Host, wrapped _: KeyPath<Host, [Element]>,
    storage storage: KeyPath<Host, Self>
  ) -> [Element] {
    // As for `@Injected`, the point need not be retained.
    @inline(__always) get {
      Borrowed(host[keyPath: storage].point).with { $0.value(in: host) }
    }
  }
}

extension InjectedArray: Sendable where Element: Sendable {}

extension InjectedArray: InjectionWrapper {
  static var target: Any.Type { [Element].self }
}
