import AlchemicInject
import AlchemicTestSupport
import Testing

private protocol Plugin: AnyObject {}
private final class SomePlugin: Plugin {}
private final class Log {}
private final class Registry {
  let plugins: [any Plugin]
  init(_ plugins: [any Plugin]) { self.plugins = plugins }
}
private enum First { final class Tool {} }
private enum Second { final class Tool {} }
private enum Third { final class Tool {} }

/// Extends a model again and again, as a program does whose plug-ins are loaded one by one.
@Suite struct ExtensionCostTests {
  /// A model with so many factories, of which one needs all plug-ins.
  private func model(of count: Int) throws -> Model {
    try makeModel { model in
      model.register(Registry.init)
      for number in 0..<count { model.register(.named("log \(number)")) { Log() } }
    }
  }

  /// Returns the shortest time of several extensions by one plug-in each.
  private func fastest(extending model: Model) throws -> Duration {
    try (0..<30).map { number in
      try ContinuousClock().measure {
        try extend(model) { $0.register(.named("plug-in \(number)")) { SomePlugin() } }
      }
    }.min() ?? .zero
  }

  @Test("H8: a plug-in costs as much in a large model as in a small one")
  func cost() throws {
    let small = try fastest(extending: model(of: 50))
    let large = try fastest(extending: model(of: 3_000))
    #expect(large < small * 6)
  }

  @Test("H8: a request finds what any of many discoveries has added, in order")
  func manyTables() throws {
    let model = try model(of: 20)
    #expect(try model.get([any Plugin].self).isEmpty)
    var expected = 0
    for number in 1...70 {
      try extend(model) { model in
        for part in 0..<(number % 4) {
          model.register(.named("plug-in \(number).\(part)")) { SomePlugin() }
        }
        model.register(.named("tool \(number)"), .order(100 - number)) { First.Tool() }
      }
      expected += number % 4
      #expect(try model.get([any Plugin].self).count == expected)
      #expect(try model.get([First.Tool].self).count == number)
    }
    let tools: [First.Tool] = try model.get()
    for (position, number) in (1...70).reversed().enumerated() {
      let tool = try model.get(First.Tool.self, matching: SearchCriteria(.named("tool \(number)")))
      #expect(tool === tools[position])
    }
    #expect(try model.get(Registry.self).plugins.count == expected)
    #expect(model.factories.count == 21 + 70 + expected)
  }

  @Test("H8: names are unique among the types and the names of all discoveries")
  func names() throws {
    let model = try model(of: 1)
    try extend(model) { $0.register { First.Tool() } }
    try extend(model) { $0.register { SomePlugin() } }
    let second = try extend(model) { $0.register { Second.Tool() } }
    let third = try extend(model) { $0.register { Third.Tool() } }
    #expect(second.map(\.name).first?.hasSuffix("Second.Tool") == true)
    #expect(third.map(\.name).first?.hasSuffix("Third.Tool") == true)
    let again = problems { try extend(model) { $0.register { Second.Tool() } } }
    #expect(again.map(\.id) == [.duplicateName])
    #expect(again.first?.candidates.count == 2)
    let primary = try extend(model) { $0.register(.primary) { SomePlugin() } }
    #expect(primary.map(\.name) == ["SomePlugin (primary)"])
    let named = problems {
      try extend(model) { $0.register(.named("SomePlugin (primary)")) { Log() } }
    }
    #expect(named.map(\.id) == [.duplicateName])
  }

  @Test("H8: a factory that changes the answer of an earlier need is checked with all others")
  func otherAnswers() throws {
    let model = try makeModel { model in
      model.register { (log: Log, plugins: [any Plugin]) in Registry(plugins) }
      model.register { Log() }
    }
    try extend(model) { $0.register(.named("first")) { SomePlugin() } }
    let second = problems { try extend(model) { $0.register(.named("other log")) { Log() } } }
    #expect(second.map(\.id) == [.severalMatches])
    let nillable = problems {
      try extend(model) { $0.register(.named("next")) { (_: Given<Int>) in SomePlugin() } }
    }
    #expect(nillable.map(\.id) == [.needsArguments])
    let circle = problems {
      try extend(model) { model in
        model.register(.named("last")) { (registry: Registry) in
          _ = registry
          return SomePlugin()
        }
      }
    }
    #expect(circle.map(\.id) == [.cycle])
    #expect(try model.get(Registry.self).plugins.count == 1)
  }
}
