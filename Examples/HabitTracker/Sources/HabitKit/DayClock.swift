import Alchemic
import Foundation

/// Counts the days. The real one is ``SystemClock``; tests replace it.
public protocol DayClock: AnyObject {
  /// The number of today, as days since 1970.
  var today: Int { get }
}

/// No code refers to this class. The start finds it, since it conforms to `AlchemicCreatable`.
final class SystemClock: DayClock, AlchemicCreatable {
  var today: Int { Int(Date().timeIntervalSince1970 / 86_400) }
  init() {}
}
