import AlchemicRuntime

/// An argument of a factory, with its resolver in one model.
struct ResolvedArgument: ~Copyable {
  /// Where the value comes from.
  enum Source {
    case model
    case caller
    /// The object that a decorator wraps.
    case wrapped
  }

  let argument: Borrowed<Argument>
  /// Lives as long as the model; nil until the first request.
  let resolver = AtomicReference<AnyObject>()
  let source: Source
  /// The offset of the value in the memory of the arguments, which are laid out as a tuple.
  let offset: Int

  init(_ argument: Argument, at offset: Int) {
    self.argument = Borrowed(argument)
    source = argument.isGiven ? .caller : argument.role == .wrapped ? .wrapped : .model
    self.offset = offset
  }
}

/// The arguments of a factory in one model, in order, without reference counts on the way to them.
final class ArgumentList: Sendable {
  /// The address of the first, which never moves. Elements are plain words.
  private let address: UInt
  /// How many of them are arguments of the function itself: the first ones.
  let countOfFunction: Int
  /// Whether callers pass some of them, or a decorator takes the object that it wraps.
  let hasOtherSources: Bool
  /// The size of the memory for all values, in bytes.
  let byteCount: Int
  /// Retains the arguments. A model refuses some factories for which it has made a list already,
  /// and no other factory may get their address.
  private let factory: Factory

  /// - Parameter factory: Has arguments.
  init(of factory: Factory) {
    self.factory = factory
    let count = factory.arguments.count
    countOfFunction = factory.arguments.count { $0.role != .property }
    let first = UnsafeMutablePointer<ResolvedArgument>.allocate(capacity: count)
    var end = 0
    for (position, argument) in factory.arguments.enumerated() {
      let layout = ValueLayout(of: argument.type)
      let offset = layout.aligned(end)
      end = offset + layout.size
      (first + position).initialize(
        to: ResolvedArgument(argument, at: offset))
    }
    byteCount = end
    hasOtherSources = factory.arguments.contains { $0.isGiven || $0.role == .wrapped }
    address = UInt(bitPattern: first)
  }

  deinit { first.deallocate() }

  @inline(__always)
  var first: UnsafeMutablePointer<ResolvedArgument> {
    UnsafeMutablePointer(bitPattern: address).unsafelyUnwrapped
  }

  func element(of argument: Argument) -> UnsafeMutablePointer<ResolvedArgument> {
    first + argument.position
  }

  /// Allocates memory for values.
  @inline(never)
  static func allocate(_ byteCount: Int) -> ValueAddress {
    .allocate(byteCount: byteCount, alignment: alignment)
  }

  /// The alignment of the memory for all values, in bytes. No type of Swift has a greater one.
  static var alignment: Int { 16 }
}
