import AlchemicRuntime

// Classes that cannot be annotated: their properties are filled by the declaration.
extension ModelBuilder {
  /// Fills the objects of a class that is not one's own, when they have been created.
  ///
  /// ```swift
  /// model.register { LegacyReport() }
  /// model.inject(LegacyReport.self) { $0.store = try AcGet() }
  /// model.inject(LegacyReport.self) { (report, store: any Store) in report.store = store }
  /// ```
  ///
  /// What the closure takes as arguments is found by type, and checked before anything runs; what
  /// it asks for by itself is not. It is called once for each object that a factory of the class,
  /// or of a subclass, creates: not for those of `AcSet`, nor where a protocol hides the class. It
  /// applies to all factories that are declared with it, before and after, and to those of child
  /// models and later discoveries.
  ///
  /// A class that conforms to `AlchemicManaged` may name single properties, with `AcProperty`.
  ///
  /// The object is complete when it has been filled: what it needs may not need it in turn, unless
  /// by a provider.
  ///
  /// - Parameters:
  ///   - type: The class.
  ///   - fill: Fills one object. Its errors are thrown to the caller of the request.
  public func inject<Host: AnyObject, each Argument>(
    _ type: Host.Type, fileID: StaticString = #fileID, line: UInt = #line,
    by fill: sending @escaping (Host, repeat each Argument) throws -> Void
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    requireUnbuilt(for: type, at: location)
    fillers.append(
      Maker(filling: type, searching(repeat (each Argument).self), at: location, fill))
  }

  /// The same on the main actor, where the objects are then created. An asynchronous function that
  /// creates such an object fills it itself.
  public func inject<Host: AnyObject, each Argument>(
    _ type: Host.Type, fileID: StaticString = #fileID, line: UInt = #line,
    by fill: @escaping @MainActor (Host, repeat each Argument) throws -> Void
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    requireUnbuilt(for: type, at: location)
    fillers.append(
      Maker(fillingOnMainActor: type, searching(repeat (each Argument).self), at: location, fill))
  }

  /// The functions that fill objects, of this builder and of the model that it extends or of which
  /// a child is built. No model has them as factories.
  var allFillers: [Factory] {
    let old = base?.revision.fillers ?? parent?.revision.fillers ?? []
    return fillers.isEmpty ? old : old + ownFillers
  }

  /// Those of this builder.
  private var ownFillers: [Factory] {
    fillers.map { filler in
      Factory(
        FactoryFacts(
          name: nil, product: filler.product, origin: .code, making: filler.making,
          location: filler.location), at: 0, arguments: filler.arguments, filler.function)
    }
  }

  /// Returns problems for functions of this builder that fill nothing.
  func idleFillers(among factories: ArraySlice<Factory>) -> [Problem] {
    ownFillers.filter { filler in !factories.contains { $0.isFilled(by: filler) } }.map { filler in
      Problem(
        .nothingFilled, typeName(filler.facts.product), candidates: [filler.facts.candidate])
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

  /// Returns the same factory, whose objects are then filled.
  func filled(by fillers: [Factory]) -> Factory {
    let fillers = fillers.filter(isFilled)
    if fillers.isEmpty { return self }
    let filled = fillers.reduce(ArgumentedFunction(function, arguments)) {
      $0.filled(by: $1.function, $1.arguments)
    }
    let onMainActor = fillers.contains { $0.facts.making == .onMainActor }
    return Factory(
      onMainActor && facts.making == .anywhere ? facts.made(.onMainActor) : facts, at: position,
      arguments: filled.arguments.map { Argument(copying: $0) }, owner: owner,
      hasPlainProducts: hasPlainProducts, filled.function)
  }
}
