import AlchemicRuntime
import Synchronization

// Arguments of a function: values of the caller, constants, or answers of resolvers.
extension ArgumentCursor {
  /// Creates the arguments of the function, unless they exist. The function then takes them.
  ///
  /// - Throws: ``AlchemicError``. Then there are no arguments.
  @inlinable @inline(__always)
  package mutating func create() throws {
    if next == nil { try createAll() }
  }

  @usableFromInline
  mutating func createAll() throws {
    if let list { try create(list.with(\.countOfFunction), of: list) }
  }

  /// Creates the values with which a function fills an object, which are the next arguments.
  mutating func createProperties(_ count: Int) throws {
    if let list, count > 0 { try create(count, of: list) }
  }

  @inline(__always)
  private mutating func create(_ count: Int, of list: Borrowed<ArgumentList>) throws {
    if given != nil || list.with(\.hasOtherSources) { return try createEach(count, of: list) }
    try TemplateStack.create(
      count, from: list.with(\.first) + created, at: memory.unsafelyUnwrapped, in: unownedModel)
    advance(count, of: list)
  }

  /// Creates the arguments of an asynchronous function. A task has awaited some of them.
  mutating func createAwaited() throws {
    if let list { try createEach(list.with(\.countOfFunction), of: list) }
  }

  /// Creates the next arguments, of which the model need not supply all.
  @inline(never) @_optimize(speed)
  private mutating func createEach(_ count: Int, of list: Borrowed<ArgumentList>) throws {
    let memory = memory.unsafelyUnwrapped
    let first = list.with(\.first) + created
    var element = first
    do {
      while element != first + count {
        try create(element, at: memory + element.pointee.offset)
        element += 1
      }
    } catch {
      first.destroyValues(element - first, in: memory)
      throw error
    }
    advance(count, of: list)
  }

  /// Lets the function take the arguments that were created last.
  @inline(__always)
  private mutating func advance(_ count: Int, of list: Borrowed<ArgumentList>) {
    next = memory.unsafelyUnwrapped + (list.with(\.first) + created).pointee.offset
    created += count
  }

  @inline(__always)
  private mutating func create(
    _ element: UnsafeMutablePointer<ResolvedArgument>, at memory: ValueAddress
  ) throws {
    if let given, given.object.move(element.pointee.argument.object, to: memory) { return }
    switch element.pointee.source {
    case .caller where takesTuple:
      copyNextOfTuple(as: element.pointee.argument.with(\.type), to: memory)
    case .wrapped:
      try copyWrapped(
        owner.product(in: unownedModel.object), as: element.pointee.argument.object.type,
        to: memory)
    case .model, .caller: try element.create(in: unownedModel, at: memory)
    }
  }

  /// Copies the object that a decorator wraps.
  private func copyWrapped(
    _ product: ProductReference, as type: Any.Type, to memory: ValueAddress
  ) throws {
    guard let reference = product.reference else { throw owner.problem(.unexpectedNil) }
    try ProductConversion(of: owner, to: type, tagBytes: 0).write(reference, at: memory)
  }

  // MARK: Methods

  /// Returns the object whose method is called.
  func ownerObject<Host: AnyObject>(as type: Host.Type) throws -> Host {
    let product = try given?.object.awaitedOwner ?? owner.product(in: unownedModel.object).reference
    // Only a nillable reference may have no object.
    guard let product else { throw owner.problem(.unexpectedNil) }
    // A rule has checked that the class has the method.
    return unsafeDowncast(product, to: Host.self)
  }

  /// Whether there is an object for the decorator to wrap.
  var hasOwnerObject: Bool {
    get throws { try owner.product(in: unownedModel.object).reference != nil }
  }
}

extension ResolvedArgument {
  /// The resolver; nil before the first request, and for an argument that has another source.
  @inline(__always)
  var knownResolver: Borrowed<Resolver>? { resolver.load()?.assumed() }
}

extension UnsafeMutablePointer<ResolvedArgument> {
  /// Creates an argument that the model supplies: a constant, or the answer of its resolver.
  func create(in model: Borrowed<Model>, at memory: ValueAddress) throws {
    let resolver = pointee.knownResolver
    if let resolver, resolver.with({ $0.copyCached(to: memory) }) { return }
    try createUncached(by: resolver, resolver?.with({ $0.conversion }), in: model, at: memory)
  }

  /// Creates an argument whose resolver, if it is known, has no cached answer.
  ///
  /// - Parameter conversion: That of the resolver.
  @inline(__always)
  func createUncached(
    by resolver: Borrowed<Resolver>?, _ conversion: Borrowed<ProductConversion>?,
    in model: Borrowed<Model>, at memory: ValueAddress
  ) throws {
    if let conversion {
      try conversion.with { conversion in
        try model.with { try conversion.create(in: $0, for: nil, at: memory) }
      }
    } else if let resolver {
      try resolver.with { try $0.answer(at: memory, for: nil) }
    } else {
      try createFirst(in: model.object, at: memory)
    }
  }

  @inline(never)
  private func createFirst(in model: Model, at memory: ValueAddress) throws {
    if pointee.argument.with({ $0.constant != nil }) {
      return pointee.argument.object.copyConstant(to: memory)
    }
    try resolver(in: model).answer(at: memory, for: nil)
  }

  /// Returns the resolver of the argument in its model.
  func resolver(in model: Model) throws -> Resolver {
    let argument = pointee.argument.object
    let resolver = try model.resolver(for: argument.type, matching: argument.criteria)
    // The model does not own a resolver that no factory answers, or whose criteria exclude each
    // other.
    if argument.criteria.areConsistent, !resolver.isUnanswered {
      pointee.resolver.store(Borrowed(resolver))
    }
    return resolver
  }

  /// Destroys the first values in the memory of the arguments.
  func destroyValues(_ count: Int, in memory: ValueAddress) {
    for number in 0..<count {
      let element = self + number
      (memory + element.pointee.offset).destroy(as: element.pointee.argument.with(\.type))
    }
  }
}

extension Argument {
  /// Copies the constant of the argument into memory.
  fileprivate func copyConstant(to memory: ValueAddress) {
    func copy<Value>(_: Value.Type) {
      let holder = unsafeDowncast(constant.unsafelyUnwrapped.value, to: Constant<Value>.Holder.self)
      memory.initialize(to: holder.value)
    }
    _openExistential(type, do: copy)
  }
}
