import AlchemicTestSupport
import Testing

@testable import AlchemicCore

/// A web of factories, and who asks.
struct Web: CustomTestStringConvertible, Sendable {
  let name: String
  let recipes: @Sendable () -> [Recipe]
  /// Whether everybody gets an object: nothing throws, and every loop has a property on it.
  var isLegal = true
  var testDescription: String { name }
}

extension Web {
  /// - Parameters:
  ///   - way: Six digits to the base of three: how each needs each of the others.
  ///   - failing: Which one fails once; none if there is no such.
  init(way: Int, failing: Int) {
    var rest = way
    var arguments: [[Int]] = [[], [], []]
    var properties: [[Int]] = [[], [], []]
    for (from, to) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)] {
      if rest % 3 == 1 { arguments[from].append(to) }
      if rest % 3 == 2 { properties[from].append(to) }
      rest /= 3
    }
    let (needs, haves) = (arguments, properties)
    self.init(
      name: "\(needs) \(haves), failing \(failing)",
      recipes: {
        (0..<3).map {
          Recipe(
            name: "abc".map(String.init)[$0], arguments: needs[$0], properties: haves[$0],
            failures: $0 == failing ? 1 : 0)
        }
      }, isLegal: failing == 3 && !Web.hasCycle(needs))
  }

  /// Whether one of three leads back to itself.
  private static func hasCycle(_ needs: [[Int]]) -> Bool {
    (0..<3).contains { start in
      var reached = Set(needs[start])
      for _ in 0..<3 { reached.formUnion(reached.flatMap { needs[$0] }) }
      return reached.contains(start)
    }
  }
}

/// Every order in which two callers can take their turns, without a thread: what ``CreationTable`` decides is
/// right in all of them.
@Suite struct ScheduleTests {
  private static let webs = [
    Web(name: "one", recipes: { [Recipe(name: "a")] }),
    Web(name: "one that fails once", recipes: { [Recipe(name: "a", failures: 1)] }, isLegal: false),
    Web(
      name: "two properties",
      recipes: { [Recipe(name: "a", properties: [1]), Recipe(name: "b", properties: [0])] }),
    Web(
      name: "two properties, one fails once",
      recipes: {
        [Recipe(name: "a", properties: [1], failures: 1), Recipe(name: "b", properties: [0])]
      }, isLegal: false),
    Web(
      name: "two properties, both fail once",
      recipes: {
        [
          Recipe(name: "a", properties: [1], failures: 1),
          Recipe(name: "b", properties: [0], failures: 1),
        ]
      }, isLegal: false),
    Web(
      name: "an argument and a property",
      recipes: { [Recipe(name: "a", arguments: [1]), Recipe(name: "b", properties: [0])] }),
    Web(
      name: "an argument and a property, which fails once",
      recipes: {
        [Recipe(name: "a", arguments: [1]), Recipe(name: "b", properties: [0], failures: 1)]
      }, isLegal: false),
    Web(
      name: "two arguments and a property",
      recipes: {
        [
          Recipe(name: "a", arguments: [1]), Recipe(name: "b", arguments: [2]),
          Recipe(name: "c", properties: [0]),
        ]
      }),
    Web(
      name: "two arguments and a property, the first fails once",
      recipes: {
        [
          Recipe(name: "a", arguments: [1], failures: 1), Recipe(name: "b", arguments: [2]),
          Recipe(name: "c", properties: [0]),
        ]
      }, isLegal: false),
    Web(
      name: "three that have one another",
      recipes: {
        [
          Recipe(name: "a", properties: [1, 2]), Recipe(name: "b", properties: [2, 0]),
          Recipe(name: "c", properties: [0, 1]),
        ]
      }),
    Web(
      name: "three, one of them by arguments",
      recipes: {
        [
          Recipe(name: "a", properties: [1, 2]), Recipe(name: "b", properties: [0, 2]),
          Recipe(name: "c", arguments: [0, 1]),
        ]
      }),
    Web(
      name: "three, one of them by arguments, one fails once",
      recipes: {
        [
          Recipe(name: "a", properties: [1, 2], failures: 1),
          Recipe(name: "b", properties: [0, 2]),
          Recipe(name: "c", arguments: [0, 1]),
        ]
      }, isLegal: false),
    Web(
      name: "two arguments: a cycle",
      recipes: { [Recipe(name: "a", arguments: [1]), Recipe(name: "b", arguments: [0])] },
      isLegal: false),
    Web(
      name: "a cycle beside a property",
      recipes: {
        [
          Recipe(name: "a", arguments: [1]), Recipe(name: "b", arguments: [0], properties: [2]),
          Recipe(name: "c", properties: [0]),
        ]
      }, isLegal: false),
  ]

  @Test("every order of two callers' turns ends, with whole objects, made once", arguments: webs)
  func everySchedule(_ web: Web) throws {
    let count = web.recipes().count
    var states = 0
    for first in 0..<count {
      for second in 0..<count {
        var explorer = Explorer(web, goals: [first, second])
        explorer.explore()
        #expect(explorer.findings.isEmpty, "\(web.name), \(first) and \(second)")
        states += explorer.seen.count
      }
    }
    #expect(states > 10)
  }

