import Alchemic
import AlchemicTesting
import Testing

// The code of Docs/Guides/Finding.md.

protocol Shape { var name: String { get } }
protocol Filled {}

final class Circle: Shape, Filled { let name = "circle" }
class Square: Shape { var name: String { "square" } }
final class Tile: Square, Filled { override var name: String { "tile" } }

func configureShapes(_ model: ModelBuilder) {
  model.register(.named("round")) { Circle() }
  model.register(.order(1)) { Square() }
  model.register { Tile() }
}

// swift-format-ignore
struct Drawing {
  @Injected var circle: Circle                          // the class
  @Injected var tile: any Shape & Filled & Tiled        // all of these
  @Injected var missing: Triangle?                      // nil: nothing is one
  @InjectedArray var shapes: [any Shape]                // all, in order
  @Injected var byName: [String: any Shape]             // all, by the names of their factories
  @Injected(.named("round")) var round: any Shape       // by name
  @Injected(.ofClass(Tile.self)) var floor: any Shape   // of this class, as this type
  @Injected(.conforming((any Filled).self), .ofClass(Square.self)) var filled: any Shape
}

protocol Tiled {}
extension Tile: Tiled {}

final class Triangle {}

enum MainStore: AcQualifier {}
enum BackupStore: AcQualifier {}

final class DiskStore: Sendable {
  let path: String
  init(path: String) { self.path = path }
}

func configureDisks(_ model: ModelBuilder) {
  model.register(.qualifier(MainStore.self), .primary) { DiskStore(path: "/main") }
  model.register(.qualifier(BackupStore.self)) { DiskStore(path: "/backup") }
}

struct Archive {
  @Injected var store: DiskStore  // the primary
  @Qualified<BackupStore>.Injected var backup: DiskStore  // by qualifier
  @InjectedArray var primaries: [DiskStore]  // primaries only
}

func configureLimits(_ model: ModelBuilder) {
  model.register(.named("limit")) { 10 }
}

@Suite struct FindingGuideTests {
  @Test("S1, S2: types and criteria find shapes", .alchemic { configureShapes($0) })
  func shapes() {
    let drawing = Drawing()
    #expect(drawing.circle.name == "circle")
    #expect(drawing.tile.name == "tile")
    #expect(drawing.missing == nil)
    #expect(drawing.shapes.map(\.name) == ["square", "circle", "tile"])
    #expect(Set(drawing.byName.keys) == ["round", "Square", "Tile"])
    #expect(drawing.round.name == "circle")
    #expect(drawing.floor.name == "tile")
    #expect(drawing.filled.name == "tile")
  }

  @Test("S5: several are an error with a list", .alchemic { configureShapes($0) })
  func several() {
    let error = #expect(throws: AlchemicError.self) { try AcGet((any Shape).self) }
    #expect(error?.problems.map(\.id.rawValue) == ["several-matches"])
  }

  @Test(
    "C1, M4: elements of a child replace those of its parent",
    .alchemic { configureShapes($0) })
  func replaced() throws {
    try Alchemic.withModel {
      $0.register(.named("another")) { Circle() }
    } operation: { () throws in
      #expect(try AcGet([any Shape].self).map(\.name) == ["circle"])
      let token = try Alchemic.add(Square() as any Shape)
      #expect(try AcGet([any Shape].self).count == 2)
      token.remove()
    }
  }

  @Test("M4, V2: a primary and a qualifier find one store of two", .alchemic { configureDisks($0) })
  func stores() {
    let archive = Archive()
    #expect(archive.store.path == "/main")
    #expect(archive.backup.path == "/backup")
    #expect(archive.primaries.map(\.path) == ["/main"])
  }

  @Test("M7: a named value is found by its name", .alchemic { configureLimits($0) })
  func values() throws {
    #expect(try AcGet(Int.self, .named("limit")) == 10)
    let error = #expect(throws: AlchemicError.self) { try AcGet(Int.self) }
    #expect("\(error!)".contains(".named(\"limit\")"))
  }
}
