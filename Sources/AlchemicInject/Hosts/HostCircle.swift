import AlchemicRuntime

/// Hosts that retain each other by their properties, after their model or their scope has released
/// them.
///
/// This is trial deletion ("Concurrent Cycle Collection in Reference Counted Systems", Bacon and
/// Rajan, 2001), for known objects with known references.
enum HostCircle {
  /// Empties properties of objects that nothing retains but such properties, until the objects are
  /// released.
  ///
  /// In each circle, one object loses a property before its deinitializer runs. If that reads the
  /// property, it gets a new object, which may be part of a new circle. A later round begins with
  /// another object.
  ///
  /// - Parameters:
  ///   - objects: The caller has no other reference to them than this array, which is then empty.
  ///   - round: The number of circles that were released before.
  /// - Complexity: O(*p*) in the properties of the objects.
  static func release(_ objects: inout [AnyObject], round: Int) {
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
    let unused = hosts.indices.filter { !isUsed[$0] }
    let references = unused.indices.map { index in
      hosts[unused[(index + round) % unused.count]].with { HostReference($0) }
    }
    objects = []
    for reference in references {
      if let host = reference.object {
        for point in points(of: Borrowed(host)) where numbers[point.keptAddress] != nil {
          point.releaseKept()
        }
      }
    }
    references.forEach { $0.release() }
  }

  private static func points(of host: Borrowed<AnyObject>) -> [any InjectionPointing] {
    host.with { host in HostPlan.of(type(of: host)).properties.map { $0.point(in: host) } }
  }
}
