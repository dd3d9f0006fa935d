/// State that few frames of a ``CreationPath`` need: those in a cycle.
@usableFromInline
final class FrameNotes {
  /// Injections that wait until the object of the frame exists.
  var postponed: [PostponedInjection] = []
  /// Injections and actions that wait until the object of the frame is finished.
  var waitingForFinish: [PostponedInjection] = []
  /// Distinguishes the frame from all others, including earlier ones at the same address; 0 until
  /// the first use.
  var number: UInt = 0
  /// The depth of the outermost frame whose unfinished object a frame within this one has used.
  var outermostNeed = Int.max
  /// The objects that are shared within the request, if this is the outermost frame.
  lazy var requestObjects = RequestObjects()
}
