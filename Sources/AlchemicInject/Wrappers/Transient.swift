public import AlchemicRuntime
public import AlchemicCore

/// A property that follows `AcSet`: every read shows what is current.
///
/// ```swift
/// @Transient var rates: (any RateSource)?
/// @Transient var feeds: [any Feed]
/// ```
///
/// All it draws from must be singletons or references. A host that conforms to ``AlchemicAware``
/// has `didInject(variable:)` called after every change.
@propertyWrapper
public struct Transient<Value> {
  @usableFromInline let point: TransientPoint<Value>

  /// Searches by the property's type.
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    point = TransientPoint(nil, at: CodeLocation(fileID: fileID, line: line))
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
    point = TransientPoint(
      CriteriaBox(SearchCriteria(criterion, more)), at: CodeLocation(fileID: fileID, line: line))
  }

  /// A constant never changes.
  @available(*, unavailable, message: "a constant never changes: use @Injected")
  public init(_ constant: Constant<Value>, fileID: StaticString = #fileID, line: UInt = #line) {
    fatalError("a constant never changes: use @Injected")
  }

  /// Nil never changes.
  @available(*, unavailable, message: "a constant never changes: use @Injected")
  public init(_ nothing: NilConstant, fileID: StaticString = #fileID, line: UInt = #line) {
    fatalError("a constant never changes: use @Injected")
  }

  /// What is current.
  @inlinable
  public var wrappedValue: Value { point.value(in: nil) }

  /// Reads the property of a class.
  @inlinable
  public static subscript<Host: AnyObject>(
    _enclosingInstance host: Host, wrapped _: KeyPath<Host, Value>,
    storage storage: KeyPath<Host, Self>
  ) -> Value {
    // As for `@Injected`: the point need not be retained.
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
