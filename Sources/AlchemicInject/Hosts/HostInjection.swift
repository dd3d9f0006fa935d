package import AlchemicCore

/// Injects a host with hooks as a whole.
enum HostInjection {
  /// Injects an object unless that was done before; nothing happens to one without hooks.
  static func inject(_ host: AnyObject, from model: Model) throws {
    let plan = HostPlan.of(type(of: host))
    if plan.isAware { try inject(host, plan, from: model) }
  }

  /// Gives every property its value and calls the hooks, unless that was done or is under way.
  static func inject(_ host: AnyObject, _ plan: HostPlan, from model: Model) throws {
    guard let first = plan.properties.first?.point(in: host) else {
      plan.didInjectDependencies(host)
      return
    }
    guard first.claimHost() else { return }
    do {
      for (index, property) in plan.properties.enumerated() {
        try property.point(in: host).inject(index, of: host, plan, from: model)
        plan.didInject(host, property.name)
      }
    } catch {
      first.releaseHost()
      throw error
    }
    plan.didInjectDependencies(host)
  }
}

extension HostPlan {
  fileprivate func didInject(_ host: AnyObject, _ variable: String) {
    switch hooks {
    case .none: break
    case .anywhere(let caller): caller.didInject(host, variable)
    case .mainActor: onMainActor(host) { $0.didInject(variable: variable) }
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

  package func inject(_ object: AnyObject, from model: Model) throws {
    try HostInjection.inject(object, from: model)
  }

  package func properties(of type: Any.Type) -> [InjectedProperty] {
    HostPlan.of(type).properties.map {
      InjectedProperty(
        name: $0.name, target: $0.wrapper.target, isTransient: $0.wrapper.isTransient)
    }
  }
}
