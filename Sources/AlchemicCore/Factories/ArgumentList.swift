import AlchemicRuntime

/// An argument of a factory, with its resolver in one model.
struct ResolvedArgument: ~Copyable {
  let argument: Borrowed<Argument>
  /// Lives as long as the model; nil until the first request.
  let resolver = AtomicReference<AnyObject>()
}

/// The arguments of a factory in one model, in order, without reference counts on the way to them.
final class ArgumentList: Sendable {
  /// The address of the first, which never moves. Elements are plain words.
  private let address: UInt
  /// Retains the arguments. A model refuses some factories for which it has made a list already,
  /// and no other factory may get their address.
  private let factory: Factory

  /// - Parameter factory: Has arguments.
  init(of factory: Factory) {
    self.factory = factory
    let count = factory.arguments.count
    let first = UnsafeMutablePointer<ResolvedArgument>.allocate(capacity: count)
    for (position, argument) in factory.arguments.enumerated() {
      (first + position).initialize(to: ResolvedArgument(argument: Borrowed(argument)))
    }
    address = UInt(bitPattern: first)
  }

  deinit { first.deallocate() }

  var first: UnsafeMutablePointer<ResolvedArgument> {
    UnsafeMutablePointer(bitPattern: address).unsafelyUnwrapped
  }
}
