import Synchronization

/// Where one argument of one factory's function comes from: a constant, or the wire of its search, which it
/// keeps at hand.
///
/// The compiler does not specialise what is called for each element of a parameter pack. So what happens usually is
/// written to need no type but that of the argument itself: no optional of it, and no closure with it as result.
///
/// It is not counted either: ``ArgumentOwner`` keeps all of one function.
final class ArgumentSource<Value>: @unchecked Sendable {
  // Proof: a constant value that only the factory's own creations read, as its function; and an atomic.

  private let source: ValueSource<Value>
  private let position: Int
  /// Whether six words have room for the argument, as for nearly all existentials and most structures.
  private let fitsInSixWords = MemoryLayout<Value>.size <= 48 && MemoryLayout<Value>.alignment <= 8
  /// The address of the wire, which belongs to the factory's model; 0 until it was asked for.
  private let wireAddress = Atomic<UInt>(0)

  fileprivate init(_ source: ValueSource<Value>, _ position: Int) {
    self.source = source
    self.position = position
  }

  /// The argument, which comes from its source, for a creation in the factory's model.
  ///
  /// Nothing is retained but what it gives: a thread that makes an object of ten others would else retain the model
  /// ten times, as all threads do.
  @inline(__always)
  fileprivate func value(in model: Unmanaged<Model>) throws -> Value {
    if let address = UnsafeRawPointer(bitPattern: wireAddress.load(ordering: .acquiring)) {
      let wire = Unmanaged<Wire<Value>>.fromOpaque(address)
      if wire._withUnsafeGuaranteedRef({ $0.takePrepaid() }) {
        return wire._withUnsafeGuaranteedRef { $0.prepaid.move() }
      }
      if wire._withUnsafeGuaranteedRef({ $0.beginCopying() }) {
        return wire._withUnsafeGuaranteedRef { $0.copyAnswer() }
      }
      if fitsInSixWords, let conversion = wire._withUnsafeGuaranteedRef({ $0.conversion }) {
        // A place of the type would be asked for by its metadata.
        var room = (0, 0, 0, 0, 0, 0)
        try conversion._withUnsafeGuaranteedRef { conversion in
          try model._withUnsafeGuaranteedRef { try conversion.create(in: $0, for: nil, at: &room) }
        }
        return taken(from: &room)
      }
    }
    return try value(.none, in: model.takeUnretainedValue())
  }

  /// Hands on the `Value` that lies at a place.
  private func taken(from place: UnsafeMutableRawPointer) -> Value {
    place.assumingMemoryBound(to: Value.self).move()
  }

  /// The argument, given or from its source.
  fileprivate func value(_ given: GivenArguments, in model: Model) throws -> Value {
    if let value: Value = given.value(at: position) { return value }
    if let constant = source.constant { return constant.value }
    let wire = try model.wire(for: Value.self, matching: source.criteria)
    // Nobody else owns a wire that no factory answers, or whose criteria exclude each other.
    if source.criteria.areConsistent, !wire.isUnanswered {
      wireAddress.store(
        UInt(bitPattern: Unmanaged.passUnretained(wire).toOpaque()), ordering: .releasing)
    }
    return try wire.value()
  }

  /// The argument, awaited if need be.
  func valueAwaiting(_ given: GivenArguments, in model: Model) async throws -> Value {
    if let value: Value = given.value(at: position) { return value }
    if let constant = source.constant { return constant.value }
    return try await model.wire(for: Value.self, matching: source.criteria).valueAwaiting()
  }
}

/// Keeps the sources of one function's arguments, in order.
package final class ArgumentOwner: @unchecked Sendable {
  // Proof: filled before the factory has it, and constant from then on; for the sources see there.
  private var sources: [AnyObject] = []
  /// Their addresses.
  fileprivate private(set) var addresses: UnsafeMutablePointer<UnsafeRawPointer>?

  package init() {}

  deinit { addresses?.deallocate() }

  /// Adds the source of the next argument.
  func add<Value>(_ source: ValueSource<Value>) {
    sources.append(ArgumentSource(source, sources.count))
    addresses?.deallocate()
    addresses = .allocate(capacity: sources.count)
    for (position, source) in sources.enumerated() {
      addresses?[position] = UnsafeRawPointer(Unmanaged.passUnretained(source).toOpaque())
    }
  }
}

/// Gives a function its arguments, one after the other: in a creation of its factory, which keeps the sources, in
/// its model, which the caller holds.
@usableFromInline
package struct ArgumentCursor {
  private let unownedModel: Unmanaged<Model>
  private let areNoneGiven: Bool
  /// What the caller of the function gives; the others come from their sources.
  private let given: GivenArguments
  /// The address of the next one's source.
  private var next: UnsafePointer<UnsafeRawPointer>?

  init(_ sources: ArgumentOwner?, _ given: GivenArguments, in model: Model) {
    unownedModel = .passUnretained(model)
    self.given = given
    areNoneGiven = given.areNone
    next = UnsafePointer(sources?.addresses)
  }

  var model: Model { unownedModel.takeUnretainedValue() }

  private mutating func nextSource<Value>(
    of type: Value.Type
  ) -> Unmanaged<ArgumentSource<Value>> {
    // The function asks for as many as it takes, each by its type.
    let address = next.unsafelyUnwrapped
    next = address + 1
    return .fromOpaque(address.pointee)
  }

  /// The next argument.
  @usableFromInline
  package mutating func next<Value>(_ type: Value.Type) throws -> Value {
    let source = nextSource(of: type)
    if areNoneGiven {
      return try source._withUnsafeGuaranteedRef { try $0.value(in: unownedModel) }
    }
    return try source.takeUnretainedValue().value(given, in: model)
  }

  /// The next argument, awaited if need be.
  mutating func nextAwaiting<Value>(_ type: Value.Type) async throws -> Value {
    try await nextSource(of: type).takeUnretainedValue().valueAwaiting(given, in: model)
  }
}
