import CMeasure

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Nanoseconds until `body` is done on so many threads, which begin at the same moment.
///
/// - Parameter body: Is told which thread it is, from 0.
public func timeOnThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) -> Double {
  final class Body: Sendable {
    let run: @Sendable (Int) -> Void
    init(_ run: @escaping @Sendable (Int) -> Void) { self.run = run }
  }
  let context = Body(body)
  return withExtendedLifetime(context) {
    Double(
      measure_on_threads(
        Int32(count),
        { context, number in
          Unmanaged<Body>.fromOpaque(context!).takeUnretainedValue().run(Int(number))
        }, Unmanaged.passUnretained(context).toOpaque()))
  }
}

/// A thread that does one thing.
public struct Thread {
  private let thread: pthread_t

  public init(_ body: @escaping @Sendable () -> Void) {
    final class Body: Sendable {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    let context = Unmanaged.passRetained(Body(body)).toOpaque()
    #if canImport(Darwin)
    var thread: pthread_t?
    pthread_create(
      &thread, nil,
      {
        Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run()
        return nil
      }, context)
    self.thread = thread!
    #else
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      {
        Unmanaged<Body>.fromOpaque($0!).takeRetainedValue().run()
        return nil
      }, context)
    self.thread = thread
    #endif
  }

  /// Waits until it is done.
  public func join() { pthread_join(thread, nil) }
}
