import AlchemicRuntime
import AlchemicCore

/// Injects a host with hooks as a whole.
struct HostInjection {
  /// Injects an object, unless it was injected before.
  ///
  /// The properties of a host without hooks are resolved when they are read, and so are those in
  /// structures of any host. This function only checks these properties, until an object of the
  /// class passes the check. The check needs an object, because only an object contains the
  /// arguments of its wrappers.
  ///
  /// - Returns: Whether other objects of its class need no injection in the current revision.
  @discardableResult
  static func inject(_ host: AnyObject, from model: Model, isNew: Bool) throws -> Bool {
    try HostPlan.lent(of: type(of: host)).with { plan in
      try inject(host, plan, from: model, isNew: isNew)
    }
  }

  private static func inject(
    _ host: AnyObject, _ plan: HostPlan, from model: Model, isNew: Bool
  ) throws -> Bool {
    defer {
      // A child may register or set a host of its parent. Such a host stays with the parent.
      if let keeper = keeper(in: model), keeper is Scope || !model.rootStores(host) {
        bind(host, plan, to: keeper)
      }
    }
    if plan.isAware {
      if !plan.nested.isEmpty {
        try model.checkOnce(plan.type) { try check(host, plan, in: model) }
      }
      try Self(host: host, plan: plan, model: model, isNew: isNew).begin()
      return false
    }
    if !plan.properties.isEmpty || !plan.nested.isEmpty {
      try model.checkOnce(plan.type) { try check(host, plan, in: model) }
      return !bindsHosts(model)
    }
    return true
  }

  /// The innermost open scope of a model, or else the home of a child model; nil for neither.
  private static func keeper(in model: Model) -> AnyObject? {
    if let scope = CurrentScope.innermost(in: model) { return scope }
    return model.isChild ? model.home : nil
  }

  /// Makes the properties of a host that have no value take it from a child model or within a
  /// scope, on every thread that reads them.
  static func bind(_ host: AnyObject, _ plan: HostPlan, to keeper: AnyObject) {
    // The properties of a host with hooks get their values together.
    if !plan.isAware { plan.properties.forEach { $0.point(in: host).bind(to: keeper) } }
    plan.nested.properties.forEach { $0.point(in: host).bind(to: keeper) }
  }

  /// Whether a model binds each of its hosts: to itself, or to an open scope.
  private static func bindsHosts(_ model: Model) -> Bool {
    model.isChild || model.hasScopes
  }

  /// Checks that each property that is not resolved together with the host can be resolved. Creates
  /// nothing.
  private static func check(_ host: AnyObject, _ plan: HostPlan, in model: Model) throws {
    var problems: [Problem] = []
    if !plan.isAware {
      problems += Self.problems(of: plan, plan.properties.map { $0.point(in: host) }, in: model)
    }
    let nested = plan.nested
    problems += Self.problems(of: nested, nested.properties.map { $0.point(in: host) }, in: model)
    guard problems.isEmpty else { throw AlchemicError(problems) }
  }

  /// Checks that each property of a structure can be resolved, unless a value of its type has
  /// passed the check. Creates nothing.
  ///
  /// - Returns: Whether other values of the type need no check in the current revision.
  static func check(_ value: ValueAddress, of type: Any.Type, in model: Model) throws -> Bool {
    defer {
      if let keeper = keeper(in: model) {
        NestedProperties.of(type).properties.forEach { $0.point(in: value).bind(to: keeper) }
      }
    }
    try model.checkOnce(type) {
      let structure = NestedProperties.of(type)
      let problems = problems(
        of: structure, structure.properties.map { $0.point(in: value) }, in: model)
      guard problems.isEmpty else { throw AlchemicError(problems) }
    }
    return !bindsHosts(model)
  }

  private static func problems(
    of subject: some PathSubject, _ points: [any InjectionPointing], in model: Model
  ) -> [Problem] {
    points.enumerated().flatMap { index, point -> [Problem] in
      do {
        try subject.whileInjecting(property: index, at: point.location) {
          try point.check(in: model)
        }
        return []
      } catch { return (error as? AlchemicError)?.problems ?? [] }
    }
  }

  /// Injects a host when a property of it is accessed for the first time: all its properties if the
  /// host has hooks and its deinit has not begun; otherwise none.
  ///
  /// - Parameter model: Returns the model. Called only if the host is injected.
  static func injectAtFirstAccess(
    _ host: AnyObject, _ plan: HostPlan, model: () throws -> Model
  ) throws {
    guard plan.isAware, !isDying(host) else { return }
    try CreationPath.within(.read) {
      try Self(host: host, plan: plan, model: model(), isNew: false).begin()
    }
  }

  private let host: AnyObject
  private let plan: HostPlan
  private let model: Model
  /// Whether a factory has just created the host, on this thread. Then the host may store
  /// unfinished objects.
  private let isNew: Bool

  /// Gives every property its value and calls the hooks, unless another call has done so or is
  /// doing so.
  private func begin() throws {
    guard let first = plan.properties.first?.point(in: host) else {
      return plan.didInjectDependencies(host, isNew: isNew)
    }
    if first.claimHost() { try goOn(at: 0) }
  }

  /// Continues with the property at `start`.
  private func goOn(at start: Int) throws {
    for index in start..<plan.properties.count {
      let point = plan.properties[index].point(in: host)
      let isReadable: Bool
      do {
        isReadable = try point.inject(index, of: host, plan, from: model, isNew: isNew)
      } catch {
        if postponed(at: index, after: error) { return }
        plan.properties[0].point(in: host).releaseHost()
        throw error
      }
      if !isReadable { continue }
      plan.didInject(index, of: host, isNew: isNew, announcing: model.listener != nil)
    }
    plan.didInjectDependencies(host, isNew: isNew)
    follow()
  }

  /// Postpones the rest of the injection if it can succeed later: the property needs an object
  /// whose initializer is running on this thread, or an unfinished object.
  ///
  /// - Returns: Whether the rest is postponed.
  private func postponed(at index: Int, after error: any Error) -> Bool {
    let rest = PostponedInjection(
      resume: { try goOn(at: index) },
      cancel: { plan.properties[0].point(in: host).releaseHost() })
    if error is UnfinishedValue { return CreationPath.postponeUntilFinished(rest) }
    return (error as? AlchemicError).map { CreationPath.postpone(rest, after: $0) } ?? false
  }

  /// Adds the host to the followers, so that it is notified of changes.
  ///
  /// This is the last step of the injection, and it waits until other threads have access to the
  /// host. Otherwise a hook could run on another thread before the injection has ended.
  private func follow() {
    guard plan.properties.contains(where: { $0.point(in: host).follows }) else { return }
    func follow() throws {
      for (index, property) in plan.properties.enumerated() {
        let hasChanged = try property.point(in: host).follow(index, in: host)
        if hasChanged {
          plan.didInject(index, of: host, isNew: false, announcing: model.listener != nil)
        }
      }
    }
    // The program may retain a host whose creation failed. Such a host follows like any other host.
    let later = PostponedInjection(resume: follow, cancel: { try? follow() })
    if isNew, CreationPath.waitUntilCreated(later) { return }
    // This throws only if the model was released. Then there is nothing to follow.
    try? follow()
  }
}

/// The value of a property is not finished, but other threads have access to its host.
struct UnfinishedValue: Error {}
