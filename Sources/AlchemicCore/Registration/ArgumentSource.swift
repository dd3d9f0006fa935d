import Synchronization

/// Where one argument of one factory's function comes from: a constant, or the wire of its search, which it
/// keeps at hand.
///
/// The compiler does not specialise what is called for each element of a parameter pack. So what happens usually is
/// written to need no type but that of the argument itself: no optional of it, and no closure with it as result.
@usableFromInline
package final class ArgumentSource<Value>: @unchecked Sendable {
  // Proof: a constant value that only the factory's own creations read, as its function; and an atomic.

  private let source: ValueSource<Value>
  private let position: Int
  /// Whether the argument is one reference to a class object.
  private let isObject = Value.self is AnyObject.Type
  /// The address of the wire, which belongs to the factory's model; 0 until it was asked for.
  private let wireAddress = Atomic<UInt>(0)

  /// - Parameter position: Which argument it is, from 0; counted on.
  @usableFromInline
  init(_ source: ValueSource<Value>, _ position: inout Int) {
    self.source = source
    self.position = position
    position += 1
  }

  /// The argument, for a creation in the factory's model, which the caller holds.
  @usableFromInline
  func value(_ given: GivenArguments, in model: Model) throws -> Value {
    if given.areNone,
      let address = UnsafeRawPointer(bitPattern: wireAddress.load(ordering: .acquiring))
    {
      let wire = Unmanaged<Wire<Value>>.fromOpaque(address)
      if wire._withUnsafeGuaranteedRef({ $0.beginCopying() }) {
        return wire._withUnsafeGuaranteedRef { $0.copyAnswer() }
      }
      if isObject, let template = wire._withUnsafeGuaranteedRef({ $0.template }) {
        return try newObject(of: template, in: model)
      }
    }
    return try otherValue(given, in: model)
  }

  private func newObject(
    of template: Unmanaged<AnyObjectFactory>, in model: Model
  ) throws -> Value {
    var object: UnsafeRawPointer?
    try template._withUnsafeGuaranteedRef { try $0.makeAnew(in: model, for: nil, at: &object) }
    return taken(from: &object)
  }

  /// Hands on the reference to a `Value` that lies at a place.
  private func taken(from place: UnsafeMutableRawPointer) -> Value {
    place.assumingMemoryBound(to: Value.self).move()
  }

  private func otherValue(_ given: GivenArguments, in model: Model) throws -> Value {
    if let value: Value = given.value(at: position) { return value }
    if let constant = source.constant { return constant.value }
    let wire = try model.wire(for: Value.self, matching: source.criteria)
    // Others are made for one request only.
    if source.criteria.areConsistent {
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
