#if Suggestions
import Testing

@testable import AlchemicCore
@testable import AlchemicMessages

private struct Broken: Error, CustomStringConvertible {
  var description: String { "the disk is full\n\nof photographs" }
}

@Suite struct ProblemTests {
  private static let location = CodeLocation(fileID: "Shop/Basket.swift", line: 12)
  private static let candidate = Problem.Candidate(
    name: "tills", product: "[Till]", location: location)

  /// One of each kind, in the order of the catalog.
  private static let facts: [Problem.Fact] = ofRequests + ofDeclarations + ofCreations + ofLife

  private static let ofRequests: [Problem.Fact] = [
    .noMatch(criteria: ["DETAIL"]), .noMatch(criteria: []),
    .noOptionMatch(criteria: ["DETAIL"], options: ["FIRST"]),
    .noEmptyName(criteria: ["DETAIL"]),
    .noProfileMatch(criteria: [], profiles: ["FIRST"]),
    .noGenericMatch(criteria: []),
    .noArgumentMatch(criteria: [], options: []),
    .noArgumentMatch(criteria: ["DETAIL"], options: []),
    .noArgumentMatch(criteria: ["DETAIL"], options: ["FIRST"]), .noClassMatch,
    .noRegisteredMatch(conforming: ["A"], areClasses: false, hiddenBy: nil),
    .noRegisteredMatch(conforming: ["A"], areClasses: true, hiddenBy: nil),
    .noRegisteredMatch(conforming: ["A", "B"], areClasses: false, hiddenBy: nil),
    .noRegisteredMatch(conforming: ["A", "B"], areClasses: true, hiddenBy: nil),
    .noRegisteredMatch(conforming: ["A"], areClasses: true, hiddenBy: "FIRST"),
    .noGivenMatch(of: "DETAIL", optional: "FIRST"), .noMarkedMatch(criteria: []),
    .noConstrainedMatch(criteria: []), .noUnnamedMatch(criterion: "DETAIL"),
    .noNestedMatch(criteria: [], element: "FIRST"), .noMapMatch("FIRST"),
    .noWholeMatch,
    .severalMatches(criteria: []), .severalMatches(criteria: ["DETAIL"]),
    .wrongType(requested: "DETAIL", criteria: ["FIRST"]), .wrongObject(type: "DETAIL"), .noElement,
    .noWeakObject, .wrongCriteria(["DETAIL"]),
    .noProtocol(criteria: ["DETAIL"], type: "FIRST", isClass: true),
    .noProtocol(criteria: ["DETAIL"], type: "FIRST", isClass: false),
  ]

  private static let ofDeclarations: [Problem.Fact] = [
    .unknownProfile(among: ["DETAIL"]), .notMakeable(declaredIn: nil),
    .notMakeable(declaredIn: "DETAIL"), .notMakeableForeign, .registeredTwice,
    .duplicateName(isOfType: false),
    .duplicateName(isOfType: true),
    .duplicateName(isOfType: false, isQualified: true), .takenName, .optionConflict,
    .repeatedOption,
    .optionForObjects(type: "FIRST"), .emptyName, .noTime, .noParameters,
    .wrongInitializer(product: "DETAIL"), .wrongMethod(of: "DETAIL"), .tooManySources,
    .wrongProperty(of: "DETAIL"), .noProduct, .noReflection,
    .wrongDecorator(of: "DETAIL", .otherProduct), .wrongDecorator(of: "DETAIL", .takesNone),
    .wrongDecorator(of: "DETAIL", .takesProvider), .wrongDecorator(of: "DETAIL", .isAwaited),
    .wrongDecorator(of: "DETAIL", .ofArguments), .wrongDecorator(of: "DETAIL", .ofPart),
    .nothingDecorated(profiles: []), .nothingDecorated(profiles: ["FIRST"]),
    .nothingFilled(isReference: false), .nothingFilled(isReference: true), .nothingExcluded,
    .unmarkedSubclass, .twoCopies,
    .testDouble, .transientTemplate, .weakTemplate,
  ]

