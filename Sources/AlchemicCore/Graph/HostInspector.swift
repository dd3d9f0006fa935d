import AlchemicRuntime

/// The upper layer's information on classes whose objects have properties to inject. It is taken
/// from types, not from objects.
package protocol HostInspector: AnyObject, Sendable {
  /// Returns a survey of many classes, from one pass over the images that are loaded now.
  func survey() -> any HostSurvey

  /// Returns whether all properties of a class's objects are resolved when an object is injected.
  func injectsAtOnce(_ type: Any.Type) -> Bool

  /// Returns the injected properties of a class or a structure, without a value of it: first its
  /// own, then those in structures that it stores.
  func properties(of type: Any.Type) -> [InjectedProperty]
}

/// Identifies most classes whose objects have nothing to inject, without a runtime query for each.
package protocol HostSurvey: AnyObject {
  /// Returns false only if values of the type have neither injected properties nor hooks.
  ///
  /// - Parameter type: A class or a structure.
  func mayBeHost(_ type: Any.Type) -> Bool
}

/// An injected property of a class or a structure, derived from its type.
package final class InjectedProperty: Sendable {
  /// The name; with the path to it if the host stores it in a structure: `services.store`.
  package let name: String
  /// The type of the property's value.
  let target: Any.Type
  /// Whether it follows `AcSet`.
  package let isTransient: Bool
  /// Whether it references its object weakly.
  package let isWeak: Bool
  /// The qualifier that its type shows, if any. Then it has no other criteria and no constant.
  let qualifier: Qualifier?
  /// Whether a structure declares it. Such a property is never injected together with a host.
  let isInStructure: Bool

  package init(
    name: String, target: Any.Type, isTransient: Bool, isWeak: Bool, qualifier: Qualifier? = nil,
    isInStructure: Bool = false
  ) {
    self.name = name
    self.target = target
    self.isTransient = isTransient
    self.isWeak = isWeak
    self.qualifier = qualifier
    self.isInStructure = isInStructure
  }
}

extension FactoryFacts {
  /// Returns the path of a need that a property of a product has.
  @inline(never)
  func path(to property: InjectedProperty) -> [Problem.Step] {
    // Only a wrapper has the location of its property, so the factory of the host is added.
    [Problem.Step("\(productName).\(property.name)", nil), step]
  }
}

extension FactoryFacts {
  /// A problem if the properties of the products are unknown, because their module was compiled
  /// without reflection metadata. Another module that does not use Alchemic has no such problem: it
  /// does not declare the products, neither as classes nor in code.
  var withoutReflection: Problem? {
    guard let module = moduleWithoutReflection(of: product),
      product is any AlchemicManaged.Type || location?.fileID.hasPrefix("\(module)/") == true
    else { return nil }
    return Problem(.noReflection, module, path: [step])
  }
}

extension InjectedProperty {
  /// Whether every object of the value must be shared.
  var needsShared: Bool { isTransient || isWeak }

  /// The criteria that its type shows.
  var criteria: SearchCriteria {
    qualifier.map { SearchCriteria(.qualified($0.type)) } ?? SearchCriteria()
  }

  /// Whether the property may well have a constant in place of an object of the model. One of a
  /// protocol's type, or of a class that declares itself, hardly has.
  func mayHaveConstant(_ query: TypeQuery) -> Bool {
    !isTransient && !isWeak && !query.isProtocol && !(query.type is any AlchemicManaged.Type)
  }
}
