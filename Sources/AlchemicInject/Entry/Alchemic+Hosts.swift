public import AlchemicCore

extension Alchemic {
  /// Validates the model as ``validate(_:profiles:_:)`` does, and also the injected properties of
  /// types that no factory creates, such as a structure of routes that the program creates itself.
  ///
  /// ```swift
  /// try Alchemic.validate(.strict, hosts: Routes.self, SettingsView.self)
  /// ```
  ///
  /// - Parameters:
  ///   - mode: Whether warnings are errors.
  ///   - profiles: As for `start(_:profiles:_:)`.
  ///   - host: A class or a structure with injected properties.
  ///   - others: Further such types.
  ///   - configure: Adds factories, as for `start(profiles:_:)`.
  /// - Returns: The warnings, and the properties that only an injection can check, those of the
  ///   hosts included.
  /// - Throws: ``AlchemicError`` with every problem of the model and of the hosts.
  /// - Complexity: As ``validate(_:profiles:_:)``, and O(*p*) in the properties of the hosts.
  @discardableResult
  public static func validate(
    _ mode: ValidationMode = .standard, profiles: Set<AlchemicProfile> = [],
    hosts host: Any.Type, _ others: Any.Type..., configure: (ModelBuilder) -> Void = { _ in }
  ) throws -> ValidationReport {
    let builder = try builder(configure, in: profiles)
    builder.mode = mode
    return try builder.validate(hosts: [host] + others, injector: ModelHostInjector())
  }
}
