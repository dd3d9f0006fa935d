import AlchemicRuntime
import AlchemicCore
public import CAlchemicRuntime

/// What is known of a class as a host: its hooks, and where its injection points lie.
///
/// Made once for a class and kept for good: it is about the type, not about any object or model.
@usableFromInline
final class HostPlan: PathSubject {

  struct Property: Sendable {
    let name: String
    let offset: Int
    let wrapper: any InjectionWrapper.Type

    /// The property's point in a host.
    ///
    /// The host is alive as long as the caller holds it, and `offset` is where the compiler put the
    /// wrapper, which is one reference to its point.
    func point(in host: AnyObject) -> any InjectionPointing {
      wrapper.point(at: ValueAddress(in: host, offset: offset))
    }
  }

  let type: Any.Type
  let hooks: Hooks
  let properties: [Property]

  private init(_ type: Any.Type) {
    self.type = type
    properties = storedProperties(of: type).compactMap { property in
      guard let wrapper = property.type as? any InjectionWrapper.Type else { return nil }
      let name = property.name.hasPrefix("_") ? String(property.name.dropFirst()) : property.name
      return Property(name: name, offset: property.offset, wrapper: wrapper)
    }
    hooks = Hooks(of: type)
    isAware = if case .none = hooks { false } else { true }
  }

  /// Whether a host is known to be one whose properties are read one by one, as one that no class
  /// has; false also where that was forgotten.
  @inlinable
  static func hasNoHooks(_ host: AnyObject?) -> Bool {
    host.map { alchemic_has_no_hooks(UInt(bitPattern: ObjectIdentifier(Swift.type(of: $0)))) }
      ?? true
  }

  /// Whether hosts are injected as a whole.
  let isAware: Bool

  private static let plans = PointerTable<HostPlan>()

  /// The plan of a class.
  static func of(_ type: Any.Type) -> HostPlan {
    let key = ObjectIdentifier(type)
    let plan = plans[key]?.object ?? plans.insert(HostPlan(type), for: key)
    if !plan.isAware { alchemic_remember_no_hooks(UInt(bitPattern: key)) }
    return plan
  }

  /// The position of the property that has this point.
  func index(of point: AnyObject, in host: AnyObject) -> Int {
    properties.firstIndex { $0.point(in: host) === point } ?? -1
  }

  /// What messages and events call the property at a position.
  private func name(ofProperty index: Int) -> String {
    properties.indices.contains(index) ? properties[index].name : "a property"
  }

  @usableFromInline
  func step(ofProperty index: Int, at location: CodeLocation) -> Problem.Step {
    Problem.Step("\(typeName(type)).\(name(ofProperty: index))", location)
  }

  /// What a message calls the property that is being read.
  func reading(_ point: AnyObject, _ host: AnyObject) -> String {
    "\(typeName(type)).\(name(ofProperty: index(of: point, in: host)))"
  }

  /// Announces that a property of a host has its value.
  func announce(property index: Int, at location: CodeLocation) {
    EventHub.main.announce(
      .didInject(
        host: typeName(type), variable: name(ofProperty: index), location: location))
  }
}
