/// What few frames of a ``CreationPath`` have to remember: those on a loop, and those that took something of
/// another thread.
@usableFromInline
final class FrameNotes {
  /// Injections that have to wait until the object of the frame exists.
  var postponed: [PostponedInjection] = []
  /// Tells the frame from all others, also from those that were here before; 0 until it is needed.
  var number: UInt = 0
  /// The depth of the outermost frame whose object was taken within this one before it was finished.
  var outermostNeed = Int.max
  /// Shared objects that have the object of the frame: they are finished with it, or given up with it.
  var tentative: [AnyObjectFactory] = []
  /// Objects of other threads that were taken within the frame before they were finished.
  var taken: [UnfinishedObject] = []

  init() {}
}
