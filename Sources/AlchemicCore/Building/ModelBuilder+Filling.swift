import AlchemicRuntime

// Classes that the program cannot annotate: the declaration fills their properties.
extension ModelBuilder {
  /// Fills the objects of a class, for example of another module, after their creation.
  ///
  /// ```swift
  /// model.register { LegacyReport() }
  /// model.inject(LegacyReport.self) { $0.store = try AcGet() }
  /// model.inject(LegacyReport.self) { (report, store: any Store) in report.store = store }
  /// ```
  ///
  /// The arguments of the closure are resolved by type, and validation checks them. It does not
  /// check the requests that the closure makes itself. The model calls the closure once for each
  /// object that a factory of the class or of a subclass creates. It does not call the closure for
  /// an object of `AcSet`, or for a factory whose declared type is a protocol. The closure also
  /// applies to factories that are declared before it, to those of child models, and to those of
  /// later discoveries.
  ///
  /// A class that conforms to `AlchemicManaged` can declare single properties with `AcProperty`.
  ///
  /// The object is complete after the closure has filled it. The objects that it needs must not
  /// need it in turn, except through a provider.
  ///
  /// - Parameters:
  ///   - type: The class.
  ///   - fill: Fills one object. The caller of the request receives its errors.
  public func inject<Host: AnyObject, each Argument>(
    _ type: Host.Type, fileID: StaticString = #fileID, line: UInt = #line,
    by fill: sending @escaping (Host, repeat each Argument) throws -> Void
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    requireUnbuilt(for: type, at: location)
    fillers.append(Maker(filling: type, searching(repeat (each Argument).self), at: location, fill))
  }

  /// Fills the objects on the main actor, where they are then created. An asynchronous function
  /// that creates such an object must fill it itself.
  public func inject<Host: AnyObject, each Argument>(
    _ type: Host.Type, fileID: StaticString = #fileID, line: UInt = #line,
    by fill: @escaping @MainActor (Host, repeat each Argument) throws -> Void
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    requireUnbuilt(for: type, at: location)
    fillers.append(
      Maker(fillingOnMainActor: type, searching(repeat (each Argument).self), at: location, fill))
  }

  /// The functions that fill objects: those of this builder, and those of the extended model or the
  /// parent. No model contains them as factories.
  var allFillers: [Factory] {
    let old = base?.revision.fillers ?? inheritance?.fillers ?? []
    return fillers.isEmpty ? old : old + ownFillers
  }

  /// The functions of this builder that fill objects.
  private var ownFillers: [Factory] {
    fillers.map { filler in
      Factory(
        FactoryFacts(
          name: nil, product: filler.product, origin: .code, making: filler.making,
          location: filler.location), at: 0, arguments: filler.arguments, filler.function)
    }
  }

  /// Returns problems for functions of this builder that fill no object.
  func idleFillers(among factories: ArraySlice<Factory>) -> [Problem] {
    ownFillers.filter { filler in !factories.contains { $0.isFilled(by: filler) } }.map { filler in
      let isReference = factories.contains {
        $0.facts.lifetime == .reference && TypeQuery(filler.facts.product).accepts($0.facts.product)
      }
      return Problem(
        .nothingFilled(isReference: isReference), typeName(filler.facts.product),
        candidates: [filler.facts.candidate])
    }
  }
}

extension Factory {
  /// Returns whether a function fills the objects.
  fileprivate func isFilled(by filler: Factory) -> Bool {
    facts.lifetime != .reference && !isDecorator
      && !(facts.making == .awaited && filler.facts.making == .onMainActor)
      && TypeQuery(filler.facts.product).accepts(facts.product)
  }

  /// Returns the factory with functions that fill its objects after their creation.
  func filled(by fillers: [Factory]) -> Factory {
    let fillers = fillers.filter(isFilled)
    if fillers.isEmpty { return self }
    let filled = fillers.reduce(ArgumentedFunction(function, arguments)) {
      $0.filled(by: $1.function, $1.arguments)
    }
    let onMainActor = fillers.contains { $0.facts.making == .onMainActor }
    return Factory(
      onMainActor && facts.making == .anywhere ? facts.made(.onMainActor) : facts, at: position,
      arguments: filled.arguments, owner: owner,
      hasPlainProducts: hasPlainProducts, filled.function)
  }
}
