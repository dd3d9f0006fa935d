import AlchemicRuntime

extension ModelBuilder {
  /// Validates the model, and the properties of hosts that no factory creates.
  ///
  /// - Parameters:
  ///   - hosts: The types of the hosts: classes and structures.
  ///   - injector: Reads the properties of the hosts.
  /// - Throws: ``AlchemicError`` with every problem of the model and of the hosts.
  /// - Complexity: As building the model, and O(*p*) in the properties of the hosts.
  package func validate(
    hosts: [Any.Type], injector: any HostInjector
  ) throws(AlchemicError) -> ValidationReport {
    var (model, problems) = buildRegardless(injector: injector)
    let index = model.revision.index
    // The checks read factories. No request finds these, since they are not part of the model.
    let factories = hosts.map { host in
      let facts = FactoryFacts(
        name: nil, product: host, origin: .code, making: .anywhere, lifetime: .template,
        location: nil)
      return Factory(facts, at: index.count, .none)
    }
    let resolution = DependencyResolution(factories, in: index, injector: injector)
    let review = PropertyReview(of: factories, in: index, injector)
    for host in hosts {
      guard let module = moduleWithoutReflection(of: host) else { continue }
      problems.append(
        Problem(.noReflection, module, path: [Problem.Step(qualifiedTypeName(host), nil)]))
    }
    problems += resolution.problems
    if mode == .strict { problems += resolution.warnings + review.warnings }
    guard problems.isEmpty else { throw AlchemicError(problems.merged) }
    return ValidationReport(model.report, with: review, resolution.warnings)
  }
}
