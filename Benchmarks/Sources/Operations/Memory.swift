import AlchemicInject
import CMeasure

/// How many bytes hosts take more than others.
///
/// For a program that does nothing else: what others have freed is taken again, and is not always
/// of the size that is needed.
public struct Memory {
  /// A host with three injected properties, all read, more than one with plain ones.
  public let injected: Double
  /// A host with hooks that follows more than one that does not.
  public let aware: Double
  /// The same without hooks.
  public let withoutHooks: Double

  /// Makes so many of each, and keeps them all to the end.
  ///
  /// No model may have been started before.
  public init(hosts count: Int) throws {
    try HotModel.start()
    try AcSet(Price(1))
    var kept: [[AnyObject]] = []
    func bytes(_ make: () -> AnyObject) -> Double {
      // The first one may come with what is made once.
      kept.append([make()])
      var objects: [AnyObject] = []
      objects.reserveCapacity(count)
      let before = measure_allocated_bytes()
      for _ in 0..<count { objects.append(make()) }
      let after = measure_allocated_bytes()
      kept.append(objects)
      return (Double(after) - Double(before)) / Double(count)
    }
    injected =
      bytes {
        let host = three()
        measure_use(host.readAll())
        return host
      }
      - bytes {
        let host = PlainThree()
        measure_use(host.readAll())
        return host
      }
    aware =
      bytes { awareHost() }
      - bytes {
        let host = AwareKeeper()
        AcInjectDependencies(host)
        return host
      }
    withoutHooks =
      bytes { quietHost() }
      - bytes {
        let host = QuietKeeper()
        measure_use(host.price?.cents ?? 0)
        return host
      }
    withExtendedLifetime(kept) {}
  }
}
