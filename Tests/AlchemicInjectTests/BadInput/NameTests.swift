#if Launch && Suggestions
import Alchemic
import AlchemicMessages
import AlchemicSuggestions
import AlchemicTestSupport
import Testing

@testable import AlchemicCore
@testable import AlchemicInject
@testable import AlchemicLaunch

private final class Part: Sendable {}
private final class Whole { init(_ part: Part) {} }

/// Names may be any text. They are found unchanged, and harmless in messages, drawings and logs.
@Suite struct NameTests {
  private func model(_ name: String) throws -> Model {
    try makeModel { model in
      model.register(Part.init, AcFactoryName(name))
      model.register(Whole.init, AcName(name), options: AcFactoryName("whole " + name))
    }
  }

  @Test("a name is found as it is, and described on one line", arguments: AnyName.all)
  func found(_ given: AnyName) throws {
    let name = given.text
    let model = try model(name)
    #expect(try model.createSingletons().made == 2)
    #expect(
      try model.get(Part.self, matching: SearchCriteria(.named(name))) === model.get(Part.self))
    #expect(try model.get(Part?.self, matching: SearchCriteria(.named(name + "x"))) == nil)
    let lines = model.description.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 2)
    #expect(lines.allSatisfy(Self.isHarmless))
  }

  @Test("a message with a name is short, and the name adds no lines", arguments: AnyName.all)
  func message(_ given: AnyName) throws {
    let name = given.text
    let texts = [
      problems { $0.register(Whole.init, AcName(name), options: AcFactoryName(name + "!")) },
      problems { model in
        for _ in 0..<2 { model.register(Part.init, AcFactoryName(name)) }
      },
      problems { $0.register(Part.init, AcFactoryName(name), AcFactoryName(name)) },
      problems {
        _ = try model(name).get(Whole.self, matching: SearchCriteria(.named(name)))
      },
    ].flatMap { $0 }.map(\.description)
    #expect(texts.count == 4)
    for text in texts {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 6)
      #expect(lines.first?.hasPrefix("[") == true)
      #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("   ") })
      #expect(lines.last?.hasPrefix("   → ") == true)
      #expect(lines.allSatisfy(Self.isHarmless))
      #expect(text.unicodeScalars.count < 4_000)
    }
  }

  private static func isHarmless(_ line: Substring) -> Bool {
    line.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: false
      default: !(0x202A...0x202E).contains(scalar.value)
      }
    }
  }

  @Test("events, warnings and refused launch arguments are one line each")
  func lines() throws {
    let name = "a\nb" + AnyName.huge
    let model = try model(name)
    let texts = [
      AlchemicEvent.didCreateObject(factory: model.factories[0], duration: .zero).description,
      AlchemicEvent.warning(model.factories[0].problem(.waitsForReference(named: name)))
        .description,
      String(LaunchArguments.refusal(of: "--alchemic-\(name)").split(separator: "\n")[0]),
    ]
    for text in texts {
      #expect(text.contains("a\\nb"))
      #expect(!text.contains("\n"))
      #expect(text.utf8.count < 1_000)
    }
  }

  @Test("launch arguments may be any text", arguments: AnyName.all)
  func launch(_ given: AnyName) {
    let name = given.text
    #expect(LaunchArguments(["program", name]).action == .start)
    let graph = "--alchemic-graph=\(name)"
    #expect(LaunchArguments(["program", graph]).others == [graph])
    #expect(
      LaunchArguments(["program"], noStart: name).action
        == .nothing(because: "ALCHEMIC_NOSTART=\(name)"))
  }

  @Test("an empty name is a mistake, and the factory keeps the name of its type")
  func empty() {
    let line = #line + 1
    let found = problems { $0.register(Part.init, AcFactoryName("")) }
    #expect(
      found.map(\.description) == [
        """
        [option-conflict] 'Part' cannot have .named(""), because a name has at least one character.
           • .named("") — AlchemicInjectTests/NameTests.swift:\(line)
           → remove it
        """
      ])
    let sought = problems { $0.register(Whole.init, AcName("")) }
    #expect(sought.map(\.id) == [.noMatch])
    #expect(
      sought[0].description.hasPrefix("[no-match] Nothing produces 'Part' with .named(\"\").\n"))
  }

  @Test("an accent is the same whether it is part of its letter or follows it")
  func composed() throws {
    let model = try makeModel { $0.register(Part.init, AcFactoryName("caf\u{E9}")) }
    _ = try model.get(Part.self, matching: SearchCriteria(.named("cafe\u{301}")))
    let twice = problems { model in
      model.register(Part.init, AcFactoryName("caf\u{E9}"))
      model.register(Part.init, AcFactoryName("cafe\u{301}"))
    }
    #expect(twice.map(\.id) == [.duplicateName])
  }

  @Test("a message shows the beginning and the end of a name, and codes of control characters")
  func shown() {
    #expect(Wording.shown("Till") == "Till")
    #expect(Wording.shown("naïve 👍") == "naïve 👍")
    #expect(Wording.shown("a\n\r\t\0\u{1B}\u{202E}") == "a\\n\\r\\t\\u{0}\\u{1B}\\u{202E}")
    let long = Wording.shown("begin" + AnyName.huge + "end")
    #expect(long.hasPrefix("beginxxx") && long.contains("x…x") && long.hasSuffix("xxxend"))
    #expect(long.count == 200)
    #expect(Wording.shown(String(repeating: "é", count: 200)).count == 200)
  }

  @Test("words are compared up to a length, and up to a limit of their distance")
  func distances() {
    #expect(editDistance(AnyName.huge, AnyName.huge + "y") == 0)
    #expect(editDistance("till", AnyName.huge, upTo: 2) > 2)
    #expect(editDistance("aaaaaaaa", "bbbbbbbb", upTo: 2) > 2)
    #expect(editDistance("aaaaaaab", "aaaaaaac", upTo: 2) == 1)
    #expect(editDistance("ÉTÉ", "été") == 0)
  }

  @Test("the right name is suggested for a misspelt one among many factories")
  func suggestion() throws {
    let count = Effort.of(20_000, atLeast: 4_000)
    let model = try makeModel { model in
      for number in 0..<count {
        model.register(AcFactoryName("service number \(number)")) { Part() }
      }
    }
    for _ in 0..<3 {
      let found = problems {
        _ = try model.get(Part.self, matching: SearchCriteria(.named("service numbr \(count - 1)")))
      }
      #expect(found.first?.candidates.first?.name == "service number \(count - 1)")
    }
  }
}

private func editDistance(_ first: String, _ second: String, upTo limit: Int = 100) -> Int {
  SoughtName(first).distance(to: second, upTo: limit)
}
#endif