  @Test("three callers of three objects, in every order", arguments: [9, 10])
  func threeCallers(_ number: Int) {
    var explorer = Explorer(Self.webs[number], goals: [0, 1, 2])
    explorer.explore()
    #expect(explorer.findings.isEmpty)
    #expect(explorer.seen.count > 500)
  }

  /// Every web of three: each needs each of the others by an argument, by a property or not at all, and
  /// nobody or one of them fails once. In debug a part of them.
  @Test("every web of three objects, in every order of two callers' turns")
  func everyWeb() {
    let ways = 729
    var number = 0
    var legal = 0
    for way in 0..<ways {
      for failing in 0..<4 {
        for goals in [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 2]] {
          number += 1
          guard number % (ways * 24 / Effort.of(ways * 24)) == 0 else { continue }
          let web = Web(way: way, failing: failing)
          var explorer = Explorer(web, goals: goals)
          explorer.explore()
          #expect(explorer.findings.isEmpty, "\(web.name), asked for \(goals)")
          if web.isLegal { legal += 1 }
        }
      }
    }
    #expect(legal > Effort.of(1_000))
  }
}

/// Takes every turn in every state that can be reached.
private struct Explorer {
  /// What the factories hold, which are objects; and all the rest.
  private struct State {
    let callers: Callers
    let factories: [(progress: CreationProgress, attempt: UInt, needs: [UnfinishedObject])]

    init(_ callers: Callers) {
      self.callers = callers
      factories = callers.factories.map { ($0.progress, $0.attempt, $0.needs) }
    }

    /// The callers, with the factories as they were then.
    func restored() -> Callers {
      for (factory, held) in zip(callers.factories, factories) {
        (factory.progress, factory.attempt, factory.needs) = held
      }
      return callers
    }
  }

  private struct Key: Hashable {
    let callers: [Callers.Caller]
    let awaited: [String?]
    let objects: [Callers.Made]
    let current: [Int?]
    let failures: [Int]
    let factories: [String]
  }

  let web: Web
  private(set) var seen: Set<Int> = []
  private(set) var findings: Set<String> = []
  private var open: [State]

  init(_ web: Web, goals: [Int]) {
    self.web = web
    let recipes = web.recipes()
    let factories = recipes.map { recipe in
      AnyObjectFactory(
        FactoryFacts(
          name: recipe.name, product: AnyObject.self, origin: .code, making: .anywhere,
          lifetime: .singleton,
          isPrimary: false, isNillable: false, isWeak: false, isTransient: false, isLazy: true,
          order: nil, place: nil), arguments: [])
    }
    open = [State(Callers(recipes, factories, goals: goals))]
  }

  mutating func explore() {
    while let state = open.popLast(), findings.count < 5 {
      let ready = state.callers.callers.indices.filter {
        state.callers.callers[$0].outcome == nil && state.callers.callers[$0].isAwake
      }
      if ready.isEmpty { examine(state) }
      for index in ready {
        var callers = state.restored()
        callers.advance(index)
        let next = State(callers)
        if seen.insert(key(of: next).hashValue).inserted { open.append(next) }
      }
    }
  }

  private func key(of state: State) -> Key {
    Key(
      callers: state.callers.callers, awaited: state.callers.awaited,
      objects: state.callers.objects, current: state.callers.current,
      failures: state.callers.failures,
      factories: state.factories.map { held in
        "\(held.progress) \(held.attempt) \(held.needs.map { "\($0.factory.facts.name)\($0.attempt)" })"
      })
  }

  /// Nobody can go on: everybody has to be done, and what is left has to be whole.
  private mutating func examine(_ state: State) {
    let callers = state.restored()
    let outcomes = callers.callers.map(\.outcome)
    if outcomes.contains(nil) { return note("a deadlock") }
    for (index, factory) in callers.factories.enumerated() {
      switch factory.progress {
      case .absent: if callers.current[index] != nil { note("an object is left") }
      case .present: examine(callers.current[index], in: callers)
      default: note("\(factory.facts.name) is left \(factory.progress)")
      }
      if web.isLegal, callers.kept[index] > 1 { note("\(factory.facts.name) was made twice") }
    }
    for case .object(let object)? in outcomes where !callers.current.contains(object) {
      note("somebody has an object that was given up")
    }
    if web.isLegal {
      for outcome in outcomes {
        switch outcome {
        case .object: break
        default: note("\(String(describing: outcome))")
        }
      }
    }
    let failures = web.recipes().map(\.failures).reduce(0, +)
    if outcomes.filter({ $0 == .failed }).count > failures { note("an error for two") }
  }

  private mutating func examine(_ object: Int?, in callers: Callers) {
    guard let object else { return note("present, and nothing there") }
    let made = callers.objects[object]
    let recipe = callers.recipes[made.factory]
    for part in recipe.arguments + recipe.properties {
      guard let had = made.has[part] else {
        note("\(recipe.name) lacks \(callers.recipes[part].name)")
        continue
      }
      if callers.current[part] != had || callers.factories[part].progress != .present {
        note("\(recipe.name) has another \(callers.recipes[part].name)")
      }
    }
  }

  private mutating func note(_ finding: String) { findings.insert(finding) }
}
