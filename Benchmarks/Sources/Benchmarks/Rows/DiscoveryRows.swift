import Measure

/// P5b: finding the classes of an image.
///
/// An image has its classes from the moment on at which it is loaded, and a class is asked for its
/// metadata the first time only once: so each number is of a process of its own.
func measureDiscoveryRows(_ bench: Bench) throws {
  guard bench.wants(group: "P5b") else { return }
  let build = try Build()
  var medians: [Int: Double] = [:]
  let all = [100, 1_000, 10_000]
  let sizes = Array(all.prefix(bench.choose(full: all.count, quick: 2, smoke: all.count)))
  let (small, large) = (sizes[sizes.count - 2], sizes[sizes.count - 1])
  for size in sizes {
    guard
      bench.wants("P5b/\(size)") || bench.wants("P5b/growth") && size >= small
        || bench.wants("P5b/by-hand") && size == large
    else { continue }
    let count = bench.count(size)
    let image = try Image(count).build(with: build)
    var samples = PairedSamples(), byHand = PairedSamples()
    for round in 0...bench.choose(full: 31, quick: 15, smoke: 1) {
      let floor = try time(image, "ask", count), cost = try time(image, "discover", count)
      let hand = try time(image, "find", count)
      guard round > 0 else { continue }
      samples.add(cost: cost, floor: floor)
      byHand.add(cost: cost, floor: hand)
    }
    medians[size] = samples.cost.median
    try bench.add(
      Row(
        "P5b/\(size)", "find \(grouped(size)) classes, against asking for their metadata",
        samples, limit: size == 10_000 ? 3 : nil))
    if size == large {
      try bench.add(
        Row(
          "P5b/by-hand", "find \(grouped(size)) classes, against finding and sorting them in C",
          byHand, limit: 3))
    }
  }
  if let less = medians[small], let more = medians[large] {
    try bench.add(
      Row(
        "P5b/growth", "times as long for \(grouped(large)) classes as for \(grouped(small))",
        value: Samples([more / less]), atMost: 12))
  }
}

/// How many nanoseconds a program takes for so many classes, in one of the ways that it knows.
private func time(_ image: String, _ what: String, _ count: Int) throws -> Double {
  let output = try Program.run([image, what]).output
  let lines = output.split(separator: "\n")
  guard lines.count == 2, let time = Double(lines[0]), Int(lines[1]) == count else {
    throw Failure("\(what) of \(count) classes: \(output)")
  }
  return time
}
