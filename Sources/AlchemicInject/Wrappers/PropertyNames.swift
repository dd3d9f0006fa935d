import AlchemicRuntime

// With these functions, a hook compares the name that it receives with the name of a property. The
// compiler checks that the property exists.

extension AlchemicAware {
  /// Returns the name of a property, for a comparison in a hook.
  ///
  /// ```swift
  /// func didInject(variable: String) {
  ///   if variable == name(of: \.$rates) { … }
  /// }
  /// ```
  ///
  /// After a rename of the property, the call does not compile. A comparison with a string would
  /// compile.
  ///
  /// - Parameter property: The key path of the property, with its dollar sign. A constant, such as
  ///   `let rates = Injected<any RateSource>()`, has none: `name(of: \.rates)`.
  /// - Complexity: O(*p*) in the injected properties of the class.
  public func name<Value>(of property: KeyPath<Self, Injected<Value>>) -> String {
    name(of: self[keyPath: property].point)
  }

  /// Returns the name of an `@InjectedArray` property, for a comparison in a hook.
  public func name<Element>(of property: KeyPath<Self, InjectedArray<Element>>) -> String {
    name(of: self[keyPath: property].point)
  }

  /// Returns the name of a `@Transient` property, for a comparison in a hook.
  public func name<Value>(of property: KeyPath<Self, Transient<Value>>) -> String {
    name(of: self[keyPath: property].point)
  }

  /// Returns the name of a `@Weak` property, for a comparison in a hook.
  public func name<Object>(of property: KeyPath<Self, Weak<Object>>) -> String {
    name(of: self[keyPath: property].point)
  }

  /// Returns the name of a constant with a qualifier, for a comparison in a hook.
  public func name<Name, Value>(of property: KeyPath<Self, Qualified<Name>.Injected<Value>>)
    -> String
  { name(of: self[keyPath: property].point) }

  /// Returns the name of a constant with a qualifier, for a comparison in a hook.
  public func name<Name, Element>(
    of property: KeyPath<Self, Qualified<Name>.InjectedArray<Element>>
  ) -> String { name(of: self[keyPath: property].point) }

  /// Returns the name of a constant with a qualifier, for a comparison in a hook.
  public func name<Name, Value>(of property: KeyPath<Self, Qualified<Name>.Transient<Value>>)
    -> String
  { name(of: self[keyPath: property].point) }

  /// Returns the name of a constant with a qualifier, for a comparison in a hook.
  public func name<Name, Object>(of property: KeyPath<Self, Qualified<Name>.Weak<Object>>)
    -> String
  { name(of: self[keyPath: property].point) }

  private func name(of point: some InjectionPointing) -> String {
    let plan = HostPlan.of(type(of: self))
    return plan.name(ofProperty: plan.index(of: Borrowed(point), in: self))
  }
}
