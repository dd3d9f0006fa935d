import AlchemicInject
import CAlchemicAutostart

// A program only has to link this product. Alchemic then starts on a thread of its own when the
// program is loaded. `Alchemic.started()` waits for the end of the start, and `AcWhenReady` runs a
// block then. A request before the model is built waits until it is.
//
// A program that is launched with `--alchemic-nostart`, or with `ALCHEMIC_NOSTART=1` in its
// environment, is not started. If the start fails, its problems are written to standard error.
// `Alchemic.started()` and every request throw them, too.

/// Begins the start. Called when the image is loaded.
///
/// - Parameters:
///   - count: The number of arguments of the program.
///   - arguments: The arguments; nil if the system does not provide them.
///   - isInProgram: Whether this product is linked into the program itself. If it is in a library,
///     the classes of the program are not registered yet, and nothing is started.
@c(alchemic_autostart)
public func beginStartAtLoad(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ isInProgram: Bool
) {
  guard isInProgram else {
    Alchemic.refuseStartAtLoad(
      "AlchemicAutostart is linked into a library: link it into the program itself")
    return
  }
  let given = arguments.map { arguments in
    (0..<Int(count)).compactMap { arguments[$0].map { String(cString: $0) } }
  }
  // The only error is `started-twice`: a program that loaded this image later has started Alchemic
  // before.
  try? Alchemic.startAtLoad(arguments: given ?? CommandLine.arguments)
}
