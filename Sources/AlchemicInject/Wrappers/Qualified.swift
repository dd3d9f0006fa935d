public import AlchemicRuntime
public import AlchemicCore

/// The wrappers of properties whose factory has a qualifier.
///
/// These wrappers differ from the wrappers with criteria in one respect: the type of the wrapper
/// contains the qualifier. So the start checks the property before any object exists.
///
/// For example, with `enum MainStore: AcQualifier {}`, write
/// `@Qualified<MainStore>.Injected var store: any Store`.
public enum Qualified<Name: AcQualifier> {
  fileprivate static var criterion: SearchCriterion { .qualified(Name.self) }

  /// As `@Injected`, for the factory with the qualifier.
  @propertyWrapper
  public struct Injected<Value> {
    @usableFromInline let property: AlchemicInject.Injected<Value>
    @inlinable var point: InjectionPoint<Value> { property.point }

    /// Creates a property that is resolved by its type and the qualifier.
    public init(fileID: StaticString = #fileID, line: UInt = #line) {
      property = AlchemicInject.Injected(Qualified.criterion, fileID: fileID, line: line)
    }

    private init(_ property: AlchemicInject.Injected<Value>) { self.property = property }

    /// Returns a property with a value that is given by hand, without a model. For tests.
    public static func value(
      _ value: Value, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Self { Self(.value(value, fileID: fileID, line: line)) }

    /// The property, so that its value can be given by hand, and its name compared.
    public var projectedValue: AlchemicInject.Injected<Value> { property }

    /// The value, which is resolved at the first access.
    @inlinable
    public var wrappedValue: Value { point.value(in: nil) }

    /// Reads the property of a constant, as that of `Injected`.
    @inlinable
    public func callAsFunction() -> Value { point.value(in: nil) }

    /// Gives the property of a constant its value by hand. For tests.
    public func use(_ value: Value, fileID: StaticString = #fileID, line: UInt = #line) {
      property.use(value, fileID: fileID, line: line)
    }

    /// Reads the property of an object.
    @inlinable
    public static subscript<Host: AnyObject>(
      _enclosingInstance host: Host, wrapped _: KeyPath<Host, Value>,
      storage storage: KeyPath<Host, Self>
    ) -> Value {
      @inline(__always) get {
        Borrowed(host[keyPath: storage].point).with { $0.value(in: host) }
      }
    }
  }

  /// As `@InjectedArray`, for the factories with the qualifier.
  @propertyWrapper
  public struct InjectedArray<Element> {
    @usableFromInline let property: AlchemicInject.InjectedArray<Element>
    @inlinable var point: InjectionPoint<[Element]> { property.point }

    /// Creates a property that is resolved by its type and the qualifier.
    public init(fileID: StaticString = #fileID, line: UInt = #line) {
      property = AlchemicInject.InjectedArray(Qualified.criterion, fileID: fileID, line: line)
    }

    private init(_ property: AlchemicInject.InjectedArray<Element>) { self.property = property }

    /// Returns a property with a value that is given by hand, without a model. For tests.
    public static func value(
      _ value: [Element], fileID: StaticString = #fileID, line: UInt = #line
    ) -> Self { Self(.value(value, fileID: fileID, line: line)) }

    /// The property, so that its value can be given by hand, and its name compared.
    public var projectedValue: AlchemicInject.InjectedArray<Element> { property }

    /// The value, which is resolved at the first access.
    @inlinable
    public var wrappedValue: [Element] { point.value(in: nil) }

    /// Reads the property of a constant, as that of `InjectedArray`.
    @inlinable
    public func callAsFunction() -> [Element] { point.value(in: nil) }

    /// Gives the property of a constant its value by hand. For tests.
    public func use(_ value: [Element], fileID: StaticString = #fileID, line: UInt = #line) {
      property.use(value, fileID: fileID, line: line)
    }

    /// Reads the property of an object.
    @inlinable
    public static subscript<Host: AnyObject>(
      _enclosingInstance host: Host, wrapped _: KeyPath<Host, [Element]>,
      storage storage: KeyPath<Host, Self>
    ) -> [Element] {
      @inline(__always) get {
        Borrowed(host[keyPath: storage].point).with { $0.value(in: host) }
      }
    }
  }

