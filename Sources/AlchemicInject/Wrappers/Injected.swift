public import AlchemicRuntime
public import AlchemicCore

// This folder contains the property wrappers. Each wrapper consists of one reference to its
// injection point.

/// A property that the model resolves once, at its first access.
///
/// ```swift
/// @Injected var ledger: Ledger
/// @Injected(AcName("base currency")) var base: String
/// @Injected(AcInt(3)) var retries: Int
/// ```
///
/// The type of the property determines the search. A class matches its objects and those of its
/// subclasses, and a protocol matches all objects that conform. A property of an optional type is
/// nil if nothing matches. An array contains all matching objects. The wrapper can be used in
/// classes, actors and structs, and for local variables. A read of a property that cannot be
/// resolved stops the program, with the same message as that of the start.
@propertyWrapper
public struct Injected<Value> {
  @usableFromInline let point: InjectionPoint<Value>

  /// Creates a property that is resolved by its type.
  @inlinable
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
    self.init(SearchCriteria(criterion, more), at: CodeLocation(fileID: fileID, line: line))
  }

  init(_ criteria: SearchCriteria, at location: CodeLocation) {
    point = .make(CriteriaBox(criteria), at: location)
  }

  /// Creates a property with a constant, without a search.
  ///
  /// - Parameter constant: For example `AcInt(3)`.
  public init(_ constant: Constant<Value>, fileID: StaticString = #fileID, line: UInt = #line) {
    point = .make(constant.value, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Creates an optional property with a constant, without a search.
  ///
  /// - Parameter constant: For example `AcInt(3)`.
  public init<Wrapped>(
    _ constant: Constant<Wrapped>, fileID: StaticString = #fileID, line: UInt = #line
  ) where Value == Wrapped? {
    point = .make(constant.value, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Creates a property with nil, without a search.
  ///
  /// - Parameter nothing: ``AcNil``.
  public init(_ nothing: NilConstant, fileID: StaticString = #fileID, line: UInt = #line)
  where Value: ExpressibleByNilLiteral {
    point = .make(nil as Value, at: CodeLocation(fileID: fileID, line: line))
  }

  // MARK: Values given by hand

  /// Returns a property with a value that is given by hand, without a model. For tests.
  ///
  /// ```swift
  /// let checkout = Checkout(store: .value(FakeStore()))
  /// ```
  public static func value(
    _ value: Value, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    let property = Self(fileID: fileID, line: line)
    property.point.use(value, at: CodeLocation(fileID: fileID, line: line))
    return property
  }

  /// The property itself, so that its value can be given by hand: `wallet.$store.use(…)`.
  public var projectedValue: Self { self }

  /// Unavailable: a property is read without `$`.
  @available(*, unavailable, message: "read the property itself, without $")
  public var value: Value { fatalError() }

  /// Gives the property its value by hand, instead of the model. For tests.
  ///
  /// - Parameter value: The value of the property.
  /// - Precondition: The property has no value yet. The first read, or the injection of its host,
  ///   would give it one.
  public func use(_ value: Value, fileID: StaticString = #fileID, line: UInt = #line) {
    point.use(value, at: CodeLocation(fileID: fileID, line: line))
  }

  /// The value, which is resolved at the first access.
  @inlinable
  public var wrappedValue: Value { point.value(in: nil) }

  /// Reads the property of a constant: `let store = Injected<any Store>()` is read as `store()`.
  ///
  /// A `Sendable` final class cannot have a variable with a wrapper, but it can have such a
  /// constant.
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
    // The compiler removes the key path when it inlines this. The point need not be retained: no
    // user code runs before the value is copied, except where the point retains itself.
    @inline(__always) get {
      Borrowed(host[keyPath: storage].point)
        .with { $0.value(in: host) }
    }
  }
}

// Proof: the wrapper is a constant reference to a point. The value of the point is written once and
// published atomically (see `InjectionPoint`), and other threads that read it receive a Sendable
// value.
extension Injected: @unchecked Sendable where Value: Sendable {}

extension Injected: InjectionWrapper {
  static var target: Any.Type { Value.self }
}
