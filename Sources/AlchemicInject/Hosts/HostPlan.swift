import AlchemicRuntime
import AlchemicCore
public import CAlchemicRuntime

/// The facts about a class as a host: its hooks, and the offsets of its injection points.
///
/// A plan is created once for a class and never released. It depends on the type alone, not on
/// objects or models.
@usableFromInline
final class HostPlan: PathSubject {

  struct Property: Sendable {
    let name: String
    let offset: Int
    let wrapper: any InjectionWrapper.Type

    /// Returns nil if a stored property is not injected.
    ///
    /// - Parameters:
    ///   - path: The names of the structures that declare it, with dots.
    ///   - start: The offset of the structure in the host.
    init?(_ property: StoredProperty, in path: String = "", from start: Int = 0) {
      guard let wrapper = property.type as? any InjectionWrapper.Type else { return nil }
      name = path + property.declaredName
      offset = start + property.offset
      self.wrapper = wrapper
    }

    /// Returns the injection point of the property in a host.
    ///
    /// The caller retains the host. The compiler determines `offset`, the position of the wrapper.
    /// The wrapper consists of one reference to its point.
    func point(in host: AnyObject) -> any InjectionPointing {
      wrapper.point(at: ValueAddress(in: host, offset: offset))
    }

    /// Returns the injection point of a structure's value.
    func point(in value: ValueAddress) -> any InjectionPointing {
      wrapper.point(at: value + offset)
    }
  }

  let type: Any.Type
  let hooks: Hooks
  let properties: [Property]
  /// The injected properties in structures that hosts store.
  let nested: NestedProperties

  private init(_ type: Any.Type) {
    self.type = type
    let stored = storedProperties(of: type)
    properties = stored.compactMap { Property($0) }
    nested = NestedProperties(in: stored, of: type)
    hooks = Hooks(of: type)
    isAware = if case .none = hooks { false } else { true }
  }

  /// Returns whether the class of a host is known to have no hooks. Returns true for nil, the host
  /// of a property that no class has. May return false for a class without hooks when its cache
  /// entry was evicted.
  @inlinable
  static func hasNoHooks(_ host: AnyObject?) -> Bool {
    host.map { alchemic_has_no_hooks(UInt(bitPattern: ObjectIdentifier(Swift.type(of: $0)))) }
      ?? true
  }

  /// Whether hosts are injected as a whole.
  let isAware: Bool

  private static let plans = PointerTable<HostPlan>()

  /// Returns the plan of a class.
  static func of(_ type: Any.Type) -> HostPlan { lent(of: type).object }

  /// The same plan, which nobody needs to retain.
  static func lent(of type: Any.Type) -> Borrowed<HostPlan> {
    let key = ObjectIdentifier(type)
    let plan = plans[key] ?? add(type)
    let address = UInt(bitPattern: key)
    // All threads read this cache, so it is written only if it changes.
    if plan.with({ !$0.isAware }), !alchemic_has_no_hooks(address) {
      alchemic_remember_no_hooks(address)
    }
    return plan
  }

  @inline(never)
  private static func add(_ type: Any.Type) -> Borrowed<HostPlan> {
    Borrowed(plans.insert(HostPlan(type), for: ObjectIdentifier(type)))
  }

  /// Returns the position of the property with an injection point; -1 if there is none.
  func index(of point: Borrowed<AnyObject>, in host: AnyObject) -> Int {
    properties.firstIndex {
      ValueAddress(in: host, offset: $0.offset).load() == point.address
    } ?? -1
  }

  /// Returns the name of a property in messages and events.
  func name(ofProperty index: Int) -> String {
    properties.indices.contains(index) ? properties[index].name : "a property"
  }

  @usableFromInline
  func step(ofProperty index: Int, at location: CodeLocation) -> Problem.Step {
    Problem.Step("\(typeName(type)).\(name(ofProperty: index))", location)
  }

  /// Announces that a property of a host has its value.
  @inline(never)
  func announce(property index: Int, at location: CodeLocation) {
    EventHub.main.announce(
      .didInject(
        host: typeName(type), variable: name(ofProperty: index), location: location))
  }
}
