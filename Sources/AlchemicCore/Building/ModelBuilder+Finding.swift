import AlchemicRuntime

// Types that declare themselves: discovered in the loaded images, or added one by one.

extension ModelBuilder {
  /// Adds a class that declares itself, for example one that was created at run time.
  ///
  /// - Parameter type: A managed class.
  public func add(_ type: any AlchemicManaged.Type) {
    guard isWanted(type) else { return }
    let factory = ClassObjectFactory(type)
    type.alchemic(factory)
    add(factory)
  }

  /// Adds discovered classes, all of which are new.
  private func add(_ classes: FoundTypes) {
    declarations.reserveCapacity(declarations.count + classes.count)
    known.reserveCapacity(classes.count)
    // Most classes declare no details. Their `ClassObjectFactory` is then reused for the next
    // class.
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
      declare(type, at: nil) { of in
        of.declaration.declaringFunction = "alchemicSubclass(_ of: ClassObjectFactory)"
        type.alchemicSubclass(of)
      }
    }
    add(type)
  }

  /// Declares a class that cannot declare itself, or another factory of a class in a child model.
  ///
  /// ```swift
  /// model.declare(Report.self) { of in
  ///   AcInitializer(of, Report.init)
  ///   AcProperty(of, \Report.library)
  /// }
  /// ```
  ///
  /// A start reports an error if a class is declared here and also discovered, because two
  /// factories then have the same name.
  ///
  /// - Parameters:
  ///   - type: The class.
  ///   - declaration: Calls `AcInitializer`, `AcRegister`, `AcMethod` and `AcProperty`, as
  ///     `alchemic(_:)` of a managed class does.
  public func declare<Product: AnyObject>(
    _ type: Product.Type, fileID: StaticString = #fileID, line: UInt = #line,
    _ declaration: (ClassObjectFactory) -> Void
  ) {
    declare(type, at: CodeLocation(fileID: fileID, line: line), declaration)
  }

  /// - Parameter location: The line of the declaration; nil for a class that declares itself.
  func declare(
    _ type: AnyClass, at location: CodeLocation?, _ declaration: (ClassObjectFactory) -> Void
  ) {
    guard isWanted(type) else { return }
    let factory = ClassObjectFactory(type)
    declaration(factory)
    factory.declaration.place = location
    add(factory)
  }

  private func add(_ factory: ClassObjectFactory) {
    factory.close()
    guard append(factory.declaration) else { return }
    if !factory.methods.isEmpty { factory.methods.forEach { append($0) } }
  }

  /// Calls a configuration, which adds its factories.
  public func add(_ type: any AlchemicConfig.Type) {
    guard isWanted(type) else { return }
    let begin = marks
    type.configureAlchemic(self)
    record(type, since: begin)
  }

  /// Records what a configuration has declared.
  ///
  /// - Parameter begin: How much the builder had collected before.
  private func record(_ configuration: any AlchemicConfig.Type, since begin: [Int]) {
    called.append(Int(bitPattern: ObjectIdentifier(configuration)))
    for mark in begin { called.append(mark) }
    for mark in marks { called.append(mark) }
  }

  /// How much the builder has collected.
  var marks: [Int] {
    [
      declarations.count, decorators.count, fillers.count, aspects.count, absent.count,
    ]
  }

  /// Adds an aspect.
  public func add(_ type: any AlchemicAspect.Type) {
    if isWanted(type) { aspects.append(type) }
  }

  /// Records a type. Returns false if the model already contains it, so that the caller skips it.
  @inline(never)
  func isWanted(_ type: Any.Type) -> Bool {
    requireUnbuilt(for: type, at: nil)
    if let knownBefore, knownBefore.contains(type) { return false }
    known.insert(type)
    return true
  }

  /// Reports a subclass without the marker by which a scan would discover it.
  package func refuseUnmarked(_ type: Any.Type) {
    known.insert(type)
    problems.append(
      Problem(
        .unmarkedSubclass, typeName(type),
        candidates: [Problem.Candidate(name: typeName(type), producing: type, at: nil)]))
  }

  /// Reports an image that contains another copy of Alchemic. The classes of the image conform to
  /// the protocols of that copy.
  ///
  /// - Parameters:
  ///   - image: The name of the image in a message.
  ///   - classes: The names of the classes, with their modules.
  package func refuseCopy(in image: String, of classes: [String]) {
    problems.append(Problem(.twoCopies, image, candidates: Self.candidates(classes)))
  }

  /// Returns classes, with their modules, as a message shows them.
  @inline(never)
  static func candidates(_ classes: [String]) -> [Problem.Candidate] {
    classes.map {
      let name = $0.split(separator: ".").last.map { String($0) } ?? $0
      return Problem.Candidate(name: name, product: $0, location: nil)
    }
  }

  /// Adds all conforming types in the loaded images that are not yet in the model: classes in the
  /// order of their qualified names, then the declarations of the configurations.
  ///
  /// - Complexity: O(*r*) in the conformance records of all images; about 50 ns each.
  public func discover() {
    observer?.didBegin(.discovery)
    let found = Discovery.scan(
      configurations: (any AlchemicConfig).self, aspects: (any AlchemicAspect).self,
      besides: base?.revision.known.union(refused) ?? refused)
    limit?(found)
    observer?.didBegin(.declaration)
    add(found)
  }

  /// Adds the findings of a scan of the images.
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
    if !found.doubles.isEmpty { leaveOut(found.doubles) }
    found.generics.forEach { type in
      known.insert(type)
      warnings.append(Problem(.genericClass, type.qualifiedName))
    }
  }

  /// Calls all aspects, including those of the extended model, and drops their repeated
  /// declarations.
  func notifyAspects() {
    let count = declarations.count
    knownBefore = base?.revision.known
    defer { knownBefore = nil }
    for type in (base?.revision.aspects ?? []) + aspects {
      (type as? any AlchemicAspect.Type)?.modelWillResolve(self)
    }
    guard declarations.count > count, let index = base?.revision.index else { return }
    let new = declarations[count...].filter { declaration in
      !index.factories(producing: declaration.product).contains {
        declaration.isDeclared(as: $0.undecorated.facts)
      }
    }
    declarations.replaceSubrange(count..., with: new)
  }
}
