/// The features that an operation has used, to count which of them have met.
enum Tag: Int, CaseIterable {
  case child, sharing, lent, taskScope, modelScope, otherTask
  case decorated, weak, nillable, reference, lazy, brief, lasting, perRequest, template
  case primary, fallback, gaveWay, profile
  case named, qualified, optional, array, map, provider
  case keptScope, set, added, hook, follower, property, stopped, released, failed, discovered
}

struct Tags {
  private var bits = 0

  mutating func insert(_ tag: Tag) { bits |= 1 << tag.rawValue }
  func contains(_ tag: Tag) -> Bool { bits & 1 << tag.rawValue != 0 }
  mutating func formUnion(_ other: Tags) { bits |= other.bits }

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

  mutating func note(_ it: Registration, isDecorated: Bool) {
    if isDecorated { insert(.decorated) }
    if it.rank == .primary { insert(.primary) }
    if it.rank == .fallback { insert(.fallback) }
    if it.profile != nil { insert(.profile) }
    switch it.life {
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
    if it.life == .nillableReference { insert(.reference) }
  }
}

/// How often what happened in all programs.
struct Statistics {
  /// By two features: the operations with both, and the programs with both.
  private var inOperations = Pairs()
  private var inPrograms = Pairs()
  private var ofProgram = Tags()
  private(set) var operations = 0
  private var outcomes: [String: Int] = [:]

  mutating func count(_ tags: Tags, _ outcome: String) {
    operations += 1
    outcomes[outcome, default: 0] += 1
    inOperations.count(tags)
    ofProgram.formUnion(tags)
  }

  mutating func endProgram() {
    inPrograms.count(ofProgram)
    ofProgram = Tags()
  }

  var summary: String {
    let outcomes = outcomes.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }
    let features = Tag.allCases.map { "\($0) \(inOperations[$0, $0])" }
    return """
      outcomes: \(outcomes.joined(separator: ", "))
      features: \(features.joined(separator: ", "))
      pairs in one operation: \(inOperations.summary)
      pairs in one program: \(inPrograms.summary)
      """
  }
}

/// How often two features have met.
private struct Pairs {
  private var counts = [Int](repeating: 0, count: Tag.allCases.count * Tag.allCases.count)

  subscript(first: Tag, second: Tag) -> Int {
    counts[first.rawValue * Tag.allCases.count + second.rawValue]
  }

  mutating func count(_ tags: Tags) {
    let all = Tag.allCases.filter(tags.contains)
    for first in all {
      for second in all { counts[first.rawValue * Tag.allCases.count + second.rawValue] += 1 }
    }
  }

  var summary: String {
    var met: [(count: Int, text: String)] = []
    var never: [String] = []
    for first in Tag.allCases {
      for second in Tag.allCases where second.rawValue > first.rawValue {
        let count = self[first, second]
        if count == 0 {
          never.append("\(first)×\(second)")
        } else {
          met.append((count, "\(first)×\(second) \(count)"))
        }
      }
    }
    met.sort { $0.count < $1.count }
    return "\(met.count), the rarest " + met.prefix(8).map(\.text).joined(separator: ", ")
      + "; never \(never.count): " + never.joined(separator: ", ")
  }
}
