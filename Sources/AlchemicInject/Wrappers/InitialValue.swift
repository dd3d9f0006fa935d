public import AlchemicCore

// A property with an initial value would take no value from the model, so these initializers do not
// compile. They are in extensions because the compiler would otherwise prefer them for properties
// without an initial value too.

extension Injected {
  /// Unavailable: the model supplies the value of the property.
  @available(
    *, unavailable,
    message: "the model supplies the value: leave it out, or give one by hand with .value(…)"
  )
  public init(wrappedValue: Value, _ criteria: SearchCriterion...) {
    fatalError("the model supplies the value")
  }
}

extension InjectedArray {
  /// Unavailable: the model supplies the value of the property.
  @available(
    *, unavailable,
    message: "the model supplies the value: leave it out, or give one by hand with .value(…)"
  )
  public init(wrappedValue: [Element], _ criteria: SearchCriterion...) {
    fatalError("the model supplies the value")
  }
}

extension Transient {
  /// Unavailable: the model supplies the value of the property.
  @available(
    *, unavailable,
    message: "the model supplies the value: leave it out, or give one by hand with .value(…)"
  )
  public init(wrappedValue: Value, _ criteria: SearchCriterion...) {
    fatalError("the model supplies the value")
  }
}

extension Weak {
  /// Unavailable: the model supplies the value of the property.
  @available(
    *, unavailable,
    message: "the model supplies the value: leave it out, or give one by hand with .value(…)"
  )
  public init(wrappedValue: Object?, _ criteria: SearchCriterion...) {
    fatalError("the model supplies the value")
  }
}
