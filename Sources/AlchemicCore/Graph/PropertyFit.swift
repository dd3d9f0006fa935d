import AlchemicRuntime

// Checks whether an injected property can have the answer to its request.

extension Factory {
  /// Returns the reason for which a property cannot have the product, without a path; nil if it
  /// can.
  ///
  /// - Parameters:
  ///   - isAtOnce: Whether the property is injected together with its host.
  ///   - follows: Whether the property follows the factories that answer.
  @inline(never)
  func misfit(for property: InjectedProperty, atOnce isAtOnce: Bool, follows: Bool) -> Problem? {
    if takesArguments { return facts.problem(needsArguments(of: property.target)) }
    let mustWait = isAtOnce && !property.isWeak ? isAwaitedEachTime : isAwaitedTemplate
    if mustWait { return facts.problem(.cannotWait) }
    if property.isWeak, !mayBeObject {
      return Problem(.noWeakObject, typeName(facts.product), candidates: [facts.candidate])
    }
    if isShared { return nil }
    if property.isWeak { return facts.problem(.weakTemplate) }
    return follows ? facts.problem(.transientTemplate) : nil
  }
}

extension [Factory] {
  /// Returns the only factory if it may have nil, and the requested type cannot hold nil.
  ///
  /// - Parameter type: The requested type.
  func nillable(for type: @autoclosure () -> Any.Type) -> Factory? {
    guard count == 1, self[0].facts.isNillable else { return nil }
    let shape = TargetShape(type())
    return shape.isOptional || shape.isArray ? nil : self[0]
  }
}
