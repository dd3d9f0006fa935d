public import AlchemicRuntime
import Synchronization

extension Provider {
  /// The resolver of the product; nil if the program created the provider itself.
  @inlinable
  var resolver: Resolver? {
    // The class is final.
    type(of: reference) == Resolver.self ? unsafeDowncast(reference, to: Resolver.self) : nil
  }

  /// The function of a provider that the program created itself.
  @inlinable
  var function: ProviderFunction<Product, repeat each Argument> {
    // The initializers store a resolver or this.
    unsafeDowncast(reference, to: ProviderFunction<Product, repeat each Argument>.self)
  }

  /// Returns an object of the product. Creates it with these arguments if the factory takes any.
  ///
  /// ```swift
  /// let view = try habitView(id)
  /// ```
  ///
  /// - Parameter arguments: The arguments that the factory declares with `.argument` or
  ///   ``Given``.
  /// - Returns: A new object from a template; the shared object of a singleton; the object that
  ///   `AcSet` stored in a reference.
  /// - Throws: ``AlchemicError`` like a request for the product; `model-gone` after the end of the
  ///   model that injected the provider.
  /// - Complexity: As a repeated request for the product.
  @inlinable
  public func callAsFunction(
    _ arguments: repeat each Argument, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Product {
    guard let resolver else { return try function.make(repeat each arguments) }
    if resolver.takePrepaid() { return resolver.movePrepaid(as: Product.self) }
    if resolver.beginCopying() { return resolver.copyAnswer(as: Product.self) }
    let location = CodeLocation(fileID: fileID, line: line)
    let request = CreationPath.Request("Provider", location, form: .provider)
    return try withUnsafePointer(to: request) { request in
      let request = CreationPath.RequestReference(request)
      guard resolver.takesArguments else {
        return try resolver.newValueInOwnModel(as: Product.self, for: request)
      }
      // The tuple stays on the stack, and the argument cursor copies its elements.
      return try withUnsafePointer(to: (repeat each arguments)) { tuple in
        try withUnsafeTemporaryAllocation(of: Product.self, capacity: 1) { memory in
          let memory = memory.baseAddress.unsafelyUnwrapped
          try resolver.answer(
            at: ValueAddress(of: memory), passing: ValueAddress(of: tuple),
            of: (repeat each Argument).self, for: request
          ) { Self.arguments }
          return memory.move()
        }
      }
    }
  }
}

/// The arguments of a provider for a task.
package struct PassedTuple {
  let box: ValueBox
  let type: Any.Type
  /// Returns the types of the elements.
  let types: () -> [Any.Type]
}

// Requests with arguments of the caller. The only factory is a template, so nothing is cached.
extension Resolver {
  /// Whether callers must pass arguments.
  @inlinable
  var takesArguments: Bool { has(ResolverTraits.callers) }

  /// Writes a new product into memory.
  ///
  /// - Parameters:
  ///   - memory: Initialised unless this throws.
  ///   - tuple: The arguments of a provider, which the caller keeps in memory.
  ///   - type: The type of the tuple; the type of the argument if there is only one.
  ///   - request: The call of the provider.
  ///   - types: Returns the types of the arguments.
  @usableFromInline
  func answer(
    at memory: ValueAddress, passing tuple: ValueAddress, of type: Any.Type,
    for request: CreationPath.RequestReference, _ types: () -> [Any.Type]
  ) throws {
    if isElsewhere {
      return try inOwnModel {
        try answerHere(at: memory, passing: tuple, of: type, for: request, types)
      }
    }
    try answerHere(at: memory, passing: tuple, of: type, for: request, types)
  }

  /// The same in the resolver's own model.
  @_optimize(speed)
  private func answerHere(
    at memory: ValueAddress, passing tuple: ValueAddress, of type: Any.Type,
    for request: CreationPath.RequestReference, _ types: () -> [Any.Type]
  ) throws {
    let answered: Void? = try home.using { model in
      try answer(at: memory, passing: tuple, of: type, for: request, types, in: model)
    }
    if answered != nil { return }
    guard let model = home.servingModel else { throw modelGone(for: request) }
    try answer(at: memory, passing: tuple, of: type, for: request, types, in: model)
  }

  private func answer(
    at memory: ValueAddress, passing tuple: ValueAddress, of type: Any.Type,
    for request: CreationPath.RequestReference, _ types: () -> [Any.Type], in model: Model
  ) throws {
    // The model owns all sources of a resolver with arguments of callers, and a source its
    // conversion.
    try borrowedSource.load().unsafelyUnwrapped.with { source in
      guard let conversion = source.callersConversion else {
        // The factory changed since the caller looked. The present factory takes no arguments.
        return try answer(at: memory, for: request)
      }
      if source.accepts(type), conversion.with({ $0.createsInPlace }) {
        return try conversion.with {
          try $0.create(passing: tuple, in: model, for: request, at: memory)
        }
      }
      try CreationPath.within(.request(request.request)) {
        try source.accept(type, types)
        let factory = source.factories[0]
        let product = try factory.newProduct(with: GivenArguments(at: tuple), in: model)
        try conversion.object.write(factory.required(product), at: memory)
      }
    }
  }
}

extension AnswerSource {
  /// Returns whether the only factory is known to take the elements of a tuple as its arguments.
  fileprivate func accepts(_ tuple: Any.Type) -> Bool {
    acceptedTuple.load(ordering: .relaxed) == UInt(bitPattern: ObjectIdentifier(tuple))
  }

  /// Checks the types of a provider's arguments. The start has checked them only for the factory of
  /// that time.
  ///
  /// - Throws: `wrong-arguments`.
  @inline(never)
  func accept(_ tuple: Any.Type, _ types: () -> [Any.Type]) throws {
    if accepts(tuple) { return }
    if let mismatch = factories[0].wrongProvider(of: value.type, types()) {
      throw factories[0].problem(mismatch)
    }
    acceptedTuple.store(UInt(bitPattern: ObjectIdentifier(tuple)), ordering: .relaxed)
  }
}
