import AlchemicRuntime

/// An argument of a factory, with its resolver in one model.
struct ResolvedArgument: ~Copyable, Sendable {
  let argument: Borrowed<Argument>
  /// Lives as long as the model; nil until the first request.
  let resolver = AtomicReference<AnyObject>()
}

/// The arguments of a factory in one model.
final class ArgumentList: Sendable {
  private let memory: FixedMemory<ResolvedArgument>

  /// - Parameter factory: The model retains it.
  init(of factory: Factory) {
    memory = FixedMemory(factory.arguments.count) {
      ResolvedArgument(argument: Borrowed(factory.arguments[$0]))
    }
  }

  /// In order.
  var first: UnsafeMutablePointer<ResolvedArgument> { memory.first }
}
