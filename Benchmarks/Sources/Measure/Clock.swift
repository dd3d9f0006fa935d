import CMeasure

/// Nanoseconds of this thread's own processor time that `body` takes.
///
/// Programs that run beside this one make it no longer, as long as nothing in `body` waits.
public func threadTime(_ body: () throws -> Void) rethrows -> Double {
  let begin = measure_thread_nanoseconds()
  try body()
  return Double(measure_thread_nanoseconds() - begin)
}

/// Nanoseconds that pass while `body` runs; for what waits, and for more than one thread.
public func wallTime(_ body: () throws -> Void) rethrows -> Double {
  let begin = measure_wall_nanoseconds()
  try body()
  return Double(measure_wall_nanoseconds() - begin)
}

/// Nanoseconds since some time ago.
public func nanosecondsNow() -> Double { Double(measure_wall_nanoseconds()) }
