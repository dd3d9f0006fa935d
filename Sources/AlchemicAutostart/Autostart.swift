import AlchemicInject
import CAlchemicAutostart

// Linking this product is all that is needed: Alchemic starts by itself, on a thread of its own,
// when the program is loaded. `Alchemic.started()` and `AcWhenReady` tell when it is done; a
// request that comes before the model is built waits for that.
//
// A program that is launched with `--alchemic-nostart`, or with `ALCHEMIC_NOSTART=1` in its
// environment, is not started. If the start fails, its problems are written to standard error,
// besides being thrown by `Alchemic.started()` and by every request.

/// Begins the start; called when the image is loaded.
///
/// - Parameters:
///   - count: How many arguments the program has.
///   - arguments: These; nil where the system does not tell.
///   - isInProgram: Whether this is linked into the program itself. If it is in a library, the
///     classes of the program are not known yet, and nothing is started.
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
  // The only error is that Alchemic is started already, by a program that loaded this later.
  try? Alchemic.startAtLoad(arguments: given ?? CommandLine.arguments)
}
