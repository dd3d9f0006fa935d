/// A function that makes objects, and where its arguments come from.
///
/// The product's type and those of the arguments are known here for the last time: they live on in the
/// closure.
@usableFromInline
package struct Maker {
  let product: Any.Type
  let making: FactoryFacts.Making
  /// Nil if it was not the user who declared it.
  let place: Place?
  /// The class of the method that makes the product; nil if no object is needed.
  let host: Any.Type?
  let arguments: [FactoryArgument]
  /// The last parameter is the factory of the object whose method makes the product, if one does.
  let makeFactory: (FactoryFacts, [FactoryArgument], AnyObjectFactory?) -> AnyObjectFactory

  @usableFromInline
  init<Product>(
    _ product: Product.Type, _ making: FactoryFacts.Making, _ place: Place?,
    host: Any.Type? = nil, _ arguments: [FactoryArgument],
    _ make: @escaping (FactoryFacts, AnyObjectFactory?) -> Make<Product>
  ) {
    self.product = objectType(of: product)
    self.making = making
    self.place = place
    self.host = host
    self.arguments = arguments
    makeFactory = { facts, arguments, owner in
      objectFactory(facts, arguments, host == nil ? nil : owner, make(facts, owner))
    }
  }
}

/// How a factory gets from arguments to a result.
@usableFromInline
package enum Make<Result> {
  case atOnce(MakeInPlace)
  case awaited((Model, GivenArguments) async throws -> Result)
}

/// Makes a result where it is to lie. It is not part of the type, which would have it handed on from one
/// form to another by code that asks for types at each call.
@usableFromInline
package typealias MakeInPlace = (Model, GivenArguments, UnsafeMutableRawPointer) throws -> Void

// MARK: Functions

// A tuple in each of these, because a closure cannot capture a pack by its name.

extension Maker {
  /// A function that any thread may call.
  @inlinable
  package init<each Argument, Product>(
    _ make: @escaping (repeat each Argument) throws -> Product,
    _ sources: repeat ValueSource<each Argument>, place: Place?
  ) {
    let allSources = (repeat each sources)
    self.init(Product.self, .anywhere, place, factoryArguments(repeat each sources)) { _, _ in
      var count = 0
      let arguments = (repeat ArgumentSource(each allSources, &count))
      return .atOnce { model, given, place in
        place.initializeMemory(
          as: Product.self,
          to: try make(repeat try (each arguments).value(given, in: model)))
      }
    }
  }

  /// A function of the main actor.
  package init<each Argument, Product>(
    ofMainActor make: @escaping @MainActor (repeat each Argument) throws -> Product,
    _ sources: repeat ValueSource<each Argument>, place: Place?
  ) {
    let allSources = (repeat each sources)
    self.init(Product.self, .onMainActor, place, factoryArguments(repeat each sources)) {
      facts, _ in
      var count = 0
      let sources = (repeat ArgumentSource(each allSources, &count))
      return .atOnce { model, given, place in
        try requireMainActor(for: facts)
        let arguments = Handed((repeat try (each sources).value(given, in: model)))
        let product = try callOnMainActor { try make(repeat each arguments.value) }
        place.initializeMemory(as: Product.self, to: product)
      }
    }
  }

  /// An asynchronous function.
  package init<each Argument, Product>(
    awaiting make: @escaping (repeat each Argument) async throws -> Product,
    _ sources: repeat ValueSource<each Argument>, place: Place?
  ) {
    let allSources = (repeat each sources)
    self.init(Product.self, .awaited, place, factoryArguments(repeat each sources)) { _, _ in
      var count = 0
      let arguments = (repeat ArgumentSource(each allSources, &count))
      return .awaited { model, given in
        try await make(repeat try await (each arguments).valueAwaiting(given, in: model))
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
    let allSources = (repeat each sources)
    self.init(
      Product.self, .anywhere, place, host: Host.self, factoryArguments(repeat each sources)
    ) { _, owner in
      var count = 0
      let arguments = (repeat ArgumentSource(each allSources, &count))
      return .atOnce { model, given, place in
        let host = try object(owner, as: Host.self, owner?.obtain(as: Host.self, in: model))
        place.initializeMemory(
          as: Product.self,
          to: try method(host)(repeat try (each arguments).value(given, in: model)))
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
    let allSources = (repeat each sources)
    self.init(
      Product.self, .onMainActor, place, host: Host.self, factoryArguments(repeat each sources)
    ) { facts, owner in
      var count = 0
      let sources = (repeat ArgumentSource(each allSources, &count))
      return .atOnce { model, given, place in
        try requireMainActor(for: facts)
        let host = try object(owner, as: Host.self, owner?.obtain(as: Host.self, in: model))
        let call = method(host)
        let arguments = Handed((repeat try (each sources).value(given, in: model)))
        let product = try callOnMainActor { try call(repeat each arguments.value) }
        place.initializeMemory(as: Product.self, to: product)
      }
    }
  }

  /// An asynchronous method.
  package init<Host: AnyObject, each Argument, Product>(
    awaitingMethod method: @escaping (Host) -> (repeat each Argument) async throws -> Product,
    _ sources: repeat ValueSource<each Argument>, place: Place?
  ) {
    let allSources = (repeat each sources)
    self.init(
      Product.self, .awaited, place, host: Host.self, factoryArguments(repeat each sources)
    ) { _, owner in
      var count = 0
      let arguments = (repeat ArgumentSource(each allSources, &count))
      return .awaited { model, given in
        let host = try object(
          owner, as: Host.self, await owner?.obtainAwaiting(as: Host.self, in: model))
        return try await method(host)(
          repeat try await (each arguments).valueAwaiting(given, in: model))
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

@usableFromInline
func factoryArguments<each Argument>(
  _ sources: repeat ValueSource<each Argument>
) -> [FactoryArgument] {
  var arguments: [FactoryArgument] = []
  repeat arguments.append(FactoryArgument(each sources))
  return arguments
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
