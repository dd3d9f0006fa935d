import AlchemicCore
import CAlchemicRuntime

/// Returns whether the deinit of a host has begun.
///
/// Such a host is not injected as a whole: a hook that runs later, or an injection that waits for another object, would
/// hold it beyond its end. A property that is read in the deinit is resolved alone.
///
/// Objects of Objective-C do not take part in Swift's own counting, so on Apple platforms this is false for classes that
/// inherit from `NSObject`. Not run here.
func isDying(_ host: AnyObject) -> Bool {
  isCountedBySwift(host) && swift_isDeallocating(Unmanaged.passUnretained(host).toOpaque())
}
