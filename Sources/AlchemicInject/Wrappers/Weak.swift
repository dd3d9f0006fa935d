public import AlchemicCore

/// A property that the model fills at its first access, and that does not keep its object.
///
/// ```swift
/// @Weak var auditor: (any Auditor)?
/// ```
///
/// Nil if nothing fits, and again when the object is gone.
@propertyWrapper
public struct Weak<Object> {
  @usableFromInline let point: WeakPoint<Object>

  /// Searches by the property's type.
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    point = WeakPoint(SearchCriteria(), at: CodeLocation(fileID: fileID, line: line))
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
    point = WeakPoint(
      SearchCriteria(criterion, more), at: CodeLocation(fileID: fileID, line: line))
  }

  /// A constant has no other owner.
  @available(*, unavailable, message: "nobody else keeps a constant: use @Injected")
  public init<Other>(
    _ constant: Constant<Other>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    fatalError("nobody else keeps a constant: use @Injected")
  }

  /// The object, resolved at the first access, or nil.
  ///
  /// - Complexity: A weak load and a cast; about 120 ns.
  public var wrappedValue: Object? { point.value(in: nil) }

  /// Reads the property of a class.
  @inlinable
  public static subscript<Host: AnyObject>(
    _enclosingInstance host: Host, wrapped _: KeyPath<Host, Object?>,
    storage storage: KeyPath<Host, Self>
  ) -> Object? {
    // The key path is compiled away where this is inlined.
    @inline(__always) get { host[keyPath: storage].point.value(in: host) }
  }
}

extension Weak: Sendable where Object: Sendable {}

extension Weak: InjectionWrapper {
  static var target: Any.Type { Object?.self }
  static var isWeak: Bool { true }
}
