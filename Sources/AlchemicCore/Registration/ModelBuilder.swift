/// The only stage at which a model can be changed: it takes declarations and builds a ``Model``.
public final class ModelBuilder {
  // Only its own functions change it, and none of them calls another one meanwhile.
  @exclusivity(unchecked) private(set) var drafts: [Draft] = []
  private(set) var warnings: [ModelWarning] = []
  /// What declaring itself has shown to be wrong.
  private(set) var problems: [Problem] = []
  private(set) var aspects: [any AlchemicAspect.Type] = []
  /// The types that were declared, found or added here.
  @exclusivity(unchecked) package private(set) var known = KnownTypes()
  /// The model that is extended, and what it consists of so far; nil for a new one.
  let base: (model: Model, revision: ModelRevision)?
  /// What is left in its image, though the model does not have it.
  private let refused: KnownTypes
  /// What the model has already, while those declare that declare again each time: it is left out.
  private var knownBefore: KnownTypes.Lookup?

  /// A model without factories.
  public init() {
    base = nil
    refused = KnownTypes()
  }

  /// What is to be added to a model; only one at a time.
  ///
  /// - Parameter refused: What ``discover()`` is to leave out.
  package init(extending model: Model, leavingOut refused: KnownTypes = KnownTypes()) {
    base = (model, model.revision)
    self.refused = refused
  }

  /// Whether what is declared here is added to a model that has been started, and has objects.
  public var extendsModel: Bool { base != nil }

  /// Declares an object that a closure makes; its arguments, if it has any, are found by their types.
  ///
  /// ```swift
  /// model.register(AcFactoryName("base currency")) { "EUR" }
  /// model.register(AcTemplate()) { (ledger: Ledger) in Page(of: ledger) }
  /// ```
  ///
  /// The closure runs on the thread that needs the object first; whatever it captures must stand
  /// that. One that returns an optional makes objects of the type in it, and may return nil if the
  /// factory is `AcNillable()`.
  ///
  /// - Parameters:
  ///   - option: How the factory lives or how it is found.
  ///   - more: More of that.
  ///   - make: Makes one object. What it throws reaches the one who asked.
  @inlinable
  public func register<each Argument, Product>(
    _ option: FactoryOption, _ more: FactoryOption..., fileID: StaticString = #fileID,
    line: UInt = #line, make: sending @escaping (repeat each Argument) throws -> Product
  ) {
    add(
      [option] + more, of: Product.self, from: repeat (each Argument).self,
      at: Place(fileID: fileID, line: line)
    ) { arguments, place in
      place.initializeMemory(
        as: Product.self, to: try make(repeat try arguments.next((each Argument).self)))
    }
  }

  /// Declares an object that a function makes, whose arguments are found by their types: an
  /// initializer, or a closure.
  ///
  /// ```swift
  /// model.register(Clock.init)
  /// model.register { Till(currency: "EUR") }
  /// ```
  ///
  /// - Parameters:
  ///   - make: Makes one object. What it throws reaches the one who asked.
  ///   - options: How the factory lives and how it is found.
  @inlinable
  public func register<each Argument, Product>(
    _ make: sending @escaping (repeat each Argument) throws -> Product, _ options: FactoryOption...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    add(
      options, of: Product.self, from: repeat (each Argument).self,
      at: Place(fileID: fileID, line: line)
    ) { arguments, place in
      place.initializeMemory(
        as: Product.self, to: try make(repeat try arguments.next((each Argument).self)))
    }
  }

  /// Declares an object that a function without arguments makes.
  ///
  /// The same as for a function with arguments, and compiled faster: there is nothing to be found. Where a class has
  /// several initializers, `Till.init` is the one without arguments.
  ///
  /// - Parameters:
  ///   - make: Makes one object. What it throws reaches the one who asked.
  ///   - options: How the factory lives and how it is found.
  public func register<Product>(
    _ make: sending @escaping () throws -> Product, _ options: FactoryOption...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let place = Place(fileID: fileID, line: line)
    add(options, Maker(make, place: place), at: place)
  }

  /// Declares an object that a closure without arguments makes, with options before it.
  ///
  /// - Parameters:
  ///   - option: How the factory lives or how it is found.
  ///   - more: More of that.
  ///   - make: Makes one object. What it throws reaches the one who asked.
  public func register<Product>(
    _ option: FactoryOption, _ more: FactoryOption..., fileID: StaticString = #fileID,
    line: UInt = #line, make: sending @escaping () throws -> Product
  ) {
    let place = Place(fileID: fileID, line: line)
    add([option] + more, Maker(make, place: place), at: place)
  }

  /// Declares an object that a function makes, and where each of its arguments comes from.
  ///
  /// ```swift
  /// model.register(Till.init(currency:drawers:), AcName("base currency"), AcInt(3), options: AcLazy())
  /// ```
  ///
  /// - Parameters:
  ///   - make: Makes one object. What it throws reaches the one who asked.
  ///   - first: Where the first argument comes from.
  ///   - sources: One for each further argument: a search or a constant.
  ///   - options: How the factory lives and how it is found.
  @inlinable
  public func register<First, each Argument, Product>(
    _ make: sending @escaping (First, repeat each Argument) throws -> Product,
    _ first: ValueSource<First>, _ sources: repeat ValueSource<each Argument>,
    options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
  ) {
    add(
      options, of: Product.self, with: first, repeat each sources,
      at: Place(fileID: fileID, line: line)
    ) { arguments, place in
      place.initializeMemory(
        as: Product.self,
        to: try make(
          arguments.next(First.self), repeat try arguments.next((each Argument).self)))
    }
  }

