import AlchemicRuntime

// What declares itself: found in the loaded images, or added one by one.

extension ModelBuilder {
  /// Adds a class that declares itself; for classes that were made at run time, and for tests.
  ///
  /// - Parameter type: A managed class.
  public func add(_ type: any AlchemicManaged.Type) {
    guard isWanted(type) else { return }
    let factory = ClassObjectFactory(type)
    type.alchemic(factory)
    add(factory)
  }

  /// Adds the classes that were found, of which none was known before.
  private func add(_ classes: FoundTypes) {
    declarations.reserveCapacity(declarations.count + classes.count)
    known.reserveCapacity(classes.count)
    // Most say nothing: then what one was given is as good as new for the next.
    var factory: ClassObjectFactory?
    classes.forEachInOrder { found in
      let (type, creatable) = found.types()
      known.insert(type)
      var current = factory.take() ?? ClassObjectFactory(type)
      current.begin(type, creatable: creatable)
      type.alchemic(current)
      if let creatable, !current.hasDeclared, isKnownUniquelyReferenced(&current) {
        declarations.append(.itself(creatable))
        factory = current
      } else {
        add(current)
      }
    }
  }

  /// Adds a subclass of a managed class that declares itself.
  ///
  /// - Parameter type: A class with the marker ``AlchemicSubclass``.
  public func add(_ type: any AlchemicSubclass.Type) {
    func add<Product: AlchemicSubclass>(_ type: Product.Type) {
      declare(type) { of in
        of.declaration.declaringFunction = "alchemicSubclass(_:)"
        type.alchemicSubclass(of)
      }
    }
    add(type)
  }

  /// Adds a class whose declaration stands elsewhere.
  package func declare<Product: AnyObject>(
    _ type: Product.Type, _ declaration: (ClassObjectFactory) -> Void
  ) {
    guard isWanted(type) else { return }
    let factory = ClassObjectFactory(type)
    declaration(factory)
    add(factory)
  }

  private func add(_ factory: ClassObjectFactory) {
    declarations.append(.detailed(factory.declaration))
    if !factory.methods.isEmpty { declarations += factory.methods.map { .detailed($0) } }
  }

  /// Lets a configuration add its factories.
  ///
  /// - Parameter type: A configuration.
  public func add(_ type: any AlchemicConfig.Type) {
    if isWanted(type) { type.configureAlchemic(self) }
  }

  /// Lets an aspect look at the model while it is built.
  ///
  /// - Parameter type: An aspect.
  public func add(_ type: any AlchemicAspect.Type) {
    if isWanted(type) { aspects.append(type) }
  }

  /// Remembers a type; false if it is left out, since the model has it already.
  private func isWanted(_ type: Any.Type) -> Bool {
    if let knownBefore, knownBefore.contains(ObjectIdentifier(type)) { return false }
    known.insert(type)
    return true
  }

  /// Reports a subclass that wants to be found, and would not be.
  package func refuseUnmarked(_ type: Any.Type) {
    known.insert(type)
    problems.append(
      Problem(
        .unmarkedSubclass, typeName(type),
        candidates: [Problem.Candidate(name: typeName(type), producing: type, at: nil)]))
  }

  /// Reports an image that has Alchemic once more: its classes declare themselves to that copy.
  ///
  /// - Parameters:
  ///   - image: What a message calls it.
  ///   - classes: Their names, with their modules.
  package func refuseCopy(in image: String, of classes: [String]) {
    problems.append(
      Problem(
        .twoCopies, image,
        candidates: classes.map {
          let name = $0.split(separator: ".").last.map { String($0) } ?? $0
          return Problem.Candidate(name: name, product: $0, location: nil)
        }))
  }

  /// Adds everything that conforms in the loaded images, and that the model does not have which is
  /// extended: classes in the order of their qualified names, then what the configurations declare.
  ///
  /// - Complexity: O(*r*) in the conformance records of all images; about 50 ns each.
  public func discover() {
    add(
      Discovery.scan(
        configurations: (any AlchemicConfig).self, aspects: (any AlchemicAspect).self,
        besides: base?.revision.known.union(refused) ?? refused))
  }

  /// Adds what a scan of the images has found.
  func add(_ found: Discovery.Findings) {
    hasFoundNothing = found.isEmpty
    add(found.managed)
    found.subclasses.forEachInOrder { add($0.type(as: (any AlchemicSubclass.Type).self)) }
    found.configurations.forEachInOrder { add($0.type(as: (any AlchemicConfig.Type).self)) }
    found.aspects.forEachInOrder { add($0.type(as: (any AlchemicAspect.Type).self)) }
    found.unmarked.forEachInOrder { refuseUnmarked($0.descriptor.metadata()) }
    found.copies.forEach { copy in
      copy.classes.forEach { known.insert($0) }
      refuseCopy(in: copy.image, of: copy.names)
    }
    found.generics.forEach { type in
      known.insert(type)
      warnings.append(.genericClass(name: type.name))
    }
  }

  /// Lets all aspects look, those of the model too that is extended; what they declare as they did
  /// before is left out.
  func notifyAspects() {
    let count = declarations.count
    knownBefore = base.map { $0.revision.known.lookup }
    defer { knownBefore = nil }
    let old = base?.revision.aspects.compactMap { $0 as? any AlchemicAspect.Type } ?? []
    (old + aspects).forEach { $0.modelWillResolve(self) }
    guard declarations.count > count, base != nil else { return }
    let present = oldFactories.facts
    let new = declarations[count...].filter { declaration in
      !present.contains { declaration.isDeclared(as: $0) }
    }
    declarations.replaceSubrange(count..., with: new)
  }
}
