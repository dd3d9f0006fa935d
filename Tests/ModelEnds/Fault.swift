/// A fault that the steps add to the library's code. A proof that does not find it proves nothing.
package enum Fault: CaseIterable, Sendable {
  /// A request does not look again whether its model is lent.
  case noSecondLook
  /// The pin of a request takes effect after its second look.
  case latePin
  /// The end of a loan takes effect after the owner has read the pins.
  case lateEnd
  /// An owner passes no retains.
  case noPins
  /// A request does not release the retain that it was passed.
  case keptRetain
  /// An owner releases a retain that it has passed.
  case secondRelease
  /// A thread that creates the shares of a model does not see that the model has ended.
  case endlessShares

  /// Whether only late stores show the fault.
  var isLate: Bool { self == .latePin || self == .lateEnd }

  func change(
    loaded value: inout UInt64, _ function: StaticString, isStrong: Bool, pinned: UInt64
  ) {
    switch (self, function.description) {
    case (.noSecondLook, "begin(_:)") where isStrong: value = pinned
    case (.noPins, "passRetains(of:)"): value = 0
    case (.endlessShares, "isLent"): value = 2
    default: break
    }
  }

  func change(exchanged value: inout UInt64, _ function: StaticString) {
    switch (self, function.description) {
    case (.keptRetain, "clear(_:)"): value &= ~1
    case (.secondRelease, "passRetains(of:)"): value = 0
    default: break
    }
  }

  /// Whether a store of a function is to take effect late.
  func weakens(_ function: StaticString) -> Bool {
    switch (self, function.description) {
    case (.latePin, "begin(_:)"), (.lateEnd, "endLoan()"): true
    default: false
    }
  }
}
