import AlchemicInject
import AlchemicWaiting
import CAlchemicAutostart

// A program only has to link this product. Alchemic then starts on a new thread when the program is
// loaded. `Alchemic.started()` waits for the end of the start, and `AcWhenReady` runs a block after
// it. A request waits until the model is built.
//
// The launch argument `--alchemic-nostart` prevents the start, and so does `ALCHEMIC_NOSTART=1` in
// the environment. If the start fails, Alchemic writes the problems to standard error.
// `Alchemic.started()` and every request throw them too.

/// Begins the start. The loader calls this function when the image is loaded.
///
/// - Parameters:
///   - count: The number of arguments of the program.
///   - arguments: The arguments; nil if the system does not provide them.
///   - isInProgram: Whether this product is linked into the program itself. If it is linked into a
///     library, the classes of the program are not registered yet, so this function only reports
///     the mistake.
@c(alchemic_autostart)
public func beginStartAtLoad(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ isInProgram: Bool
) {
  guard isInProgram else {
    Alchemic.refuseStartAtLoad()
    return
  }
  let given = arguments.map { arguments in
    (0..<Int(count)).compactMap { arguments[$0].map { String(cString: $0) } }
  }
  // The only error is `started-twice`. It occurs if the program loads this image after it has
  // started Alchemic.
  try? Alchemic.startAtLoad(arguments: given ?? CommandLine.arguments)
}
