import AlchemicRuntime
package import AlchemicCore

/// Injects the properties of objects that a model creates.
package struct ModelHostInjector: HostInjector {
  package init() {}

  package func survey() -> any HostSurvey { ClassSurvey.current() }

  package func inject(_ object: AnyObject, from model: Model, isNew: Bool) throws -> Bool {
    try HostInjection.inject(object, from: model, isNew: isNew)
  }

  package func injectsAtOnce(_ type: Any.Type) -> Bool { HostPlan.of(type).isAware }

  package func targetsInStructures(of type: Any.Type) -> [Any.Type] {
    injectedTargetsInStructures(of: type)
  }

  package func properties(of type: Any.Type) -> [InjectedProperty] {
    HostPlan.of(type).properties.map {
      InjectedProperty(
        name: $0.name, target: $0.wrapper.target, isTransient: $0.wrapper.isTransient,
        isWeak: $0.wrapper.isWeak)
    }
  }
}

/// Returns the target types of injected properties in structures that a class stores, at any depth.
func injectedTargetsInStructures(of type: Any.Type) -> [Any.Type] {
  storedProperties(of: type).flatMap { property -> [Any.Type] in
    if let wrapper = property.type as? any InjectionWrapper.Type {
      return type is AnyObject.Type ? [] : [wrapper.target]
    }
    return TypeKind.isStruct(property.type) ? injectedTargetsInStructures(of: property.type) : []
  }
}

/// Determines from the records of the loaded images which classes have hooks or wrapped properties.
final class ClassSurvey: HostSurvey, Sendable {
  private let types: ConformingTypes
  /// The records of the images that were loaded when the survey was created.
  private let sections: [ConformanceSection]

  private init(of sections: [ConformanceSection]) {
    self.sections = sections
    types = ConformingTypes(
      to: [(any AlchemicAware).self, (any InjectionWrapper).self], in: sections)
  }

  private static let last = Locked<ClassSurvey?>(nil)

  /// Returns the survey of the images that are loaded now. This is the previous one, unless further
  /// images were loaded since.
  static func current() -> ClassSurvey {
    let sections = conformanceSections()
    if let last = last.withLock({ $0 }), last.sections == sections { return last }
    let new = ClassSurvey(of: sections)
    last.withLock { $0 = new }
    return new
  }

  func mayBeHost(_ type: Any.Type) -> Bool { types.concern(type) }
}
