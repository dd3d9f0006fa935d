import AlchemicRuntime

/// The arguments that exist before a factory's function is called: those that the caller passes,
/// and those that a task has awaited. The others are resolved by the call.
package final class GivenArguments {
  /// By parameter; nil for an argument that the caller does not pass.
  private let values: [Any??]
  /// The tuple of a provider's arguments; nil for another caller.
  let tuple: ValueAddress?
  /// Owns the tuple, unless it is on the stack of the caller.
  private let tupleBox: ValueBox?
  /// By parameter: the answers that the task has awaited. Each is taken once.
  var awaited: [Int: ValueBox] = [:]
  /// The object whose method is called, if the task has awaited it.
  var awaitedOwner: AnyObject?

  /// - Parameters:
  ///   - values: The arguments of `AcInvoke`, in order. They must fit.
  ///   - arguments: All arguments of the function.
  package convenience init(_ values: [Any?], for arguments: [Argument]) {
    var placed = [Any??](repeating: nil, count: arguments.count)
    for (argument, value) in zip(arguments.ofCaller, values) { placed[argument.position] = value }
    self.init(placed: placed)
  }

  private init(placed: [Any??]) {
    values = placed
    (tuple, tupleBox) = (nil, nil)
  }

  /// - Parameters:
  ///   - tuple: The tuple of a provider's arguments.
  ///   - box: The box of the tuple; nil if the tuple outlives this object.
  init(at tuple: ValueAddress? = nil, in box: ValueBox? = nil) {
    values = []
    (self.tuple, tupleBox) = (tuple, box)
  }

  /// Returns whether the caller passes the argument, or it has been awaited.
  func has(_ argument: Argument) -> Bool {
    tuple != nil && argument.isGiven || awaited[argument.position] != nil
      || values.indices.contains(argument.position) && values[argument.position] != nil
  }

  /// Moves the value of an argument into memory. Returns false if none was passed, or if it does
  /// not fit.
  func move(_ argument: Argument, to memory: ValueAddress) -> Bool {
    let position = argument.position
    if let box = awaited.removeValue(forKey: position) {
      box.take(to: memory)
      return true
    }
    guard values.indices.contains(position), let value = values[position] else { return false }
    func move<Value>(_: Value.Type) -> Bool {
      guard let value = givenValue(value, as: Value.self) else { return false }
      memory.initialize(to: value)
      return true
    }
    return _openExistential(argument.type, do: move)
  }
}

extension [Argument] {
  /// Whether callers must pass any of the arguments.
  var takeArguments: Bool {
    @inline(never) get { contains(where: \.isGiven) }
  }

  /// The arguments that a caller may pass: the required ones, or all if none is required.
  var ofCaller: [Argument] {
    let given = filter(\.isGiven)
    return given.isEmpty ? filter { $0.role == .ofFunction } : given
  }

  /// Returns the reason for which the arguments of a caller do not fit, for a message; nil if they
  /// fit. A caller may omit only arguments that have a source.
  package func mismatch(of values: [Any?]) -> String? {
    let taken = ofCaller
    guard values.count == taken.count || values.count < taken.count && !taken[0].isGiven else {
      return taken.mismatch(ofCount: values.count, "was", "were")
    }
    return Self.mismatch(
      zip(taken, values).map { argument, value in
        let type = value.map { typeName(Swift.type(of: $0)) } ?? "nil"
        return argument.accepts(value) ? nil : argument.mismatch(of: type)
      })
  }

  /// Returns the same for the types of a provider, which must equal those of the arguments.
  func mismatch(ofTypes types: [Any.Type]) -> String? {
    let taken = filter(\.isGiven)
    guard types.count == taken.count else {
      return taken.mismatch(ofCount: types.count, "is", "are")
    }
    return Self.mismatch(
      zip(taken, types).map { argument, type in
        argument.type == type ? nil : argument.mismatch(of: typeName(type))
      })
  }

  private func mismatch(ofCount count: Int, _ isOne: String, _ areSeveral: String) -> String {
    let types = map { typeName($0.type) }.joined(separator: ", ")
    let given =
      count == 0
      ? "no argument \(isOne)"
      : count == 1 ? "1 argument \(isOne)" : "\(count) arguments \(areSeveral)"
    return "\(given) given, and it takes \(isEmpty ? "none" : "\(self.count): (\(types))")"
  }

  private static func mismatch(_ ofEach: [String?]) -> String? {
    let wrong = ofEach.compactMap(\.self)
    return wrong.isEmpty ? nil : wrong.joined(separator: "; ")
  }
}

extension Factory {
  /// The types of the arguments that callers must pass.
  var givenTypes: [Any.Type] { arguments.filter(\.isGiven).map(\.type) }

  /// Returns the mistake of a provider whose arguments do not match the factory; nil if they match.
  func wrongProvider(of product: Any.Type, _ types: [Any.Type]) -> Problem.Fact? {
    arguments.mismatch(ofTypes: types).map {
      .wrongProvider(
        providerName(of: product, types), mismatch: $0,
        right: providerName(of: product, givenTypes))
    }
  }

  /// The names of the types of the caller's arguments.
  private var givenNames: String {
    @inline(never) get { givenTypes.map(typeName).joined(separator: ", ") }
  }

  /// The mistake of a caller that passes no arguments.
  var needsArguments: Problem.Fact {
    .needsArguments(
      types: givenNames,
      provider: providerName(of: facts.product, givenTypes), isAwaited: facts.making == .awaited)
  }

  /// The mistake of a request for a type, which passes no arguments.
  func needsArguments(of type: Any.Type) -> Problem.Fact {
    guard let array = TargetShape(type).array, array != facts.product else { return needsArguments }
    return .elementNeedsArguments(types: givenNames)
  }

  /// The mistake of a method whose owner is the product, since no caller can pass arguments to it.
  var ownerNeedsArguments: Problem.Fact {
    .ownerNeedsArguments(types: givenNames)
  }
}

extension Argument {
  fileprivate func mismatch(of type: String) -> String {
    "argument \(position + 1) is '\(type)', and it takes '\(typeName(self.type))'"
  }
}