  private static let ofCreations: [Problem.Fact] = [
    .cycle(argument: nil), .cycle(argument: (1, "FIRST", "DETAIL")),
    .selfDecoration(argument: 1, type: "DETAIL", other: nil),
    .selfDecoration(argument: 1, type: "DETAIL", other: "SECOND"),
    .selfDecoration(argument: 1, type: "DETAIL", other: nil, isDecorator: true),
    .cycleOfFilled(taking: "DETAIL"), .cycle(reading: "DETAIL"),
    .selfComposition(argument: 1, of: "DETAIL"), .creationFailed(Broken()),
    .unsetReference(isWeak: false, scope: nil), .unsetReference(isWeak: true, scope: nil),
    .unsetReference(isWeak: false, scope: "FIRST"), .unsetReference(isWeak: true, scope: "FIRST"),
    .unexpectedNil, .madeNil(isTemplate: false), .madeNil(isTemplate: true), .mayBeNil,
    .tooDeep(steps: 9), .tooDeep(steps: 9, isOfTask: true), .needsAwait(isLate: false),
    .needsAwait(isLate: true), .followerNeedsAwait, .singletonNeedsAwait(isOfStart: false),
    .singletonNeedsAwait(isOfStart: true), .lateForRead(provider: "DETAIL"), .needsMainActor,
    .singletonNeedsMainActor(isOfStart: false), .singletonNeedsMainActor(isOfStart: true),
    .isolatedConformance(to: "DETAIL"), .cannotWait, .awaitedLoop(host: "DETAIL"),
    .needsArguments(types: "DETAIL", provider: "Provider<Till, DETAIL>", isAwaited: false),
    .elementNeedsArguments(types: "DETAIL"),
    .needsArguments(types: "DETAIL", provider: "Provider<Till, DETAIL>", isAwaited: true),
    .ownerNeedsArguments(types: "DETAIL"), .wrongArguments("DETAIL"), .missingArguments("DETAIL"),
    .wrongProvider("FIRST", mismatch: "DETAIL", right: "SECOND"), .notInvocable,
    .notSettable(criteria: [], isNil: false, byName: nil),
    .notSettable(criteria: ["DETAIL"], isNil: false, byName: nil),
    .notSettable(criteria: [], isNil: true, byName: nil),
    .notSettable(criteria: [], isNil: false, byName: "FIRST"),
    .notSettable(criteria: [], isNil: false, byName: nil, scope: "SECOND"), .notOfScope("DETAIL"),
    .notNillable,
  ]

  private static let ofLife: [Problem.Fact] = [
    .notStarted(since: nil), .notStarted(since: Problem.Step("FIRST", location)), .isStarting,
    .isDiscovering,
    .startFailed(Broken()),
    .startPrevented(by: "DETAIL"), .startedTwice(isOfLoad: false), .startedTwice(isOfLoad: true),
    .startInterrupted(isDiscovery: false), .startInterrupted(isDiscovery: true),
    .modelGone(ofChild: nil), .modelGone(ofChild: nil, isCall: true), .modelGone(ofChild: "here"),
    .modelGone(ofChild: "here", isCall: true), .noScope("DETAIL", hasEnded: false),
    .noScope("DETAIL", hasEnded: true), .notOpen, .mayHaveNoScope("DETAIL"),
    .scopeOpen(isOfTask: true), .scopeOpen(isOfTask: false), .scopeWithin("DETAIL"),
    .scopeHolds("DETAIL"), .otherScope, .scopeInUse(isHere: true), .scopeInUse(isHere: false),
    .captive(of: "DETAIL", keeper: nil, isProperty: false, provider: "SECOND"),
    .captive(of: "DETAIL", keeper: nil, isProperty: true, provider: "SECOND"),
    .captive(of: "DETAIL", keeper: "FIRST", isProperty: false, provider: "SECOND"),
    .captive(of: "DETAIL", keeper: "FIRST", isProperty: true, provider: "SECOND"),
    .captive(of: "DETAIL", keeper: nil, isProperty: false, provider: nil),
    .captiveOfDecorator(of: "DETAIL", provider: "SECOND"),
    .keepsExpiring(isProperty: false, provider: "DETAIL"),
    .keepsExpiring(isProperty: true, provider: "DETAIL"),
    .isStopping, .isEnding("DETAIL"), .stopWithin, .stopFailed(Broken()),
    .stopTimeout("DETAIL", isMade: true), .stopTimeout("DETAIL", isMade: false),
    .lateOperation("DETAIL"), .liveInTest(registration: "DETAIL"), .startInTest, .genericClass,
    .nothingDeclared, .unusedProfile(among: ["DETAIL"]), .mayBeAmbiguous, .mayNeedName,
    .mayBeMissing(map: nil), .mayBeMissing(map: "FIRST"),
    .waitsForReference(named: "DETAIL"), .unknownName(criteria: ["DETAIL"], options: ["FIRST"]),
    .outlivesScope("DETAIL", isHeld: false), .outlivesScope("DETAIL", isHeld: true),
    .ofAdapter("DETAIL.", remedy: "correct it"),
  ]

