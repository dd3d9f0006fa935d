import AlchemicInject
import AlchemicTestSupport
import AlchemicTools
import Testing

private final class Shop {
  @Injected var store: any Store
  @Transient var live: (any Store)?
  @InjectedArray var all: [any Store]
  @Injected var later: Provider<any Store>
}

private final class Till {
  init(_ store: any Store, _ limit: Int?) {}
}

/// A discovered configuration, which declares something in one profile alone.
private final class CloudLibrary: AlchemicConfig {
  static func configureAlchemic(_ model: ModelBuilder) {
    if !model.profiles.contains(.named("cloudy")) { return }
    model.register(CloudStore.init, .named("cloud"))
  }
}

@Suite struct ExplanationTests {
  private func verdicts(_ explanation: Explanation) -> [String: Explanation.Verdict] {
    Dictionary(
      explanation.candidates.map { ($0.node.name, $0.verdict) }, uniquingKeysWith: { $1 })
  }

  @Test("W2: a primary is chosen, and the others are excluded by that")
  func primary() throws {
    let model = try makeModel { model in
      model.register(FileStore.init, .primary)
      model.register(CloudStore.init)
      model.register(Shop.init)
    }
    for property in ["store", "live", "later"] {
      let explanation = try model.explain(Shop.self, property)
      #expect(
        verdicts(explanation) == [
          "FileStore": .chosen(.primary), "CloudStore": .excluded(.notPrimary),
        ])
    }
    #expect(
      verdicts(try model.explain(Shop.self, "all")) == [
        "FileStore": .chosen(.element), "CloudStore": .excluded(.notPrimary),
      ])
  }

  @Test("N1, N2, W2: a fallback gives way, and an explanation says so")
  func fallback() throws {
    let model = try makeModel { model in
      model.register(.fallback) { CloudStore() }
      model.register(.fallback) { CloudStore() }
      model.register(FileStore.init)
      model.register(Till.init)
    }
    let explanation = try model.explain(Till.self, "argument 1")
    #expect(
      verdicts(explanation) == [
        "FileStore": .chosen(.notFallback), "CloudStore": .excluded(.fallback),
      ])
    let text = "\(explanation)"
    #expect(text.contains("the others are fallbacks"))
    #expect(text.contains("it is a fallback, and another one is not"))
    #expect(text.contains("it is offered before"))
    #expect(model.graph.node(named: "CloudStore")?.isOverridden == true)
    let alone = try makeModel { model in
      model.register(.fallback) { CloudStore() }
      model.register(Till.init)
    }
    #expect(
      verdicts(try alone.explain(Till.self, "argument 1")) == [
        "CloudStore": .chosen(.onlyCandidate)
      ])
  }

  @Test("N2, W2: an explanation shows what is left out, and of which configuration")
  func excluded() throws {
    let graph = try makeModel { model in
      model.activate([.named("cloudy")])
      model.add(CloudLibrary.self)
      model.register(FileStore.init)
      model.register(Till.init)
      model.exclude(CloudLibrary.self)
    }.graph
    let text = try graph.explain("Till").map(\.description).joined()
    #expect(text.contains("not 'cloud'"))
    #expect(text.contains("it is of the excluded CloudLibrary"))
    #expect(graph.absent.map(\.factory.name) == ["cloud"])
  }

  private enum Fast: AcQualifier {}

  @Test("W2: among those that meet the criteria, primaries are preferred")
  func qualifiedPrimary() throws {
    let graph = try Alchemic.graph { model in
      model.register(FileStore.init, .qualifier(Fast.self), .primary)
      model.register(CloudStore.init, .qualifier(Fast.self))
      model.register { Counted(FileStore()) }
      model.register(Till.init, .qualified(Fast.self), .byType)
    }
    let explanation = try #require(try graph.explain("Till.argument 1").first)
    #expect(
      verdicts(explanation) == [
        "FileStore (Fast)": .chosen(.primary), "CloudStore (Fast)": .excluded(.notPrimary),
        "Counted": .excluded(.criteria),
      ])
  }

  @Test("W2, C1: what a child model declares replaces what it inherits")
  func child() throws {
    try Alchemic.withModel { model in
      model.register(FileStore.init, .primary)
      model.register(Till.init)
    } operation: {
      try Alchemic.withModel {
        $0.register(CloudStore.init)
      } operation: {
        let explanation = try Alchemic.model.explain(Till.self, "argument 1")
        #expect(
          verdicts(explanation) == [
            "CloudStore": .chosen(.own), "FileStore": .excluded(.inherited),
          ])
      }
    }
  }

  @Test("W2: criteria or a constant of an optional property, or of an array, may answer otherwise")
  func hiddenCriteria() throws {
    let model = try makeModel { model in
      model.register(FileStore.init)
      model.register(Shop.init)
    }
    #expect(try model.explain(Shop.self, "live").edge.mayHaveCriteria)
    #expect(try model.explain(Shop.self, "all").edge.mayHaveCriteria)
    #expect(try !model.explain(Shop.self, "store").edge.mayHaveCriteria)
  }

  @Test("W2: several that fit are possible, since criteria of the property may choose")
  func possible() throws {
    let graph = try makeModel { model in
      model.register(FileStore.init)
      model.register(CloudStore.init)
      model.register(Shop.init)
    }.graph
    let explanation = try #require(try graph.explain("Shop.store").first)
    #expect(
      verdicts(explanation) == [
        "FileStore": .chosen(.possible), "CloudStore": .chosen(.possible),
      ])
    #expect(explanation.description.contains("criteria may choose it"))
  }

  @Test("W2, F1: a decorator answers in place of what it wraps")
  func decorated() throws {
    let model = try makeModel { model in
      model.register(AcFactoryName("files")) { FileStore() as any Store }
      model.register(Till.init)
      model.decorate((any Store).self) { Counted($0) as any Store }
    }
    let explanation = try model.explain(Till.self, "argument 1")
    #expect(explanation.candidates.map(\.verdict) == [.chosen(.decorator), .excluded(.decorated)])
    #expect(explanation.candidates.last?.node.name == "files")
  }

  @Test("W2, F2: a factory for another profile is named")
  func absent() throws {
    let model = try makeModel { model in
      model.register(FileStore.init)
      model.register(CloudStore.init, AcOnly(in: .staging))
      model.register(Till.init)
    }
    let explanation = try model.explain(Till.self, "argument 1")
    #expect(explanation.absent.map(\.factory.name) == ["CloudStore"])
    #expect(explanation.description.contains("it is only for the profile staging"))
  }

  @Test("W2: an explanation says whether the object exists, and which call of AcSet has stored it")
  func objects() throws {
    let model = try makeModel { model in
      model.register(FileStore.init, .primary)
      model.register(CloudStore.init, .template)
      model.register(Till.init)
    }
    func states() throws -> [String: Explanation.ObjectState?] {
      let explanation = try model.explain(Till.self, "argument 1")
      return Dictionary(
        uniqueKeysWithValues: explanation.candidates.map { ($0.node.name, $0.object) })
    }
    #expect(try states() == ["FileStore": .absent, "CloudStore": .eachTime])
    let store: any Store = try model.get()
    #expect(try states()["FileStore"] == .created)
    let setter = CodeLocation(fileID: "Shop/Settings.swift", line: 7)
    _ = try model.set(FileStore(), as: FileStore.self, matching: SearchCriteria(), by: setter)
    #expect(try states()["FileStore"] == .set(at: setter))
    #expect(
      try model.explain(Till.self, "argument 1").description.contains(
        "it is primary; AcSet stored its object — Shop/Settings.swift:7\n"))
    withExtendedLifetime(store) {}
  }

  @Test("W2: the text of an explanation")
  func text() throws {
    let line = #line + 2
    let graph = try makeModel { model in
      model.register(FileStore.init, .primary)
      model.register(CloudStore.init)
      model.register(Till.init)
    }.graph
    let file = "AlchemicToolsTests/ExplanationTests.swift"
    #expect(
      try graph.explain("Till").map(\.description) == [
        """
        Till.argument 1: Store — \(file):\(line + 2)
          → 'FileStore' (FileStore) — \(file):\(line): it is primary
          not 'CloudStore' (CloudStore) — \(file):\(line + 1): another one is primary
          the object keeps its argument after AcSet
        """,
        """
        Till.argument 2: Int? — \(file):\(line + 2)
          nothing produces it, so it is nil
          the object keeps its argument after AcSet
        """,
      ])
  }

  @Test("W2: an unknown need is an error with the needs of the host, or the nearest")
  func unknown() throws {
    let model = try makeModel { model in
      model.register(FileStore.init)
      model.register(Shop.init)
    }
    let known = #expect(throws: UnknownNeed.self) { try model.explain(Shop.self, "stor") }
    #expect(known?.nearest == ["Shop.store", "Shop.live", "Shop.all", "Shop.later"])
    #expect(known?.description.hasPrefix("'Shop' has no need 'Shop.stor'. It has\n") == true)
    let misspelt = #expect(throws: UnknownNeed.self) { try model.graph.explain("Shp.store") }
    #expect(misspelt?.nearest.first == "Shop.store")
    let leaf = #expect(throws: UnknownNeed.self) { try model.graph.explain("FileStore") }
    #expect(leaf?.description == "'FileStore' has no argument and no injected property")
    let none = #expect(throws: UnknownNeed.self) { try makeModel { _ in }.graph.explain("x") }
    #expect(none?.description.hasSuffix("no factory needs anything") == true)
  }
}
