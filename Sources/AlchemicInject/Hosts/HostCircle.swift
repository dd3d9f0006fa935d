import AlchemicRuntime

/// Hosts that retain each other by their properties, after their model or their scope has released
/// them.
///
/// This is trial deletion ("Concurrent Cycle Collection in Reference Counted Systems", Bacon and
/// Rajan, 2001), for known objects with known references.
enum HostCircle {
  /// Empties the properties of objects that nothing retains but these properties.
  ///
  /// - Parameter objects: The caller has no other reference to them than this array.
  /// - Returns: Whether there were such objects.
  /// - Complexity: O(*p*) in the properties of the objects.
  static func release(_ objects: [AnyObject]) -> Bool {
    var numbers: [UInt: Int] = [:]
    var hosts: [Borrowed<AnyObject>] = []
    // By host: the references in the array, and those of properties.
    var known: [Int] = []
    for host in objects.map({ Borrowed($0) }) {
      if let number = numbers[host.address] {
        known[number] += 1
      } else {
        numbers[host.address] = hosts.count
        hosts.append(host)
        known.append(1)
      }
    }
    let needs = hosts.map { host in points(of: host).compactMap { numbers[$0.keptAddress] } }
    for number in needs.joined() { known[number] += 1 }
    // What has other references is used, and so is all that it retains.
    var isUsed = hosts.indices.map { referenceCount(of: hosts[$0]) != known[$0] }
    var reached = hosts.indices.filter { isUsed[$0] }
    while let next = reached.popLast() {
      for number in needs[next] where !isUsed[number] {
        isUsed[number] = true
        reached.append(number)
      }
    }
    var hasReleased = false
    for (number, host) in hosts.enumerated() where !isUsed[number] {
      for point in points(of: host) where numbers[point.keptAddress] != nil {
        point.releaseKept()
        hasReleased = true
      }
    }
    return hasReleased
  }

  private static func points(of host: Borrowed<AnyObject>) -> [any InjectionPointing] {
    host.with { host in HostPlan.of(type(of: host)).properties.map { $0.point(in: host) } }
  }
}