  private static let notes: [Problem.Fact] = [
    .several, .declaredAfterBuild(at: nil), .declaredAfterBuild(at: location),
    .declaredAfterReturn(of: "FIRST", at: nil), .stalled(seconds: 3),
    .givenTwice(location, at: location), .noStart, .isInLibrary,
    .unknownArgument(among: "DETAIL", mayBeLinked: true),
    .unknownArgument(among: "DETAIL", mayBeLinked: false), .notWritten(because: "DETAIL"),
    .isUnused, .isAlive, .hasTwoModels,
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

  @Test("E1: each kind of problem has words, which contain all of its data, and no others exist")
  func words() {
    let entries = Words.lines.filter { !$0.hasPrefix(" ") }
      .map { $0.split(separator: " ").prefix { $0 != "if" }.joined(separator: " ") }
    let all = (Self.facts + Self.notes).map(\.words)
    #expect(Set(all).union(["unless-criteria"]) == Set(entries))
    let conditions = Words.lines.filter { !$0.hasPrefix(" ") && $0.contains(" if ") }
      .map { $0.split(separator: " ").last.map(String.init) ?? "" }
    #expect(
      Set(conditions) == [
        "candidates", "detail", "first", "invoked", "primaries", "property", "read", "renamed",
        "second", "several", "templates", "two",
      ])
    let candidates = [(false, false), (true, false), (false, true)].map {
      Problem.Candidate(
        name: "tills", product: "Till", location: nil, isPrimary: $0, isTemplate: $1)
    }
    let forms: [[Problem.Step]] = [
      [], [Problem.Step("AcInvoke", nil, form: .invocation)],
      [Problem.Step("Basket.till", nil, form: .property)],
    ]
    for fact in Self.facts {
      for number in 0..<27 {
        let (few, several) = ([candidates[number % 3]], [candidates[number % 3], Self.candidate])
        let problem = Problem(
          fact, number > 20 ? "Basket.till" : "Till",
          candidates: number / 9 == 0 ? [] : number / 9 == 1 ? few : several,
          path: forms[number / 3 % 3])
        let text = Wording.line(of: problem)
        #expect(!text.contains("] .") && !text.contains("]  →") && !text.hasSuffix("→ "), "\(text)")
        #expect(!text.contains("$first") && !text.contains("$detail"), "\(text)")
        #expect(problem.headline.hasSuffix("."), "\(text)")
        let data = [fact.first, fact.second].filter { !$0.isEmpty && problem.candidates.isEmpty }
        #expect(data.allSatisfy(text.contains), "\(fact.words): \(text)")
      }
    }
  }

  @Test("E1: what is no problem has words, without an id", arguments: notes)
  func note(_ note: Problem.Fact) {
    let text = Wording.note(note, "Till", "\n   a line")
    #expect(!text.isEmpty && !text.contains("$") && !text.hasPrefix("["))
    #expect(text.contains("\n   a line"))
    let data = [note.detail, note.first].filter { !$0.isEmpty }
    #expect(data.allSatisfy(text.contains), "\(text)")
    #expect(text.split(separator: "→").count <= 2, "\(text)")
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
