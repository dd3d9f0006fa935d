public import AlchemicRuntime
public import AlchemicCore

// This folder has the property wrappers, each with one reference to its point.

/// A property that the model fills at its first access, once.
///
/// ```swift
/// @Injected var ledger: Ledger
/// @Injected(AcName("base currency")) var base: String
/// @Injected(AcInt(3)) var retries: Int
/// ```
///
/// The type says what is searched: a class finds it and its subclasses, a protocol whatever
/// conforms, an optional may be nil, an array is all. Works in classes, actors, structs and local
/// variables. Reading a property that cannot be resolved stops the program with the message that
/// the start gives for it.
@propertyWrapper
public struct Injected<Value> {
  @usableFromInline let point: InjectionPoint<Value>

  /// Searches by the property's type.
  @inlinable
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    point = .make(nil, at: CodeLocation(fileID: fileID, line: line))
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
    self.init(SearchCriteria(criterion, more), at: CodeLocation(fileID: fileID, line: line))
  }

  init(_ criteria: SearchCriteria, at location: CodeLocation) {
    point = .make(CriteriaBox(criteria), at: location)
  }

  /// A constant instead of a search.
  ///
  /// - Parameter constant: For example `AcInt(3)`.
  public init(_ constant: Constant<Value>, fileID: StaticString = #fileID, line: UInt = #line) {
    point = .make(constant.value, at: CodeLocation(fileID: fileID, line: line))
  }

  /// A constant instead of a search, for a property that may be nil.
  ///
  /// - Parameter constant: For example `AcInt(3)`.
  public init<Wrapped>(
    _ constant: Constant<Wrapped>, fileID: StaticString = #fileID, line: UInt = #line
  ) where Value == Wrapped? {
    point = .make(constant.value, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Nil instead of a search.
  ///
  /// - Parameter nothing: ``AcNil``.
  public init(_ nothing: NilConstant, fileID: StaticString = #fileID, line: UInt = #line)
  where Value: ExpressibleByNilLiteral {
    point = .make(nil as Value, at: CodeLocation(fileID: fileID, line: line))
  }

  /// The value, resolved at the first access.
  @inlinable
  public var wrappedValue: Value { point.value(in: nil) }

  /// Reads the property of a class.
  @inlinable
  public static subscript<Host: AnyObject>(
    _enclosingInstance host: Host, wrapped _: KeyPath<Host, Value>,
    storage storage: KeyPath<Host, Self>
  ) -> Value {
    // The key path is compiled away where this is inlined. The point need not be retained: no code
    // of the user's runs before its value is copied, or the point retains itself meanwhile.
    @inline(__always) get {
      Borrowed(host[keyPath: storage].point)
        .with { $0.value(in: host) }
    }
  }
}

// Proof: the wrapper is a constant reference to a point, whose value is written once and published
// atomically (see `InjectionPoint`); what many threads then read is Sendable.
extension Injected: @unchecked Sendable where Value: Sendable {}

extension Injected: InjectionWrapper {
  static var target: Any.Type { Value.self }
}
