/// What the layer above knows of classes whose objects have properties to inject. No object is
/// looked at.
package protocol HostInspector: Sendable {
  /// What can be said of many classes with one look at the images that are loaded now.
  func survey() -> any HostSurvey

  /// Whether the properties of a class's objects are all resolved when an object is injected.
  func injectsAtOnce(_ type: Any.Type) -> Bool

  /// What the injected properties of structures hold that a class's objects store.
  func targetsInStructures(of type: Any.Type) -> [Any.Type]

  /// The injected properties of a class, known without an object of it.
  func properties(of type: Any.Type) -> [InjectedProperty]
}

/// Says of most classes, without asking the runtime of each, that their objects have nothing to
/// inject.
package protocol HostSurvey: AnyObject {
  /// False only if an object of the class has neither injected properties nor hooks.
  func mayBeHost(_ type: Any.Type) -> Bool
}

/// An injected property of a class, as its type tells.
package struct InjectedProperty: Sendable {
  package let name: String
  /// What the property holds.
  package let target: Any.Type
  /// Whether it follows what it was injected with.
  package let isTransient: Bool
  /// Whether it does not keep what it was injected with.
  package let isWeak: Bool

  package init(name: String, target: Any.Type, isTransient: Bool, isWeak: Bool) {
    self.name = name
    self.target = target
    self.isTransient = isTransient
    self.isWeak = isWeak
  }
}
