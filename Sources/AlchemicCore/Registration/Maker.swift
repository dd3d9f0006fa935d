/// A function that makes objects, and where its arguments come from.
///
/// The product's type and those of the arguments are known here for the last time: they live on in the
/// closure.
package struct Maker {
  let product: Any.Type
  let making: FactoryFacts.Making
  /// Nil if it was not the user who declared it.
  let place: Place?
  /// The class of the method that makes the product; nil if no object is needed.
  let host: Any.Type?
  let arguments: [FactoryArgument]
  private let kind: Kind

  private enum Kind {
    /// A function without arguments makes an object of a class: nothing more has to be known of the types.
    case object(MakeInPlace)
    /// The last parameter is the factory of the object whose method makes the product, if one does.
    case factory((FactoryFacts, [FactoryArgument], AnyObjectFactory?) -> AnyObjectFactory)
  }

  /// The same in short; nil if more has to be known.
  var ofObject: ObjectMaker? {
    if case .object(let make) = kind {
      ObjectMaker(type: product, make: make, place: place)
    } else {
      nil
    }
  }

  /// A factory that calls the function.
  ///
  /// - Parameter owner: The factory of the object whose method makes the product, if one does.
  func factory(_ facts: FactoryFacts, owner: AnyObjectFactory?) -> AnyObjectFactory {
    switch kind {
    case .object(let make): ClassFactory(facts, make: .atOnce(make))
    case .factory(let make): make(facts, arguments, owner)
    }
  }

  /// A function without arguments that any thread may call, and that makes an object of a class.
  private init(object type: Any.Type, _ place: Place?, _ make: @escaping MakeInPlace) {
    product = type
    making = .anywhere
    self.place = place
    host = nil
    arguments = []
    kind = .object(make)
  }

  private init<each Argument, Product>(
    _ product: Product.Type, _ making: FactoryFacts.Making, _ place: Place?,
    host: Any.Type? = nil, _ sources: repeat ValueSource<each Argument>,
    make: @escaping (FactoryFacts, AnyObjectFactory?) -> Make<Product>
  ) {
    var arguments: [FactoryArgument] = []
    repeat arguments.append(FactoryArgument(each sources))
    // A tuple, because a closure cannot capture a pack by its name.
    let allSources = (repeat each sources)
    self.product = objectType(of: product)
    self.making = making
    self.place = place
    self.host = host
    self.arguments = arguments
    kind = .factory { facts, arguments, owner in
      let sources = ArgumentOwner()
      repeat sources.add(each allSources)
      return objectFactory(
        facts, arguments, sources, host == nil ? nil : owner, make(facts, owner))
    }
  }
}

/// How a factory gets from arguments to a result.
package enum Make<Result> {
  case atOnce(MakeInPlace)
  case awaited((ArgumentCursor) async throws -> Result)
}

/// Makes a result where it is to lie, of what the cursor gives. The result is not part of the type, which would
/// have it handed on from one form to another by code that asks for types at each call.
@usableFromInline
package typealias MakeInPlace = (inout ArgumentCursor, UnsafeMutableRawPointer) throws -> Void

// MARK: Functions

extension Maker {
  /// A function that any thread may call, as the module that declares it has compiled the call.
  package init<each Argument, Product>(
    of product: Product.Type, _ sources: repeat ValueSource<each Argument>, place: Place?,
    _ make: @escaping MakeInPlace
  ) {
    var takesNothing = true
    for _ in repeat (each Argument).self { takesNothing = false }
    if takesNothing, TypeKind.isClass(product) {
      self.init(object: product, place, make)
    } else {
      self.init(Product.self, .anywhere, place, repeat each sources) { _, _ in .atOnce(make) }
    }
  }

  /// A function that any thread may call.
  package init<each Argument, Product>(
    _ make: @escaping (repeat each Argument) throws -> Product,
    _ sources: repeat ValueSource<each Argument>, place: Place?
  ) {
    self.init(of: Product.self, repeat each sources, place: place) { arguments, place in
      place.initializeMemory(
        as: Product.self, to: try make(repeat try arguments.next((each Argument).self)))
    }
  }

  /// A function without arguments that any thread may call.
  package init<Product>(_ make: @escaping () throws -> Product, place: Place?) {
    let makeInPlace: MakeInPlace = { _, place in
      place.assumingMemoryBound(to: Product.self).initialize(to: try make())
    }
    if TypeKind.isClass(Product.self) {
      self.init(object: Product.self, place, makeInPlace)
    } else {
      self.init(of: Product.self, place: place, makeInPlace)
    }
  }

