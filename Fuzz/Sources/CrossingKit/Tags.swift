/// The features that an operation has used, to count which of them have met.
enum Tag: Int, CaseIterable {
  case child, sharing, lent, taskScope, modelScope, otherTask
  case decorated, weak, nillable, reference, lazy, brief, lasting, perRequest, template
  case named, qualified, optional, array, map, provider
  case set, added, hook, follower, property, stopped, released, failed
}

struct Tags {
  private(set) var bits = 0

  mutating func insert(_ tag: Tag) { bits |= 1 << tag.rawValue }

  mutating func note(_ request: Request) {
    switch request.form {
    case .single: break
    case .optional: insert(.optional)
    case .array: insert(.array)
    case .map: insert(.map)
    case .provider, .laterOptional, .laterArray: insert(.provider)
    }
    switch request.criterion {
    case .none: break
    case .named: insert(.named)
    case .qualified: insert(.qualified)
    }
  }

  mutating func note(_ life: Life, isDecorated: Bool) {
    if isDecorated { insert(.decorated) }
    switch life {
    case .singleton, .scoped: break
    case .lazy: insert(.lazy)
    case .template: insert(.template)
    case .perRequest: insert(.perRequest)
    case .weak: insert(.weak)
    case .nillable, .nillableReference: insert(.nillable)
    case .reference, .scopedReference: insert(.reference)
    case .brief: insert(.brief)
    case .lasting: insert(.lasting)
    }
    if life == .nillableReference { insert(.reference) }
  }
}

/// How often what happened in all programs.
struct Statistics {
  private var pairs = [Int](repeating: 0, count: Tag.allCases.count * Tag.allCases.count)
  private(set) var operations = 0
  private var outcomes: [String: Int] = [:]

  mutating func count(_ tags: Tags, _ outcome: String) {
    operations += 1
    outcomes[outcome, default: 0] += 1
    let all = Tag.allCases.filter { tags.bits & 1 << $0.rawValue != 0 }
    for first in all {
      for second in all { pairs[first.rawValue * Tag.allCases.count + second.rawValue] += 1 }
    }
  }

  mutating func count(_ outcome: String) { outcomes[outcome, default: 0] += 1 }

  /// Each feature, how often it occurred, and the rarest pairs.
  var summary: String {
    func count(_ first: Tag, _ second: Tag) -> Int {
      pairs[first.rawValue * Tag.allCases.count + second.rawValue]
    }
    var lines = ["outcomes: " + outcomes.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")]
    lines.append(
      "features: " + Tag.allCases.map { "\($0) \(count($0, $0))" }.joined(separator: ", "))
    var never: [String] = []
    var rare: [(Int, String)] = []
    for first in Tag.allCases {
      for second in Tag.allCases where second.rawValue > first.rawValue {
        let number = count(first, second)
        if number == 0 { never.append("\(first)×\(second)") }
        else { rare.append((number, "\(first)×\(second) \(number)")) }
      }
    }
    rare.sort { $0.0 < $1.0 }
    lines.append("pairs: \(rare.count), the rarest: " + rare.prefix(12).map(\.1).joined(separator: ", "))
    lines.append("pairs that never met: \(never.count): " + never.joined(separator: ", "))
    return lines.joined(separator: "\n")
  }
}
