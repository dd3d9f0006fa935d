import Testing

/// The launch arguments of AlchemicTools, in programs that have no code for them.
@Suite struct ToolTests {
  @Test(
    "W3, W5: --alchemic-graph prints a drawing and exits",
    arguments: [
      ("dot", "digraph Alchemic {"), ("mermaid", "flowchart TD"), ("json", "{"),
      ("html", "<!doctype html>"),
    ])
  func graph(_ format: String, _ beginning: String) throws {
    let drawing = try Program("Treasury", ["--alchemic-graph=\(format)"])
    #expect(drawing.output.hasPrefix(beginning))
    #expect(drawing.output.contains("Wallet"))
    #expect(drawing.exitCode == 0)
  }

  @Test("N5: variables of the environment have the effect of the arguments of AlchemicTools")
  func variables() throws {
    let drawing = try Program("Treasury", environment: ["ALCHEMIC_GRAPH": "dot"])
    #expect(drawing.output == (try Program("Treasury", ["--alchemic-graph=dot"]).output))
    let reported = try Program("Treasury", environment: ["ALCHEMIC_REPORT": "1"])
    #expect(reported.errors.contains("start"))
    let refused = try Program("Treasury", environment: ["ALCHEMIC_GRAPH": "svg"])
    #expect(refused.exitCode == 2)
  }

  @Test("W3: a model with problems is drawn, and the program ends with 1")
  func problems() throws {
    let drawing = try Program("BrokenShop", ["--alchemic-graph=json"])
    #expect(drawing.output.contains("\"problems\": [\n    {\"id\": \""))
    #expect(drawing.exitCode == 1)
    #expect(try Program("BrokenShop", ["--alchemic-graph=dot"]).output.contains("color=red"))
  }

  @Test("W5: an unknown format ends the program with 2 and the known ones")
  func unknownFormat() throws {
    let program = try Program("Treasury", ["--alchemic-graph=svg"])
    #expect(program.exitCode == 2)
    #expect(program.output == "")
    #expect(program.errors.hasPrefix("Alchemic has no graph format 'svg'\nthere are dot, "))
  }

  @Test("W2: --alchemic-explain prints why a property has its object")
  func explain() throws {
    let program = try Program("Treasury", ["--alchemic-explain=Wallet"])
    #expect(program.exitCode == 0)
    #expect(program.output.contains("Wallet."))
    let unknown = try Program("Treasury", ["--alchemic-explain=Walet.ledger"])
    #expect(unknown.exitCode == 2)
    #expect(unknown.errors.hasPrefix("No factory and no need is named 'Walet.ledger'. The nearest"))
    #expect(unknown.errors.contains("• Wallet."))
  }

  @Test(
    "W5: a program without AlchemicTools refuses its arguments",
    arguments: [
      "--alchemic-graph=dot", "--alchemic-explain=Greeter", "--alchemic-report",
      "--alchemic-trace=start.json", "--alchemic-page=start.html",
    ])
  func withoutTools(_ argument: String) throws {
    let program = try Program("HelloAlchemic", [argument])
    #expect(program.exitCode == 2)
    #expect(program.output == "")
    #expect(
      program.errors.hasPrefix("Alchemic has no launch argument \(argument) in this program.\n"))
  }
}
