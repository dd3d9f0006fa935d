import AlchemicRuntime
import AlchemicCore

extension InjectionPointing {
  /// Resolves a property that is read for the first time, and announces that it has its value.
  ///
  /// A host with hooks is first injected as a whole. If that fails, or if the property cannot be
  /// resolved, this stops the program.
  ///
  /// - Parameters:
  ///   - host: Nil for a property that no class has.
  ///   - resolve: Resolves the property.
  /// - Returns: The result of `resolve`; nil if the property was resolved with its host.
  func firstValue<Value>(in host: AnyObject?, _ resolve: () throws -> Value) -> Value? {
    do {
      guard let host else {
        let value = try PropertyWithoutHost.subject.whileInjecting(
          property: -1, at: location, resolve)
        if isObserved {
          EventHub.main.announce(.didInject(host: "a property", variable: "", location: location))
        }
        return value
      }
      let plan = HostPlan.of(type(of: host))
      // A host that was created by hand stays with the model in which it is read first.
      let isOfChild = isBound
      if !isOfChild, let model = CurrentModel.scoped, model.isChild,
        CurrentModel.owner(of: host) == nil
      {
        HostInjection.bind(host, plan, to: model.home)
      }
      let index = plan.index(of: Borrowed(self), in: host)
      try HostInjection.injectAtFirstAccess(host, plan) {
        let caller = plan.step(ofProperty: index, at: location).subject
        return try boundModel() ?? CurrentModel.get(for: caller)
      }
      if isResolved { return nil }
      let value = try plan.whileInjecting(property: index, at: location, resolve)
      // The injection of a host with hooks announces this itself.
      if !isOfChild, isObserved, !plan.isAware || isDying(host) {
        plan.announce(property: index, at: location)
      }
      return value
    } catch { stop("\(error)", at: location) }
  }

  /// Stops the program because a value is given by hand to a property that has one.
  ///
  /// - Parameter use: The location of the call.
  func stopForSecondValue(at use: CodeLocation) -> Never {
    stop(Wording.note(.givenTwice(location, at: use)), at: use)
  }

  /// Whether the property takes its value from a child model, which may have ended.
  private var isBound: Bool {
    do { return try boundScope == nil && boundModel() != nil } catch { return true }
  }

  /// Whether there are observers of the current model. Only the main model has observers.
  private var isObserved: Bool { EventHub.main.isObserved && CurrentModel.scoped == nil }
}

/// The subject of messages about a property of a struct or a local variable. Only the source
/// location identifies such a property.
final class PropertyWithoutHost: PathSubject {
  static let subject = PropertyWithoutHost()

  func step(ofProperty index: Int, at location: CodeLocation) -> Problem.Step {
    Problem.Step("a property", location)
  }
}

/// Retains an injection point while one of its methods runs user code, which may release the point.
///
/// A read calls a method of its point without retaining the point. The optimiser assumes that the
/// caller of a method retains `self`, so it removes a retain of `self` that a release balances,
/// even through `Unmanaged`. Then nothing would retain the point. The optimiser does not recognise
/// the functions that this type calls as retains. These functions require an object with the
/// reference count of Swift, which a point is.
struct PointRetainer {
  private let point: Borrowed<AnyObject>

  init(_ point: AnyObject) {
    self.point = Borrowed(point)
    self.point.retain(times: 1)
  }

  /// Releases the point, which may deallocate it. Must be called once.
  func release() { point.release(times: 1) }
}
