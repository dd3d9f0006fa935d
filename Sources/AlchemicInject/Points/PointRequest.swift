public import AlchemicRuntime
public import AlchemicCore

/// The criteria of a property, on the heap: most properties have none.
@usableFromInline
final class CriteriaBox: Sendable {
  let criteria: SearchCriteria

  @usableFromInline
  init(_ criteria: SearchCriteria) { self.criteria = criteria }
}

/// What every injection point begins with: how far it is, and where it was declared.
@usableFromInline
struct PointHeader {
  // The first two are read and written atomically: see `AtomicByte`.

  /// A `PointState`.
  @usableFromInline var state: UInt8
  /// Whether the host of this, its first point, was injected.
  @usableFromInline var claimed: UInt8
  @usableFromInline var line: UInt32
  @usableFromInline var address: UInt
  @usableFromInline var criteria: CriteriaBox?
  /// The transient point that has the value, if the property follows its factory, which this point
  /// retains; written before the state says so.
  @usableFromInline var follower: Borrowed<AnyObject>?

  @inlinable
  init(state: UInt8, location: CodeLocation, criteria: CriteriaBox?) {
    self.state = state
    claimed = 0
    (address, line) = location.parts
    self.criteria = criteria
    follower = nil
  }
}

/// How far a point is. It only goes up.
@usableFromInline
enum PointState {
  /// It has no value.
  @usableFromInline static var open: UInt8 { @inlinable get { 0 } }
  /// A thread puts the value in place; a few instructions.
  @usableFromInline static var filling: UInt8 { @inlinable get { 1 } }
  /// It has its value.
  @usableFromInline static var filled: UInt8 { @inlinable get { 2 } }
  /// It has a transient point, which has the value: a factory wants to be followed.
  @usableFromInline static var following: UInt8 { @inlinable get { 3 } }
}
