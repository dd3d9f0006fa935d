#if Suggestions
import Testing

@testable import AlchemicCore

private struct Broken: Error, CustomStringConvertible {
  var description: String { "the disk is full\n\nof photographs" }
}

@Suite struct ProblemTests {
  private static let location = CodeLocation(fileID: "Shop/Basket.swift", line: 12)
  private static let candidate = Problem.Candidate(
    name: "tills", product: "[Till]", location: location)

  /// One of each kind, in the order of the catalog.
  private static let facts: [Problem.Fact] = [
    .noMatch(criteria: ["DETAIL"]), .severalMatches(criteria: []),
    .wrongType(requested: "DETAIL", criteria: []), .wrongCriteria(["DETAIL"]),
    .unknownProfile(among: ["DETAIL"]),
    .notMakeable(declaredIn: "DETAIL"), .registeredTwice, .duplicateName(isOfType: false),
    .optionConflict, .wrongInitializer(product: "DETAIL"), .wrongMethod(of: "DETAIL"), .noProduct,
    .noReflection,
    .wrongDecorator(of: "DETAIL", .takesNone), .nothingDecorated,
    .nothingExcluded, .unmarkedSubclass, .twoCopies, .testDouble, .transientTemplate, .weakTemplate,
    .cycle(argument: "DETAIL"),
    .creationFailed(Broken()), .unsetReference(isWeak: false, scope: nil), .unexpectedNil,
    .tooDeep(steps: 9),
    .needsAwait(isLate: false), .needsMainActor, .cannotWait,
    .needsArguments(types: "DETAIL", provider: "Provider<Till, DETAIL>", isAwaited: false),
    .wrongArguments("DETAIL"), .notInvocable, .notSettable(criteria: [], isNil: false, byName: nil),
    .notNillable, .notStarted, .startedTwice(isOfLoad: false),
    .startInterrupted(isDiscovery: false), .modelGone(ofChild: nil), .modelGone(ofChild: "here"),
    .noScope("DETAIL", hasEnded: false), .noScope("DETAIL", hasEnded: true), .notOpen,
    .scopeOpen(isOfTask: true), .scopeOpen(isOfTask: false), .scopeWithin("DETAIL"),
    .captive(of: "DETAIL", keeper: nil, isProperty: false), .notOfScope("DETAIL"),
    .isEnding("DETAIL"),
    .isStopping, .stopWithin, .stopFailed(Broken()), .stopTimeout("DETAIL", isMade: true),
    .stopTimeout("DETAIL", isMade: false), .lateOperation("DETAIL"),
    .liveInTest(registration: "DETAIL"), .startInTest, .genericClass, .nothingDeclared,
    .mayBeAmbiguous, .mayBeMissing, .waitsForReference(named: "DETAIL"),
    .unknownName(criteria: ["DETAIL"], options: []),
    .outlivesScope("DETAIL", isHeld: false), .ofAdapter("DETAIL.", remedy: "correct it"),
  ]

  private static func problem(_ id: ProblemID) throws -> Problem {
    Problem(
      try #require(facts.first { $0.id == id }), "Till", candidates: [candidate],
      path: [Problem.Step("Basket.till", location)])
  }

  @Test("E1: ids are unique, of lowercase letters and hyphens", arguments: ProblemID.all)
  func ids(_ id: ProblemID) {
    #expect(ProblemID.all.filter { $0 == id }.count == 1)
    #expect(id.rawValue.allSatisfy { $0.isLowercase || $0 == "-" })
    #expect("\(id)" == id.rawValue)
  }

  @Test(
    "E1: every message says what, where, who needed it and what to do", arguments: ProblemID.all)
  func texts(_ id: ProblemID) throws {
    let lines = try Self.problem(id).description.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("[\(id)] "))
    #expect(lines[0].hasSuffix("."))
    #expect(lines[1].hasSuffix("Basket.till — Shop/Basket.swift:12"))
    #expect(lines[2].contains("tills"))
    #expect(lines[2].hasSuffix(" — Shop/Basket.swift:12"))
    #expect(lines.last?.hasPrefix("   → ") == true)
  }

  @Test("E1: one problem stands alone, several are counted and numbered")
  func counts() throws {
    let one = AlchemicError(try Self.problem(.noMatch))
    #expect(
      one.description == """
        [no-match] Nothing produces 'Till' with DETAIL.
           needed by   Basket.till — Shop/Basket.swift:12
           did you mean 'tills' ([Till]) — Shop/Basket.swift:12
           → correct the criteria, register such a factory, or request an optional
        """)
    let two = AlchemicError([try Self.problem(.noMatch), try Self.problem(.cycle)])
    #expect(two.description.hasPrefix("2 problems in the model\n\n1) [no-match] "))
    #expect(two.description.contains("\n\n2) [cycle] "))
    #expect(two.problems.map(\.id) == [.noMatch, .cycle])
  }

  @Test("B1: without the part that has the sentences, a message has the facts, and names its page")
  func withoutSentences() throws {
    #expect(
      Wording.text(of: try Self.problem(.noMatch), by: nil) == """
        [no-match] 'Till': DETAIL
           needed by   Basket.till — Shop/Basket.swift:12
           did you mean 'tills' ([Till]) — Shop/Basket.swift:12
           → see the page no-match of Alchemic's documentation
        """)
    #expect(
      Wording.headline(of: try Self.problem(.registeredTwice), by: nil)
        == "[registered-twice] 'Till'")
  }

  @Test("B1: the texts of an adapter are its own, also without the part")
  func adapter() {
    let problem = Problem(.ofAdapter("Two settings have one key.", remedy: "rename one"), "S.k")
    #expect(
      Wording.text(of: problem, by: nil)
        == "[\(problem.id)] Two settings have one key.\n   → rename one")
  }

  @Test("E1: a mistake that criteria may prevent has its id once")
  func withoutCriteria() {
    let problem = Problem(.withoutCriteria(.cycle(argument: nil)), "Till")
    #expect(problem.headline == "[cycle] 'Till' needs itself before it exists.")
  }

  @Test("R6: the cause is in the message")
  func cause() throws {
    #expect(
      try Self.problem(.creationFailed).description.contains(
        "\n   because     the disk is full\n   \n               of photographs\n   → "))
    #expect(Wording.text(of: []) == "")
  }
}
#endif