  /// As `@Weak`, for the factory with the qualifier.
  @propertyWrapper
  public struct Weak<Object> {
    @usableFromInline let property: AlchemicInject.Weak<Object>
    @inlinable var point: WeakPoint<Object> { property.point }

    /// Creates a property that is resolved by its type and the qualifier.
    public init(fileID: StaticString = #fileID, line: UInt = #line) {
      property = AlchemicInject.Weak(Qualified.criterion, fileID: fileID, line: line)
    }

    private init(_ property: AlchemicInject.Weak<Object>) { self.property = property }

    /// Returns a property with a value that is given by hand, without a model. For tests.
    public static func value(
      _ value: Object?, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Self { Self(.value(value, fileID: fileID, line: line)) }

    /// The property, so that its value can be given by hand, and its name compared.
    public var projectedValue: AlchemicInject.Weak<Object> { property }

    /// The object, which is resolved at the first access; nil if nothing matches, or if the object
    /// was released.
    public var wrappedValue: Object? { point.value(in: nil) }

    /// Reads the property of a constant, as that of `Weak`.
    public func callAsFunction() -> Object? { point.value(in: nil) }

    /// Gives the property of a constant its value by hand. For tests.
    public func use(_ value: Object?, fileID: StaticString = #fileID, line: UInt = #line) {
      property.use(value, fileID: fileID, line: line)
    }

    /// Reads the property of an object.
    @inlinable
    public static subscript<Host: AnyObject>(
      _enclosingInstance host: Host, wrapped _: KeyPath<Host, Object?>,
      storage storage: KeyPath<Host, Self>
    ) -> Object? {
      @inline(__always) get { host[keyPath: storage].point.value(in: host) }
    }
  }

  /// As `@Transient`, for the factory with the qualifier.
  @propertyWrapper
  public struct Transient<Value> {
    @usableFromInline let property: AlchemicInject.Transient<Value>
    @inlinable var point: TransientPoint<Value> { property.point }

    /// Creates a property that is resolved by its type and the qualifier.
    public init(fileID: StaticString = #fileID, line: UInt = #line) {
      property = AlchemicInject.Transient(Qualified.criterion, fileID: fileID, line: line)
    }

    private init(_ property: AlchemicInject.Transient<Value>) { self.property = property }

    /// Returns a property with a value that is given by hand, without a model. For tests.
    public static func value(
      _ value: Value, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Self { Self(.value(value, fileID: fileID, line: line)) }

    /// The property, so that its value can be given by hand, and its name compared.
    public var projectedValue: AlchemicInject.Transient<Value> { property }

    /// The current value.
    @inlinable
    public var wrappedValue: Value { point.value(in: nil) }

    /// Reads the property of a constant, as that of `Transient`.
    @inlinable
    public func callAsFunction() -> Value { point.value(in: nil) }

    /// Gives the property of a constant its value by hand. For tests.
    public func use(_ value: Value, fileID: StaticString = #fileID, line: UInt = #line) {
      property.use(value, fileID: fileID, line: line)
    }

    /// Reads the property of an object.
    @inlinable
    public static subscript<Host: AnyObject>(
      _enclosingInstance host: Host, wrapped _: KeyPath<Host, Value>,
      storage storage: KeyPath<Host, Self>
    ) -> Value {
      @inline(__always) get {
        Borrowed(host[keyPath: storage].point).with { $0.value(in: host) }
      }
    }
  }
}

extension Qualified.Injected: Sendable where Value: Sendable {}
extension Qualified.InjectedArray: Sendable where Element: Sendable {}
extension Qualified.Weak: Sendable where Object: Sendable {}
extension Qualified.Transient: Sendable where Value: Sendable {}

extension Qualified.Injected: InjectionWrapper {
  static var target: Any.Type { Value.self }
  static var qualifier: Qualifier? { Qualifier(Name.self) }
}

extension Qualified.InjectedArray: InjectionWrapper {
  static var target: Any.Type { [Element].self }
  static var qualifier: Qualifier? { Qualifier(Name.self) }
}

extension Qualified.Weak: InjectionWrapper {
  static var target: Any.Type { Object?.self }
  static var isWeak: Bool { true }
  static var qualifier: Qualifier? { Qualifier(Name.self) }
}

extension Qualified.Transient: InjectionWrapper {
  static var target: Any.Type { Value.self }
  static var isTransient: Bool { true }
  static var qualifier: Qualifier? { Qualifier(Name.self) }
}