  /// A function of the main actor.
  package init<each Argument, Product>(
    ofMainActor make: @escaping @MainActor (repeat each Argument) throws -> Product,
    _ sources: repeat ValueSource<each Argument>, place: Place?
  ) {
    self.init(Product.self, .onMainActor, place, repeat each sources) { facts, _ in
      .atOnce { arguments, place in
        try requireMainActor(for: facts)
        let given = Handed((repeat try arguments.next((each Argument).self)))
        let product = try callOnMainActor { try make(repeat each given.value) }
        place.initializeMemory(as: Product.self, to: product)
      }
    }
  }

  /// An asynchronous function.
  package init<each Argument, Product>(
    awaiting make: @escaping (repeat each Argument) async throws -> Product,
    _ sources: repeat ValueSource<each Argument>, place: Place?
  ) {
    self.init(Product.self, .awaited, place, repeat each sources) { _, _ in
      .awaited { arguments in
        var arguments = arguments
        return try await make(repeat try await arguments.nextAwaiting((each Argument).self))
      }
    }
  }
}

// MARK: Methods

extension Maker {
  /// A method, called on the object of the class that declares it.
  package init<Host: AnyObject, each Argument, Product>(
    method: @escaping (Host) -> (repeat each Argument) throws -> Product,
    _ sources: repeat ValueSource<each Argument>, place: Place?
  ) {
    self.init(Product.self, .anywhere, place, host: Host.self, repeat each sources) { _, owner in
      .atOnce { arguments, place in
        let host = try object(
          owner, as: Host.self, owner?.obtain(as: Host.self, in: arguments.model))
        place.initializeMemory(
          as: Product.self, to: try method(host)(repeat try arguments.next((each Argument).self)))
      }
    }
  }

  /// A method of the main actor.
  package init<Host: AnyObject, each Argument, Product>(
    methodOfMainActor method:
      @escaping (Host) ->
      @MainActor (repeat each Argument) throws ->
      Product,
    _ sources: repeat ValueSource<each Argument>, place: Place?
  ) {
    self.init(
      Product.self, .onMainActor, place, host: Host.self, repeat each sources
    ) { facts, owner in
      .atOnce { arguments, place in
        try requireMainActor(for: facts)
        let host = try object(
          owner, as: Host.self, owner?.obtain(as: Host.self, in: arguments.model))
        let call = method(host)
        let given = Handed((repeat try arguments.next((each Argument).self)))
        let product = try callOnMainActor { try call(repeat each given.value) }
        place.initializeMemory(as: Product.self, to: product)
      }
    }
  }

  /// An asynchronous method.
  package init<Host: AnyObject, each Argument, Product>(
    awaitingMethod method: @escaping (Host) -> (repeat each Argument) async throws -> Product,
    _ sources: repeat ValueSource<each Argument>, place: Place?
  ) {
    self.init(Product.self, .awaited, place, host: Host.self, repeat each sources) { _, owner in
      .awaited { arguments in
        let host = try object(
          owner, as: Host.self,
          await owner?.obtainAwaiting(as: Host.self, in: arguments.model))
        var arguments = arguments
        return try await method(host)(
          repeat try await arguments.nextAwaiting((each Argument).self))
      }
    }
  }
}

/// The object whose method is called. A method's draft has the draft of its class as owner; an object
/// may be missing only if that is a nillable reference.
private func object<Host>(
  _ owner: AnyObjectFactory?, as type: Host.Type, _ obtained: Obtained<Host>?
) throws -> Host {
  guard let host = obtained?.object else {
    throw AlchemicError(
      Problem(
        .unexpectedNil, owner?.facts.name ?? typeName(Host.self),
        candidates: owner.map { [$0.facts.candidate] } ?? [], path: CreationPath.steps()))
  }
  return host
}

// MARK: The main actor

/// Makes sure that this is the main actor's thread, before anything is called.
///
/// - Throws: `needs-main-actor`.
private func requireMainActor(for facts: FactoryFacts) throws(AlchemicError) {
  guard !MainQueue.isCurrent else { return }
  throw AlchemicError(
    Problem(
      .needsMainActor, facts.name, candidates: [facts.candidate],
      path: CreationPath.steps().dropFirst().map { $0 }))
}

/// Calls a function of the main actor, on its thread.
private func callOnMainActor<Product>(_ make: @MainActor () throws -> Product) rethrows -> Product {
  try MainActor.assumeIsolated { try Handed(make()) }.value
}
