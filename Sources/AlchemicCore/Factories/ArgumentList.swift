import AlchemicRuntime

/// The arguments of a factory, each with its resolver in one model.
final class ArgumentList: Sendable {
  struct Element: ~Copyable, Sendable {
    let argument: Borrowed<Argument>
    /// Lives as long as the model; nil until the first request.
    let resolver = AtomicReference<AnyObject>()
  }

  private let memory: FixedMemory<Element>

  /// - Parameter factory: The model retains it.
  init(of factory: Factory) {
    memory = FixedMemory(factory.arguments.count) {
      Element(argument: Borrowed(factory.arguments[$0]))
    }
  }

  /// In order.
  var elements: UnsafeMutablePointer<Element> { memory.first }
}
