import AlchemicInject
import Testing

extension Catalog {
  @Suite struct CatalogTests {
    @Test("E2: every id has a page, and every page an id")
    func pages() throws {
      #expect(try Set(Page.all()) == Set(ProblemID.all.map(\.rawValue)))
    }

    @Test("E2: the index has every page, in the order of the ids")
    func index() throws {
      let rows = try Page.text("README").split(separator: "\n").filter { $0.hasPrefix("| [") }
      let linked = rows.compactMap { $0.wholeMatch(of: /\| \[([a-z-]+)\]\(\1\.md\) \| .+\. \|/)?.1 }
      #expect(linked.map(String.init) == ProblemID.all.map(\.rawValue))
    }

    @Test("E2: a page begins with its id, and is not wider than a screen", arguments: ProblemID.all)
    func shape(_ id: ProblemID) throws {
      let page = try Page(id.rawValue)
      #expect(page.lines.first == "# \(id)")
      #expect(page.examples.isEmpty == false)
      // The lines of a message may be longer.
      let messages = page.examples.map(\.message).joined(separator: "\n")
      #expect(page.lines.filter { $0.count > 100 && !messages.contains($0) } == [])
    }

    @Test("E2: the code of a page equals the code of its tests", arguments: ProblemID.all)
    func code(_ id: ProblemID) throws {
      let tested = try Example.all.get().filter { $0.id == id.rawValue }
      let shown = try Page(id.rawValue).examples
      #expect(shown.map(\.wrong) == tested.map(\.wrong.text))
      #expect(shown.map(\.right) == tested.map(\.right.text))
    }
  }
}
