import AlchemicInject
import AlchemicTestSupport
import AlchemicTools
import Foundation
import Testing

private final class Part: Sendable {}
private final class Whole { init(_ part: Part) {} }

@Suite struct DrawnNameTests {
  private func model(_ name: String) throws -> Model {
    try makeModel { model in
      model.register(Part.init, AcFactoryName(name))
      model.register(Whole.init, AcName(name), options: AcFactoryName("whole " + name))
    }
  }

  @Test("W3: drawings are valid whatever the names", arguments: AnyName.all)
  func drawings(_ given: AnyName) throws {
    let name = given.text
    let model = try model(name)
    struct Drawing: Decodable {
      struct Factory: Decodable { let name: String }
      struct Need: Decodable {
        let from: String
        let to: [String]
      }
      let factories: [Factory]
      let needs: [Need]
    }
    let json = try JSONDecoder().decode(
      Drawing.self, from: Data(model.graph.drawing(as: .json).utf8))
    #expect(json.factories.map(\.name) == [name, "whole " + name])
    #expect(json.needs.map(\.to) == [[name]])

    // Split by scalars, as other programs read it. Every text ends on its own line.
    let dot = model.graph.drawing(as: .dot).unicodeScalars.split(separator: "\n").map(String.init)
    #expect(dot.count == 6)
    for line in dot[2...3] { #expect(Self.isDotNode(line)) }
    let mermaid = model.graph.drawing(as: .mermaid).unicodeScalars.split(separator: "\n").map(
      String.init)
    #expect(mermaid.count == 4)
    for line in mermaid[1...2] {
      let scalars = Array(line.unicodeScalars)
      #expect(scalars.count { $0 == "\"" } == 2)
      #expect(!scalars.contains("%") && !scalars.contains("`") && !scalars.contains("&"))
      #expect(!scalars.contains { $0.properties.generalCategory == .control })
    }
  }

  /// Reads ` f0 [label="…"];` as Graphviz does: a backslash escapes the next character.
  private static func isDotNode(_ line: String) -> Bool {
    var rest = Substring(line).unicodeScalars
    guard let quote = rest.firstIndex(of: "\"") else { return false }
    rest = rest[rest.index(after: quote)...]
    while let scalar = rest.popFirst(), scalar != "\"" {
      if scalar == "\\", rest.popFirst() == nil { return false }
      if scalar.value < 0x20 { return false }
    }
    return String(rest) == "];"
  }
}
