import AlchemicRuntime
import AlchemicCore

extension InjectionPointing {
  /// Resolves a property that is read for the first time, and announces that it has its value.
  ///
  /// A host with hooks is injected as a whole before. If that cannot be done, or the property
  /// cannot be resolved, this stops the program.
  ///
  /// - Parameters:
  ///   - host: Nil for a property that no class has.
  ///   - resolve: Resolves the property.
  /// - Returns: What `resolve` returns; nil if the property was resolved with its host.
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
      try HostInjection.injectAtFirstAccess(host, plan) {
        try CurrentModel.get(for: plan.reading(self, host))
      }
      if isResolved { return nil }
      let index = plan.index(of: self, in: host)
      let value = try plan.whileInjecting(property: index, at: location, resolve)
      // Where the host is injected as a whole, that announces it.
      if isObserved, !plan.isAware || isDying(host) {
        plan.announce(property: index, at: location)
      }
      return value
    } catch { stop(error) }
  }

  /// Whether somebody observes what happens here: a task's own model is not the main one.
  private var isObserved: Bool { EventHub.main.isObserved && CurrentModel.scoped == nil }
}

/// What a message calls a property of a struct or a local variable: its place is all there is.
final class PropertyWithoutHost: PathSubject {
  static let subject = PropertyWithoutHost()

  func step(ofProperty index: Int, at location: CodeLocation) -> Problem.Step {
    Problem.Step("a property", location)
  }
}

/// Keeps an injection point alive while one of its methods runs code that may release it.
///
/// A method's `self` is guaranteed by the caller, so the optimiser removes a retain of it that is
/// balanced by a release, also one by way of `Unmanaged`. A read reaches its point without
/// retaining it, and then nothing keeps it. The optimiser sees no retain in what this calls. A
/// point is an object of Swift's own, as these functions need it.
struct PointRetainer {
  private let point: Borrowed<AnyObject>

  /// Retains the point.
  init(_ point: AnyObject) {
    self.point = Borrowed(point)
    self.point.retain(times: 1)
  }

  /// Releases it, once; the point may be gone then.
  func release() { point.release(times: 1) }
}

/// Stops the program with the message that the start would have given: for what cannot throw, like
/// reading a property.
@inline(never)
func stop(_ error: any Error) -> Never {
  fatalError("\n\(error)\n")
}
