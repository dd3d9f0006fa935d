package import AlchemicCore

/// Injects a host with hooks as a whole.
enum HostInjection {
  /// Injects an object unless that was done before. One without hooks stays lazy, but the first of
  /// its class that a model sees is checked: now it is known what its wrappers were given.
  ///
  /// - Returns: Whether there is nothing to do for others of its class, in the current revision.
  @discardableResult
  static func inject(_ host: AnyObject, from model: Model) throws -> Bool {
    let plan = HostPlan.of(type(of: host))
    if plan.isAware {
      try injectAware(host, plan, from: model)
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
        try plan.whileInjecting(property: index, at: point.place) { try point.check(in: model) }
      } catch let error as AlchemicError {
        problems += error.problems
      }
    }
    guard problems.isEmpty else { throw AlchemicError(problems) }
  }

  /// Injects a host of which a property is accessed first: every property if the host has hooks, unless its deinit has
  /// begun.
  ///
  /// - Parameter model: Is asked for only where it is needed.
  static func injectAtFirstAccess(
    _ host: AnyObject, _ plan: HostPlan, model: () throws -> Model
  ) throws {
    guard plan.isAware, !isDying(host) else { return }
    try injectAware(host, plan, from: model())
  }

  /// Gives every property its value and calls the hooks, unless that was done or is under way.
  private static func injectAware(
    _ host: AnyObject, _ plan: HostPlan, from model: Model
  ) throws {
    guard let first = plan.properties.first?.point(in: host) else {
      plan.didInjectDependencies(host)
      return
    }
    guard first.claimHost() else { return }
    try inject(host, plan, from: model, beginningAt: 0)
  }

  /// Goes on with the property at `start`.
  private static func inject(
    _ host: AnyObject, _ plan: HostPlan, from model: Model, beginningAt start: Int
  ) throws {
    for index in start..<plan.properties.count {
      let property = plan.properties[index]
      let point = property.point(in: host)
      do {
        try point.inject(index, of: host, plan, from: model)
      } catch {
        // Perhaps it needs an object whose initializer runs just now, with this host as argument.
        let rest = PostponedInjection(
          resume: { try inject(host, plan, from: model, beginningAt: index) },
          cancel: { plan.properties[0].point(in: host).releaseHost() })
        if let error = error as? AlchemicError, CreationPath.postpone(rest, after: error) { return }
        plan.properties[0].point(in: host).releaseHost()
        throw error
      }
      if model.listener != nil { EventHub.didInject(index, of: plan, at: point.place) }
      plan.didInject(host, index)
    }
    plan.didInjectDependencies(host)
    // Only now, so that no hook runs on another thread before the host is ready.
    for (index, property) in plan.properties.enumerated() {
      let hasChanged = try property.point(in: host).follow(index, in: host)
      if hasChanged { plan.didChange(index, in: host, announcing: model.listener != nil) }
    }
  }
}

extension HostPlan {
  /// Tells a host that a property has another value.
  func didChange(_ index: Int, in host: AnyObject, announcing: Bool) {
    if announcing {
      EventHub.didInject(index, of: self, at: properties[index].point(in: host).place)
    }
    didInject(host, index)
  }

  /// Tells a host that a property has its value.
  fileprivate func didInject(_ host: AnyObject, _ index: Int) {
    switch hooks {
    case .none: break
    case .anywhere(let caller): caller.didInject(host, index)
    case .mainActor:
      let name = properties[index].name
      onMainActor(host) { $0.didInject(variable: name) }
    }
  }

  fileprivate func didInjectDependencies(_ host: AnyObject) {
    switch hooks {
    case .none: break
    case .anywhere(let caller): caller.didInjectDependencies(host)
    case .mainActor: onMainActor(host) { $0.didInjectDependencies() }
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

  package func inject(_ object: AnyObject, from model: Model) throws -> Bool {
    try HostInjection.inject(object, from: model)
  }

  package func injectsAtOnce(_ type: Any.Type) -> Bool { HostPlan.of(type).isAware }

  package func properties(of type: Any.Type) -> [InjectedProperty] {
    HostPlan.of(type).properties.map {
      InjectedProperty(
        name: $0.name, target: $0.wrapper.target, isTransient: $0.wrapper.isTransient,
        isWeak: $0.wrapper.isWeak)
    }
  }
}
