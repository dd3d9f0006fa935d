import AlchemicRuntime

extension Provider {
  /// Returns an object of the product. Awaits asynchronous creations.
  ///
  /// ```swift
  /// let connection = try await open.callAsync(url)
  /// ```
  ///
  /// - Parameter arguments: As for `callAsFunction`.
  /// - Returns: As `callAsFunction`.
  /// - Throws: As `callAsFunction`; `CancellationError` if the task is cancelled while it waits.
  /// - Complexity: As `callAsFunction`, if the object exists.
  public nonisolated(nonsending) func callAsync(
    _ arguments: repeat each Argument, fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> Product {
    guard let resolver else { return try function.make(repeat each arguments) }
    if let cached = resolver.cached(as: Product.self) { return cached }
    let tuple = ValueBox(ValueType((repeat each Argument).self))
    _ = tuple.fill { memory in
      memory.initialize(to: (repeat each arguments))
      return true
    }
    return try await awaited(resolver, tuple, CodeLocation(fileID: fileID, line: line)).value
  }

  private func awaited(
    _ resolver: Resolver, _ tuple: ValueBox, _ location: CodeLocation
  ) async throws -> UnsafeTransfer<Product> {
    let passed = PassedTuple(box: tuple, type: (repeat each Argument).self) { Self.arguments }
    return try await AwaitedPath.requesting("Provider", at: location) {
      UnsafeTransfer(try await resolver.answerAwaiting(passing: passed).take(as: Product.self))
    }
  }
}

extension AnswerSource {
  /// Returns the arguments of a provider after a check of their types; nil if the factory takes
  /// none, because it has changed since the caller looked.
  ///
  /// - Throws: `wrong-arguments`.
  func accept(_ passed: PassedTuple) throws -> GivenArguments? {
    guard callersConversion != nil else { return nil }
    try accept(passed.type, passed.types)
    return GivenArguments(at: passed.box.address, in: passed.box)
  }
}
