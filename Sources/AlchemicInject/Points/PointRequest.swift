public import AlchemicCore

/// The criteria of a property. They are in a separate object, because most properties have no
/// criteria.
@usableFromInline
final class CriteriaBox: Sendable {
  let criteria: SearchCriteria

  @usableFromInline
  init(_ criteria: SearchCriteria) { self.criteria = criteria }
}

/// The first part of every injection point: its state and its source location.
@usableFromInline
struct PointHeader {
  // `state` and `claimed` are accessed atomically: see `AtomicByte`.

  /// A `PointState`.
  @usableFromInline var state: UInt8
  /// Whether the injection of the host was claimed, if this is the host's first point.
  @usableFromInline var claimed: UInt8
  @usableFromInline var line: UInt32
  @usableFromInline var address: UInt
  @usableFromInline var criteria: CriteriaBox?
  /// The transient point with the value, if the property follows its factory: see ``PointLink``.
  @usableFromInline var link: UInt

  @inlinable
  init(state: UInt8, location: CodeLocation, criteria: CriteriaBox?) {
    self.state = state
    claimed = 0
    (address, line) = location.parts
    self.criteria = criteria
    link = 0
  }
}

/// The states of an injection point. The state only increases. The only exception is a thread that
/// binds the point: it sets `filling` before `bound`.
@usableFromInline
enum PointState {
  /// The point has no value.
  @usableFromInline static var open: UInt8 { @inlinable get { 0 } }
  /// The point has no value, and is bound to a child model or a scope.
  @usableFromInline static var bound: UInt8 { @inlinable get { 1 } }
  /// A thread is writing the value, or reads what the point is bound to: a few instructions.
  @usableFromInline static var filling: UInt8 { @inlinable get { 2 } }
  /// The point has its value.
  @usableFromInline static var filled: UInt8 { @inlinable get { 3 } }
  /// The point refers to a transient point with the value, because a factory requires that
  /// properties follow it.
  @usableFromInline static var following: UInt8 { @inlinable get { 4 } }
}
