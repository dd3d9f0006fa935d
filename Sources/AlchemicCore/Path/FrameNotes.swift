/// What few frames of a ``CreationPath`` have to remember: those on a loop.
@usableFromInline
final class FrameNotes {
  /// Injections that have to wait until the object of the frame exists.
  var postponed: [PostponedInjection] = []
  /// What has to wait until the object of the frame is finished.
  var waitingForFinish: [PostponedInjection] = []
  /// Distinguishes the frame from all others, also from earlier ones at its place; 0 until it is
  /// needed.
  var number: UInt = 0
  /// The depth of the outermost frame whose unfinished object was taken within this one.
  var outermostNeed = Int.max
}
