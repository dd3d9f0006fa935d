package import AlchemicRuntime
package import AlchemicCore

/// Injects the properties of objects that a model creates. While a model creates an object, it is
/// the current model for the code of the object.
package final class ModelHostInjector: HostInjector {
  package init() {}

  package func survey() -> any HostSurvey { ClassSurvey.current() }

  package func inject(_ object: AnyObject, from model: Model, isNew: Bool) throws -> Bool {
    try HostInjection.inject(object, from: model, isNew: isNew)
  }

  package func check(_ value: ValueAddress, of type: Any.Type, in model: Model) throws -> Bool {
    try HostInjection.check(value, of: type, in: model)
  }

  package func releaseCircles(of objects: inout [AnyObject], round: Int) {
    HostCircle.release(&objects, round: round)
  }

  package func injectsAtOnce(_ type: Any.Type) -> Bool { HostPlan.of(type).isAware }

  package func properties(of type: Any.Type) -> [InjectedProperty] {
    guard TypeKind.isClass(type) else { return NestedProperties.of(type).described }
    let plan = HostPlan.of(type)
    return plan.properties.map { $0.described() } + plan.nested.described
  }

  package func notifyFollowers(of replacement: Replacement, in model: Model) {
    TransientRegistry.notifyFollowers(of: replacement, in: model)
  }

  package func isCurrent(_ model: Model) -> Bool { CurrentModel.isCurrent(model) }

  package func run<Result>(as model: Model, _ body: () throws -> Result) rethrows -> Result {
    try CurrentModel.run(as: model, body)
  }

  package func run<Result: Sendable>(
    as model: Model, _ body: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    try await CurrentModel.run(as: model, body)
  }
}

extension NestedProperties {
  fileprivate var described: [InjectedProperty] {
    properties.map { $0.described(inStructure: true) }
  }
}

extension HostPlan.Property {
  fileprivate func described(inStructure: Bool = false) -> InjectedProperty {
    InjectedProperty(
      name: name, target: wrapper.target, isTransient: wrapper.isTransient,
      isWeak: wrapper.isWeak, qualifier: wrapper.qualifier, isInStructure: inStructure)
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
