import AlchemicCore
public import AlchemicRuntime

/// Creates the value of a property at its first read, and stores it, unless another thread is
/// faster. The host has no hooks, and the main model answers.
///
/// This function is the same for all types: what a program contains for each type of a property is
/// only its call.
///
/// - Parameters:
///   - point: The injection point, which the caller retains.
///   - value: The address of its value.
///   - memory: Receives the value to return.
/// - Returns: False if another thread was faster, or if the property must not keep the value. Then
///   the memory is not initialised.
@usableFromInline
func createValue(
  of point: Borrowed<AnyObject>, _ parts: UnsafeMutablePointer<PointHeader>,
  at value: ValueAddress, by resolver: Resolver, in host: AnyObject, _ memory: ValueAddress
) -> Bool {
  // After the creation, the model may have ended, and with it the resolver.
  let product = resolver.value
  let location = CodeLocation(parts: (parts.pointee.address, parts.pointee.line))
  let plan = HostPlan.lent(of: type(of: host))
  let index = plan.with { $0.index(of: point, in: host) }
  let mayStore: Bool
  do {
    mayStore = try CreationPath.within(
      .property(plan.assumed(), index: index, location, isEager: false)
    ) {
      try resolver.answer(at: memory, for: nil)
      return CreationPath.mayStoreValue(in: host)
    }
  } catch { stop("\(error)", at: location) }
  if !mayStore { return true }
  // Meanwhile, a factory that properties must follow, or one of a scope, may have become the
  // answer. The thread has the resolver on lease if it still finds it.
  if CurrentModel.knownResolver(ofProperty: product.type) == Borrowed(resolver), !resolver.mayBeKept
  {
    product.destroy(memory)
    return false
  }
  let state = AtomicByte(in: parts, at: 0)
  guard state.exchange(from: PointState.open, to: PointState.filling) else {
    product.destroy(memory)
    return false
  }
  product.copy(memory, to: value)
  state.store(PointState.filled)
  if EventHub.main.isObserved { plan.with { $0.announce(property: index, at: location) } }
  return true
}
