import AlchemicRuntime
package import AlchemicCore

/// Injects a host with hooks as a whole.
struct HostInjection {
  /// Injects an object unless that was done before. One without hooks stays lazy, but the first of
  /// its class that a model sees is checked: now it is known what its wrappers were given.
  ///
  /// - Returns: Whether there is nothing to do for others of its class, in the current revision.
  @discardableResult
  static func inject(_ host: AnyObject, from model: Model, isNew: Bool) throws -> Bool {
    let plan = HostPlan.of(type(of: host))
    if plan.isAware {
      try Self(host, plan, model, isNew: isNew).begin()
      return false
    }
    if !plan.properties.isEmpty {
      try model.checkOnce(plan.type) { try check(host, plan, in: model) }
    }
    return true
  }

  /// Makes sure that every property can be resolved; makes nothing.
  private static func check(_ host: AnyObject, _ plan: HostPlan, in model: Model) throws {
    var problems: [Problem] = []
    for (index, property) in plan.properties.enumerated() {
      let point = property.point(in: host)
      do {
        try plan.whileInjecting(property: index, at: point.location) { try point.check(in: model) }
      } catch let error as AlchemicError {
        problems += error.problems
      }
    }
    guard problems.isEmpty else { throw AlchemicError(problems) }
  }

  /// Injects a host of which a property is accessed first: every property if the host has hooks,
  /// unless its deinit has begun.
  ///
  /// - Parameter model: Is asked for only where it is needed.
  static func injectAtFirstAccess(
    _ host: AnyObject, _ plan: HostPlan, model: () throws -> Model
  ) throws {
    guard plan.isAware, !isDying(host) else { return }
    try CreationPath.within(.read) { try Self(host, plan, model(), isNew: false).begin() }
  }

  private let host: AnyObject
  private let plan: HostPlan
  private let model: Model
  /// Whether a factory has just made the host, on this thread: then it may have what is not
  /// finished.
  private let isNew: Bool

  private init(_ host: AnyObject, _ plan: HostPlan, _ model: Model, isNew: Bool) {
    (self.host, self.plan, self.model, self.isNew) = (host, plan, model, isNew)
  }

  /// Gives every property its value and calls the hooks, unless that was done or is under way.
  private func begin() throws {
    guard let first = plan.properties.first?.point(in: host) else {
      return plan.didInjectDependencies(host, isNew: isNew)
    }
    if first.claimHost() { try goOn(at: 0) }
  }

  /// Goes on with the property at `start`.
  private func goOn(at start: Int) throws {
    for index in start..<plan.properties.count {
      let point = plan.properties[index].point(in: host)
      do {
        try point.inject(index, of: host, plan, from: model, isNew: isNew)
      } catch {
        if postponed(at: index, after: error) { return }
        plan.properties[0].point(in: host).releaseHost()
        throw error
      }
      if model.listener != nil { EventHub.didInject(index, of: plan, at: point.location) }
      plan.didInject(host, index, isNew: isNew)
    }
    plan.didInjectDependencies(host, isNew: isNew)
    follow()
  }

  /// Goes on later, if that helps: perhaps the property needs an object whose initializer runs just
  /// now, or one that is not finished.
  private func postponed(at index: Int, after error: any Error) -> Bool {
    let rest = PostponedInjection(
      resume: { try goOn(at: index) },
      cancel: { plan.properties[0].point(in: host).releaseHost() })
    if error is UnfinishedValue { return CreationPath.postponeUntilFinished(rest) }
    return (error as? AlchemicError).map { CreationPath.postpone(rest, after: $0) } ?? false
  }

  /// Has the host notified of changes from now on: only now, and not before it is there for
  /// everybody, so that no hook runs on another thread before.
  private func follow() {
    guard plan.properties.contains(where: { $0.point(in: host).follows }) else { return }
    func follow() throws {
      for (index, property) in plan.properties.enumerated() {
        let hasChanged = try property.point(in: host).follow(index, in: host)
        if hasChanged { plan.didChange(index, in: host, announcing: model.listener != nil) }
      }
    }
    // A host whose creation is given up may live on, and follows like any other.
    let later = PostponedInjection(resume: follow, cancel: { try? follow() })
    if isNew, CreationPath.waitUntilCreated(later) { return }
    // It throws only if the model is gone, and then there is nothing to follow.
    try? follow()
  }
}

/// What was found for a property is not finished, and its host is there for everybody.
struct UnfinishedValue: Error {}

extension HostPlan {
  /// Tells a host that a property has another value.
  func didChange(_ index: Int, in host: AnyObject, announcing: Bool) {
    if announcing {
      EventHub.didInject(index, of: self, at: properties[index].point(in: host).location)
    }
    didInject(host, index, isNew: false)
  }

  /// Tells a host that a property has its value.
  ///
  /// - Parameter isNew: Whether a factory has just made it.
  fileprivate func didInject(_ host: AnyObject, _ index: Int, isNew: Bool) {
    switch hooks {
    case .none: break
    case .anywhere(let caller): caller.didInject(host, index)
    case .mainActor:
      let name = properties[index].name
      onMainActor(host, isNew: isNew) { $0.didInject(variable: name) }
    }
  }

  fileprivate func didInjectDependencies(_ host: AnyObject, isNew: Bool) {
    switch hooks {
    case .none: break
    case .anywhere(let caller): caller.didInjectDependencies(host)
    case .mainActor: onMainActor(host, isNew: isNew) { $0.didInjectDependencies() }
    }
  }

  /// What a message calls the property that is being read.
  func reading(_ point: AnyObject, _ host: AnyObject) -> String {
    let index = index(of: point, in: host)
    return properties.indices.contains(index)
      ? "\(typeName(type)).\(properties[index].name)" : typeName(type)
  }
}

/// Fills the properties of what a model makes.
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

/// What the injected properties of structures hold that a class stores, at any depth.
func injectedTargetsInStructures(of type: Any.Type) -> [Any.Type] {
  storedProperties(of: type).flatMap { property -> [Any.Type] in
    if let wrapper = property.type as? any InjectionWrapper.Type {
      return type is AnyObject.Type ? [] : [wrapper.target]
    }
    return TypeKind.isStruct(property.type) ? injectedTargetsInStructures(of: property.type) : []
  }
}
