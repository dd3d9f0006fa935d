import AlchemicRuntime

// A hook compares the name that it receives with that of a property which the compiler checks.

extension AlchemicAware {
  /// Returns the name of a property, for a comparison in a hook.
  ///
  /// ```swift
  /// func didInject(variable: String) {
  ///   if variable == name(of: \.$rates) { … }
  /// }
  /// ```
  ///
  /// If the property is renamed, this does not compile, unlike a comparison with a text.
  ///
  /// - Parameter property: The property with its dollar sign.
  /// - Complexity: O(*p*) in the injected properties of the class.
  public func name<Value>(of property: KeyPath<Self, Injected<Value>>) -> String {
    name(of: self[keyPath: property].point)
  }

  /// Returns the name of a property with all matching objects.
  public func name<Element>(of property: KeyPath<Self, InjectedArray<Element>>) -> String {
    name(of: self[keyPath: property].point)
  }

  /// Returns the name of a property that follows its factory.
  public func name<Value>(of property: KeyPath<Self, Transient<Value>>) -> String {
    name(of: self[keyPath: property].point)
  }

  /// Returns the name of a property that references its object weakly.
  public func name<Object>(of property: KeyPath<Self, Weak<Object>>) -> String {
    name(of: self[keyPath: property].point)
  }

  private func name(of point: some InjectionPointing) -> String {
    let plan = HostPlan.of(type(of: self))
    return plan.name(ofProperty: plan.index(of: point, in: self))
  }
}
