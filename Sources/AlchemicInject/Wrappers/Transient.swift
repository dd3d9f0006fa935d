public import AlchemicRuntime
public import AlchemicCore

/// A property that follows its factory: every read returns the current value, also after `AcSet`.
///
/// ```swift
/// @Transient var rates: (any RateSource)?
/// @Transient var feeds: [any Feed]
/// ```
///
/// All matching factories must be singletons or references. If the host conforms to
/// ``AlchemicAware``, its `didInject(variable:)` is called after a change of the value.
@propertyWrapper
public struct Transient<Value> {
  @usableFromInline let point: TransientPoint<Value>

  /// Creates a property that is resolved by its type.
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    point = TransientPoint(nil, at: CodeLocation(fileID: fileID, line: line))
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
    point = TransientPoint(
      CriteriaBox(SearchCriteria(criterion, more)), at: CodeLocation(fileID: fileID, line: line))
  }

  /// Unavailable: a constant never changes.
  @available(*, unavailable, message: "a constant never changes: use @Injected")
  public init(_ constant: Constant<Value>, fileID: StaticString = #fileID, line: UInt = #line) {
    fatalError("a constant never changes: use @Injected")
  }

  /// Unavailable: nil never changes.
  @available(*, unavailable, message: "a constant never changes: use @Injected")
  public init(_ nothing: NilConstant, fileID: StaticString = #fileID, line: UInt = #line) {
    fatalError("a constant never changes: use @Injected")
  }

  // MARK: Values given by hand

  /// Returns a property with a value that is given by hand, without a model. For tests.
  ///
  /// ```swift
  /// let checkout = Checkout(rates: .value(FakeRates()))
  /// ```
  public static func value(
    _ value: Value, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    let property = Self(fileID: fileID, line: line)
    property.point.use(value, at: CodeLocation(fileID: fileID, line: line))
    return property
  }

  /// The property itself, so that its value can be given by hand: `wallet.$rates.use(…)`.
  public var projectedValue: Self { self }

  /// Unavailable: a property is read without `$`.
  @available(*, unavailable, message: "read the property itself, without $")
  public var value: Value { fatalError() }

  /// Gives the property its value by hand, instead of the model. For tests.
  ///
  /// The property keeps this value: `AcSet` does not change it.
  ///
  /// - Parameter value: The value of the property.
  /// - Precondition: The property has no value yet. The first read, or the injection of its host,
  ///   would give it one.
  public func use(_ value: Value, fileID: StaticString = #fileID, line: UInt = #line) {
    point.use(value, at: CodeLocation(fileID: fileID, line: line))
  }

  /// The current value.
  @inlinable
  public var wrappedValue: Value { point.value(in: nil) }

  /// Reads the property of a constant: `let user = Transient<User>()` is read as `user()`.
  ///
  /// - Complexity: As a read of the property.
  @inlinable
  public func callAsFunction() -> Value { point.value(in: nil) }

  /// Reads the property of an object.
  @inlinable
  public static subscript<Host: AnyObject>(
    _enclosingInstance host: Host, wrapped _: KeyPath<Host, Value>,
    storage storage: KeyPath<Host, Self>
  ) -> Value {
    // As for `@Injected`, the point need not be retained.
    @inline(__always) get {
      Borrowed(host[keyPath: storage].point)
        .with { $0.value(in: host) }
    }
  }
}

extension Transient: Sendable where Value: Sendable {}

extension Transient: InjectionWrapper {
  static var target: Any.Type { Value.self }
  static var isTransient: Bool { true }
}