  /// Declares a type whose objects are made elsewhere and given to the model: with
  /// `AcReference()`.
  ///
  /// - Parameters:
  ///   - type: What the factory gives; a class, a protocol or a value type.
  ///   - options: How the factory lives and how it is found.
  public func register<Product>(
    _ type: Product.Type, _ options: FactoryOption..., fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let place = Place(fileID: fileID, line: line)
    let draft = FactoryDraft(
      product: type, origin: .code,
      declared: FactoryDraft.Declaration(options: options, place: place),
      makeWithoutMaker: { facts in
        facts.lifetime == .reference ? objectFactory(facts, given: type) : nil
      })
    draft.declaration = FactoryDraft.declaredByType
    drafts.append(.detailed(draft))
  }

  // The closure is all that each registration compiles for itself.

  /// Adds a function whose arguments are found by their types.
  @usableFromInline
  func add<each Argument, Product>(
    _ options: [FactoryOption], of product: Product.Type,
    from types: repeat (each Argument).Type, at place: Place, by make: @escaping MakeInPlace
  ) {
    add(
      options, Maker(of: product, repeat each types, search: .byType, place: place, make), at: place
    )
  }

  /// Adds a function with a source for each argument.
  @usableFromInline
  func add<each Argument, Product>(
    _ options: [FactoryOption], of product: Product.Type,
    with sources: repeat ValueSource<each Argument>, at place: Place,
    by make: @escaping MakeInPlace
  ) {
    add(options, Maker(of: product, repeat each sources, place: place, make), at: place)
  }

  func add(_ options: [FactoryOption], _ maker: consuming Maker, at place: Place) {
    guard options.isEmpty, maker.product != Void.self else {
      let draft = FactoryDraft(
        product: maker.product, origin: .code, maker: consume maker,
        declared: FactoryDraft.Declaration(options: options, place: place))
      return drafts.append(.detailed(draft))
    }
    if let object = maker.ofObject {
      drafts.append(.object(object))
    } else {
      drafts.append(.function(consume maker))
    }
  }
}

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
  private func add(_ classes: [Discovery.FoundClass]) {
    drafts.reserveCapacity(drafts.count + classes.count)
    known.reserveCapacity(classes.count)
    // Most say nothing: then what one was given is as good as new for the next.
    var factory: ClassObjectFactory?
    for found in classes {
      let (type, creatable) = found.types()
      known.insert(type)
      var current = factory.take() ?? ClassObjectFactory(type)
      current.begin(type, creatable: creatable)
      type.alchemic(current)
      if let creatable, !current.hasDeclared, isKnownUniquelyReferenced(&current) {
        drafts.append(.itself(creatable))
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
        of.draft.declaration = "alchemicSubclass(_:)"
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
    drafts.append(.detailed(factory.draft))
    if !factory.methods.isEmpty { drafts += factory.methods.map { .detailed($0) } }
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
    if let knownBefore, knownBefore.contains(type) { return false }
    known.insert(type)
    return true
  }

  /// What the model has that is extended, in the order of declaration.
  var oldFactories: [AnyObjectFactory] { base?.revision.graph.factories ?? [] }

  /// What is declared so far, in the order of declaration, after what the model has that is extended; a name
  /// of what is new may still change if another type of the same name comes.
  ///
  /// - Complexity: O(*f*) in the factories.
  public var factories: [FactoryFacts] {
    let old = oldFactories.facts
    let names = FactoryNames(drafts, beside: old)
    return old + drafts.indices.map { drafts[$0].facts(named: names.text(of: $0)) }
  }

  /// Whether something that is declared so far fits a type, or what the model has that is extended.
  ///
  /// - Parameter type: A class, a protocol (`(any Store).self`), a value type.
  /// - Complexity: O(*f*) in the factories.
  public func produces(_ type: Any.Type) -> Bool {
    let query = TypeQuery(type)
    return oldFactories.contains { query.accepts($0.facts.product) }
      || drafts.contains { query.accepts($0.product) }
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
          return Problem.Candidate(name: name, product: $0, place: nil)
        }))
  }

  /// Adds everything that conforms in the loaded images, and that the model does not have which is extended:
  /// classes in the order of their qualified names, then what the configurations declare.
  ///
  /// - Complexity: O(*r*) in the conformance records of all images; about 50 ns each.
  public func discover() {
    let found = Discovery.scan(besides: base?.revision.known.union(refused) ?? refused)
    add(found.managed)
    found.subclasses.forEach { add($0) }
    found.configurations.forEach { add($0) }
    found.aspects.forEach { add($0) }
    found.unmarked.forEach { refuseUnmarked($0) }
    found.copies.forEach { copy in
      copy.classes.forEach { known.insert($0) }
      refuseCopy(in: copy.image, of: copy.names)
    }
    found.generics.forEach { type in
      known.insert(type)
      warnings.append(.genericClass(name: type.name))
    }
  }
  /// Lets all aspects look, those of the model too that is extended; what they declare as they did before is
  /// left out.
  func tellAspects() {
    let count = drafts.count
    knownBefore = base.map { KnownTypes.Lookup($0.revision.known) }
    defer { knownBefore = nil }
    ((base?.revision.aspects ?? []) + aspects).forEach { $0.modelWillResolve(self) }
    let old = oldFactories.facts
    drafts =
      drafts.prefix(count)
      + drafts.dropFirst(count).filter { draft in
        !old.contains { draft.isDeclared(as: $0) }
      }
  }
}
