import AlchemicTestSupport

/// Some classes and how each of them needs the others: what a proof of the creation engine makes
/// models of.
package struct Web: Hashable, Sendable, CustomStringConvertible {
  /// How one class needs another one.
  package enum Need: UInt8, Sendable {
    case none
    case argument
    case property
  }

  /// How many classes there are.
  package let count: Int
  /// By class: how it needs each of the others; itself is left out.
  package private(set) var needs: [[Need]]
  /// Whether the classes have hooks, so that their properties are injected with them.
  package var hasHooks: Bool
  /// Whether a start makes the objects; else requests do.
  package var isEager: Bool
  /// The class whose initializer throws, each time; nil if none does.
  package var failing: Int?
  /// The classes that are registered as their base class, with closures that request their
  /// arguments: the graph has no edge for what these need.
  package var hidden: Set<Int> = []

  package init(count: Int, hasHooks: Bool, isEager: Bool, failing: Int? = nil) {
    self.count = count
    self.hasHooks = hasHooks
    self.isEager = isEager
    self.failing = failing
    needs = [[Need]](repeating: [Need](repeating: .none, count: count), count: count)
  }

  /// - Parameter number: The digits, to the base of three, say how each needs each of the others.
  package init(
    count: Int, number: Int, hasHooks: Bool, isEager: Bool, failing: Int? = nil
  ) {
    self.init(count: count, hasHooks: hasHooks, isEager: isEager, failing: failing)
    var rest = number
    for (from, to) in Self.pairs(count) {
      self[from, to] = Need(rawValue: UInt8(rest % 3))!
      rest /= 3
    }
  }

  /// Three to ten classes, none of which fails or is hidden.
  static func random(_ random: inout SplitMix) -> Web {
    let count = Int.random(in: 3...10, using: &random)
    var web = Web(
      count: count, hasHooks: Bool.random(using: &random), isEager: Bool.random(using: &random))
    // Arguments lead to later classes only, since those in a circle are a problem; properties lead
    // anywhere.
    for from in 0..<count {
      for need in [Need.argument, .property] {
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          let to = Int.random(in: 0..<count, using: &random)
          if need == .argument ? to > from : to != from { web[from, to] = need }
        }
        // What was an argument may have become a property since, so there are three at most of
        // each.
      }
    }
    return web
  }

  package subscript(from: Int, to: Int) -> Need {
    get { needs[from][to] }
    set { needs[from][to] = newValue }
  }

  package static func pairs(_ count: Int) -> [(Int, Int)] {
    (0..<count).flatMap { from in (0..<count).filter { $0 != from }.map { (from, $0) } }
  }

  func targets(of from: Int, _ need: Need) -> [Int] {
    (0..<count).filter { needs[from][$0] == need }
  }

  /// Whether a class leads back to itself by arguments: the model has that as a problem.
  package var hasCycleOfArguments: Bool {
    (0..<count).contains { reached(from: [$0], by: [.argument]).contains($0) }
  }

  /// What these need, perhaps by way of others.
  func reached(from starts: [Int], by kinds: Set<Need>) -> Set<Int> {
    var reached: Set<Int> = []
    var open = starts
    while let from = open.popLast() {
      for to in 0..<count where kinds.contains(needs[from][to]) && reached.insert(to).inserted {
        open.append(to)
      }
    }
    return reached
  }

  /// Whether everything is needed, perhaps by way of others, for one of these: the rest would be
  /// another, smaller web.
  package func isReached(from starts: [Int]) -> Bool {
    reached(from: starts, by: [.argument, .property]).union(starts).count == count
  }

  /// The numbers of all webs that differ by more than the names of their classes.
  package static func distinctNumbers(_ count: Int) -> [Int] {
    let pairs = pairs(count)
    let total = pairs.reduce(1) { total, _ in total * 3 }
    var powers = [[Int]](repeating: [Int](repeating: 0, count: count), count: count)
    var power = 1
    for (from, to) in pairs {
      powers[from][to] = power
      power *= 3
    }
    let orders = permutations(Array(0..<count)).dropFirst()
    // By order: what each digit is worth with the classes renamed.
    let worth = orders.map { order in pairs.map { powers[order[$0.0]][order[$0.1]] } }
    return (0..<total).filter { number in
      var digits: [Int] = []
      var rest = number
      for _ in pairs {
        digits.append(rest % 3)
        rest /= 3
      }
      return worth.allSatisfy { worth in
        var other = 0
        for (digit, worth) in zip(digits, worth) { other += digit * worth }
        return number <= other
      }
    }
  }

  private static func permutations(_ items: [Int]) -> [[Int]] {
    guard items.count > 1 else { return [items] }
    return items.indices.flatMap { index in
      var rest = items
      let item = rest.remove(at: index)
      return permutations(rest).map { [item] + $0 }
    }
  }

  package var description: String {
    let names = (0..<count).map(String.init)
    let lines = (0..<count).map { from in
      let arguments = targets(of: from, .argument).map { names[$0] }.joined(separator: " ")
      let properties = targets(of: from, .property).map { names[$0] }.joined(separator: " ")
      let isHidden = hidden.contains(from) ? " hidden" : ""
      return "\(from)(\(arguments)){\(properties)}\(isHidden)"
    }
    let fails = failing.map { ", \($0) fails" } ?? ""
    return lines.joined(separator: " ")
      + (hasHooks ? ", hooks" : ", no hooks") + (isEager ? ", eager" : ", lazy") + fails
  }
}
