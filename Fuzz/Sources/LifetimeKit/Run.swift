import Alchemic
import FuzzInput

/// How often what happened.
public var summary: String { Statistics.summary }

/// Runs an input as a program. Stops the process where an object is used after its end, comes back
/// to life or outlives everything.
public func run(_ bytes: [UInt8]) {
  Living.restartNumbers()
  let program = Program(bytes)
  Program.current = program
  program.everything()
}

extension Program {
  fileprivate func everything() {
    count("programs")
    let first = first
    if isObserved { observe() }
    start(options: first.bytes.split(5))
    if threads != .one { shared = [Plain(isShared: true), Aware(isShared: true)] }
    if threads == .free {
      let second = second
      SecondThread.shared.begin {
        while !second.bytes.isEmpty, second.rest > 0 { self.operate() }
      }
    }
    while !first.bytes.isEmpty, first.rest > 0 { operate() }
    finish()
  }

  /// Releases everything, first with operations in each `deinit`, then without, and counts what is
  /// left.
  private func finish() {
    waitForSecondThread()
    // Operations that are left are for this.
    first.rest = 20
    release()
    (first.rest, second.rest) = (0, 0)
    release()
    if threads != .one {
      // What the thread has read last is released by its own reset.
      SecondThread.shared.begin { Alchemic.reset() }
      waitForSecondThread()
    }
    Alchemic.reset()
    let left = Living.count.load(ordering: .relaxed)
    if left != 0 { fatalError("\(left) objects outlive the model and its hosts") }
  }

  private func release() {
    shared = []
    first.pool.empty()
    second.pool.empty()
    reset(isFollowedByStart: false)
  }

  private func waitForSecondThread() {
    guard threads != .one, !SecondThread.shared.wait(milliseconds: 10_000) else { return }
    fatalError("The second thread hangs")
  }
}
