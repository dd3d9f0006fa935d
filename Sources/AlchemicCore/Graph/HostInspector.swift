/// The upper layer's information on classes whose objects have properties to inject. It is taken
/// from types, not from objects.
package protocol HostInspector: Sendable {
  /// Returns a survey of many classes, from one pass over the images that are loaded now.
  func survey() -> any HostSurvey

  /// Returns whether all properties of a class's objects are resolved when an object is injected.
  func injectsAtOnce(_ type: Any.Type) -> Bool

  /// Returns the targets of injected properties in structures that objects of a class store.
  func targetsInStructures(of type: Any.Type) -> [Any.Type]

  /// Returns the injected properties of a class, without an object of it.
  func properties(of type: Any.Type) -> [InjectedProperty]
}

/// Identifies most classes whose objects have nothing to inject, without a runtime query for each.
package protocol HostSurvey: AnyObject {
  /// Returns false only if objects of the class have neither injected properties nor hooks.
  func mayBeHost(_ type: Any.Type) -> Bool
}

/// An injected property of a class, derived from its type.
package struct InjectedProperty: Sendable {
  package let name: String
  /// The type of the property's value.
  package let target: Any.Type
  /// Whether it follows `AcSet`.
  package let isTransient: Bool
  /// Whether it references its object weakly.
  package let isWeak: Bool

  package init(name: String, target: Any.Type, isTransient: Bool, isWeak: Bool) {
    self.name = name
    self.target = target
    self.isTransient = isTransient
    self.isWeak = isWeak
  }
}
