public import AlchemicCore

/// A property that references its object weakly. The model resolves it at its first access.
///
/// ```swift
/// @Weak var auditor: (any Auditor)?
/// ```
///
/// The value is nil if nothing matches, and after the object was released.
@propertyWrapper
public struct Weak<Object> {
  @usableFromInline let point: WeakPoint<Object>

  /// Creates a property that is resolved by its type.
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    point = .make(nil, at: CodeLocation(fileID: fileID, line: line))
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
    point = .make(
      CriteriaBox(SearchCriteria(criterion, more)), at: CodeLocation(fileID: fileID, line: line))
  }

  /// Unavailable: a constant has no other owner.
  @available(*, unavailable, message: "nothing else retains a constant: use @Injected")
  public init<Other>(
    _ constant: Constant<Other>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    fatalError("nothing else retains a constant: use @Injected")
  }

  // MARK: Values given by hand

  /// Returns a property with a value that is given by hand, without a model. For tests.
  ///
  /// ```swift
  /// let checkout = Checkout(auditor: .value(auditor))
  /// ```
  public static func value(
    _ value: Object?, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    let property = Self(fileID: fileID, line: line)
    property.point.use(value, at: CodeLocation(fileID: fileID, line: line))
    return property
  }

  /// The property itself, so that its value can be given by hand: `wallet.$auditor.use(…)`.
  public var projectedValue: Self { self }

  /// Unavailable: a property is read without `$`.
  @available(*, unavailable, message: "read the property itself, without $")
  public var value: Object? { fatalError() }

  /// Gives the property its value by hand, instead of the model. For tests.
  ///
  /// - Parameter value: The object, which the property references weakly; or nil.
  /// - Precondition: The property has no value yet. The first read, or the injection of its host,
  ///   would give it one.
  public func use(_ value: Object?, fileID: StaticString = #fileID, line: UInt = #line) {
    point.use(value, at: CodeLocation(fileID: fileID, line: line))
  }

  /// The object, which is resolved at the first access; nil if nothing matches, or if the object
  /// was released.
  ///
  /// - Complexity: A weak load and a cast; about 120 ns.
  public var wrappedValue: Object? { point.value(in: nil) }

  /// Reads the property of a constant: `let window = Weak<Window>()` is read as `window()`.
  ///
  /// - Complexity: As a read of the property.
  public func callAsFunction() -> Object? { point.value(in: nil) }

  /// Reads the property of an object.
  @inlinable
  public static subscript<Host: AnyObject>(
    _enclosingInstance host: Host, wrapped _: KeyPath<Host, Object?>,
    storage storage: KeyPath<Host, Self>
  ) -> Object? {
    // The compiler removes the key path when it inlines this.
    @inline(__always) get { host[keyPath: storage].point.value(in: host) }
  }
}

// Proof: as for `Injected`. Any thread may read a weak reference.
extension Weak: @unchecked Sendable where Object: Sendable {}

extension Weak: InjectionWrapper {
  static var target: Any.Type { Object?.self }
  static var isWeak: Bool { true }
}
