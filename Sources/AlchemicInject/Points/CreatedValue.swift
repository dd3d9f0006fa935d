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
/// - Returns: False if another thread was faster. Then the memory is not initialised.
@usableFromInline
func createValue(
  of point: Borrowed<AnyObject>, _ parts: UnsafeMutablePointer<PointHeader>,
  at value: ValueAddress, by resolver: Resolver, in host: AnyObject, _ memory: ValueAddress
) -> Bool {
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
  let state = AtomicByte(in: parts, at: 0)
  guard state.exchange(from: PointState.open, to: PointState.filling) else {
    resolver.value.destroy(memory)
    return false
  }
  resolver.value.copy(memory, to: value)
  state.store(PointState.filled)
  return true
}
