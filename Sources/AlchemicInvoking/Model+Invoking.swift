import AlchemicCore
import AlchemicRuntime

// Creation of products with arguments of the caller.
extension Model {
  /// Creates and injects an object with arguments of the caller. The model does not store it.
  ///
  /// - Parameters:
  ///   - type: The product's type, or an optional of it.
  ///   - criteria: Conditions that identify the factory.
  ///   - values: The arguments that callers must pass, or the first of all arguments if they must
  ///     pass none. The model resolves the remaining arguments.
  /// - Throws: ``AlchemicError`` with `wrong-arguments` or `not-invocable`, and as
  ///   ``get(_:matching:)``.
  func invoke<Value>(
    _ type: Value.Type, matching criteria: SearchCriteria, with values: [Any?]
  ) throws -> Value {
    let factory = try invocable(type, matching: criteria)
    let given = try factory.invocable(with: values)
    return try factory.invoked(factory.newProduct(calledWith: given, in: self), as: type)
  }

  /// The same for a task. Awaits asynchronous creations.
  func invokeAwaiting<Value>(
    _ type: Value.Type, matching criteria: SearchCriteria, with values: [Any?]
  ) async throws -> Value {
    let factory = try invocable(type, matching: criteria)
    let given = UnsafeTransfer(try factory.invocable(with: values))
    return try await factory.invoked(
      factory.newProduct(awaitedWith: given, in: self).value, as: type)
  }

  private func invocable<Value>(
    _ type: Value.Type, matching criteria: SearchCriteria
  ) throws -> Factory {
    let shape = TargetShape(type)
    let request = SearchRequest(target: shape.array ?? shape.element, criteria: criteria)
    return try CreationPath.adding { () throws(AlchemicError) in try index.onlyFactory(for: request)
    }
  }
}

extension Factory {
  /// Returns the arguments if there is a function that accepts them.
  fileprivate func invocable(with values: [Any?]) throws -> GivenArguments {
    guard facts.lifetime != .reference else { throw problem(.notInvocable) }
    if let mismatch = arguments.mismatch(of: values) {
      throw problem(takesArguments ? .missingArguments(mismatch) : .wrongArguments(mismatch))
    }
    return GivenArguments(values, for: arguments)
  }

  /// Returns a product as the requested type.
  fileprivate func invoked<Value>(_ product: AnyObject?, as type: Value.Type) throws -> Value {
    // `Any` can contain nil too, but the caller did not request an optional.
    if product == nil, TypeKind.isOptional(type), let nothing = Any?.none as? Value {
      return nothing
    }
    let any = self.product.any(of: try required(product))
    if let value = any as? Value { return value }
    // The search accepted the product's type. The only exception is a conformance that is isolated
    // to the main actor.
    throw problem(.isolatedConformance(to: typeName(Value.self)))
  }
}
