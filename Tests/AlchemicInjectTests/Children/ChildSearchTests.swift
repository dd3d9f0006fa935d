#if Waiting
import Alchemic
import AlchemicMessages
import AlchemicTestSupport
import Testing

private protocol Store: AnyObject, Sendable { var name: String { get } }
private protocol Audited {}
private class Named: Store, @unchecked Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}
private final class AuditedStore: Named, Audited, @unchecked Sendable {}
private final class FakeStore: Named, Audited, @unchecked Sendable {}
private enum Main: AcQualifier {}
private enum Spare: AcQualifier {}
private final class Holder: Sendable {
  let store: any Store
  init(_ store: any Store) { self.store = store }
}
private final class Maker {
  let holder: Holder
  init(_ holder: Holder) { self.holder = holder }
  func page() -> Page { Page(holder.store.name) }
}
private final class Page: Sendable {
  let title: String
  init(_ title: String) { self.title = title }
}
private final class Extra: Sendable {}
private final class Pool: Sendable {
  let store: any Store
  init(_ store: any Store) async { self.store = store }
}
@MainActor private final class Label {
  let text: String
  init(_ text: String) { self.text = text }
}

/// Objects that need each other in a circle, by properties that are injected with them.
private final class Left: AlchemicAware, @unchecked Sendable {
  @Injected var right: Right
  func didInject(variable: String) {}
  func didInjectDependencies() {}
}
private final class Right: AlchemicAware, @unchecked Sendable {
  @Injected var left: Left
  @Injected var store: any Store
  func didInject(variable: String) {}
  func didInjectDependencies() {}
}
/// A store that needs the circle, which needs a store.
private final class CircularStore: Store, AlchemicAware, @unchecked Sendable {
  let name = "circular"
  @Injected var left: Left
  func didInject(variable: String) {}
  func didInjectDependencies() {}
}

private func declare(_ model: ModelBuilder) {
  model.register(.primary, .qualifier(Main.self)) { Named("main") as Named }
  model.register(.qualifier(Spare.self), .named("spare")) { AuditedStore("spare") }
  model.register(Holder.init)
  model.declare(Maker.self) { of in
    AcInitializer(of, Maker.init)
    AcMethod(of, Maker.page, options: .template, .named("page"))
  }
  model.register { Left() }
  model.register { Right() }
}

@Suite("Searching in child models")
struct ChildSearchTests {
  @Test("C2: an array that one factory makes is a need, and affected by what it needs")
  func wholeArray() throws {
    final class Names: Sendable {
      let names: [String]
      init(_ names: [String]) { self.names = names }
    }
    try withStartedModel({
      $0.register { Named("parent") as any Store }
      $0.register { (store: any Store) in [store.name] }
      $0.register(Names.init)
    }) {
      let names: Names = try AcGet()
      try Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) { () throws in
        #expect(try AcGet(Names.self) === names)
      }
      try Alchemic.withModel(
        sharing: .unaffected, { $0.register { FakeStore("child") as any Store } }
      ) { () throws in
        #expect(try AcGet(Names.self).names == ["child"])
      }
    }
  }

  @Test("C7: a child may declare several for a property, whose criteria choose one")
  func severalForProperty() throws {
    final class Front: @unchecked Sendable {
      @Injected(.named("front")) var store: any Store
    }
    try withStartedModel({
      $0.register(.named("front")) { Named("parent") as any Store }
      $0.register { Front() }
    }) {
      try Alchemic.withModel {
        $0.register(.named("front")) { FakeStore("child") as any Store }
        $0.register(.named("back")) { FakeStore("other") as any Store }
      } operation: { () throws in
        #expect(try AcGet(Front.self).store.name == "child")
      }
    }
  }

  @Test("C1: criteria that nothing meets are named, though the type alone finds something")
  func criteriaOfNothing() throws {
    try withStartedModel({ $0.register { Named("parent") as any Store } }) {
      let found = problems { _ = try AcGet((any Store).self, .ofClass(Page.self)) }
      #expect(found.map(\.id) == [.noMatch])
      #expect(found.first?.description.contains("correct the criteria") == true)
    }
  }

  @Test("C2: a value that only its name finds does not affect requests by its type")
  func valueWithName() throws {
    try withStartedModel({
      $0.register { "a title" }
      $0.register(Page.init)
    }) {
      let page: Page = try AcGet()
      try Alchemic.withModel(
        sharing: .unaffected, { $0.register(.named("subtitle")) { "another one" } }
      ) { () throws in
        #expect(try AcGet(Page.self).title == page.title)
        #expect(try AcGet(String.self, .named("subtitle")) == "another one")
      }
    }
  }

  @Test("C1: criteria find what a child declares, and what it inherits")
  func criteria() throws {
    try withStartedModel(declare) {
      try Alchemic.withModel {
        $0.register(.qualifier(Main.self)) { FakeStore("fake") }
      } operation: { () throws in
        func name(_ criteria: SearchCriterion...) throws -> String {
          var all = criteria
          let first = all.removeFirst()
          let found: any Store =
            all.isEmpty ? try AcGet(first) : try AcGet(first, all[0])
          return found.name
        }
        #expect(try name(.qualified(Main.self)) == "fake")
        #expect(try name(.qualified(Spare.self)) == "spare")
        #expect(try name(.named("spare")) == "spare")
        #expect(try name(.ofClass(AuditedStore.self)) == "spare")
        #expect(try name(.conforming((any Audited).self)) == "fake")
        #expect(try name(.ofClass(Named.self), .qualified(Main.self)) == "fake")
        #expect(
          try AcGet([any Store].self, .conforming((any Audited).self)).map(\.name) == ["fake"])
        #expect(try AcGet([any Store].self, .qualified(Spare.self)).map(\.name) == ["spare"])
        #expect(try AcGet((any Store)?.self, .qualified(Spare.self))?.name == "spare")
        #expect(problems { _ = try AcGet(Named.self, .named("none")) }.map(\.id) == [.noMatch])
      }
    }
  }

  @Test("C1: primaries hold among what a child inherits, at every depth")
  func primaries() throws {
    try withStartedModel(declare) {
      try Alchemic.withModel {
        $0.register(.qualifier(Spare.self)) { FakeStore("outer") }
      } operation: { () throws in
        try Alchemic.withModel {
          $0.register { 5 }
        } operation: { () throws in
          let (spare, any): (any Store, any Store) = (
            try AcGet(.qualified(Spare.self)), try AcGet()
          )
          #expect(spare.name == "outer")
          #expect(any.name == "outer")
          let audited: any Store = try AcGet(.conforming((any Audited).self))
          #expect(audited.name == "outer")
        }
      }
      try Alchemic.withModel { _ in
      } operation: { () throws in
        let (main, all): (any Store, [any Store]) = (try AcGet(), try AcGet())
        #expect(main.name == "main")
        #expect(all.map(\.name) == ["main"])
      }
    }
  }

  @Test("C1: methods of inherited classes are called on the child's objects")
  func methods() throws {
    try withStartedModel(declare) {
      let page: Page = try AcGet(.named("page"))
      #expect(page.title == "main")
      try Alchemic.withModel {
        $0.register { FakeStore("fake") }
      } operation: { () throws in
        let page: Page = try AcGet(.named("page"))
        #expect(page.title == "fake")
      }
      try Alchemic.withModel(sharing: .unaffected) {
        $0.register { FakeStore("fake") }
      } operation: { () throws in
        let page: Page = try AcGet(.named("page"))
        #expect(page.title == "fake")
      }
    }
  }

  @Test("C1: circles of properties close in a child, on many threads at once")
  func circles() async throws {
    try await withStartedModel(declare) {
      for _ in 0..<50 {
        try await Alchemic.withModel {
          $0.register { FakeStore("fake") }
        } operation: {
          let here = Alchemic.capture()
          try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
              group.addTask {
                try here.run {
                  if number.isMultiple(of: 2) {
                    let left: Left = try AcGet()
                    return left.right.left === left && left.right.store.name == "fake"
                  }
                  let right: Right = try AcGet()
                  return right.left.right === right && right.store.name == "fake"
                }
              }
            }
            for try await isClosed in group { #expect(isClosed) }
          }
        }
      }
    }
  }

  @Test("C1: what a child declares may be part of a circle with what it inherits")
  func ownCircle() async throws {
    try await withStartedModel(declare) {
      for _ in 0..<20 {
        try await Alchemic.withModel {
          $0.register { CircularStore() }
        } operation: {
          try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<6 {
              group.addTask {
                if number.isMultiple(of: 2) {
                  let store: CircularStore = try AcGet()
                  return store.left.right.store === store
                }
                let left: Left = try AcGet()
                return left.right.store.name == "circular" && left.right.left === left
              }
            }
            for try await isClosed in group { #expect(isClosed) }
          }
        }
      }
    }
  }

  @Test("C1: a child may have the first awaited factory, and the first of the main actor")
  func awaited() async throws {
    try await withStartedModel(declare) {
      try await Alchemic.withModel {
        $0.register { (store: any Store) in await Pool(store) }
        $0.register { @MainActor (pool: Pool) in Label(pool.store.name) }
      } operation: {
        let label: Label = try await AcGetAsync()
        #expect(label.text == "main")
      }
    }
  }

  @Test("C1: the builder and the description of a child show what it inherits")
  func shown() throws {
    try withStartedModel(declare) {
      try Alchemic.withModel { model in
        #expect(model.produces((any Store).self))
        #expect(!model.produces(Int.self))
        #expect(model.factories.contains { $0.name == "spare" })
        model.register { 5 }
        #expect(model.produces(Int.self))
      } operation: { () throws in
        let model = try Alchemic.model
        #expect(model.description.contains("spare"))
        #expect(model.description.contains("Int"))
        #expect(model.factories.count == (try parentCount()) + 1)
      }
    }
  }

  private func parentCount() throws -> Int { try makeModel(declare).factories.count }
}

@Suite("Sharing with a parent")
struct SharingTests {
  @Test("C2: arguments, properties, names and owners show what is affected")
  func affected() throws {
    try withStartedModel({ model in
      declare(model)
      model.register { 7 }
    }) {
      let outer: (Int, Holder, Left) = (try AcGet(), try AcGet(), try AcGet())
      try Alchemic.withModel(sharing: .unaffected) {
        $0.register { FakeStore("fake") }
      } operation: { () throws in
        #expect(try AcGet(Int.self) == outer.0)
        #expect(try AcGet(Holder.self) !== outer.1)
        // By a property of what it needs.
        #expect(try AcGet(Left.self) !== outer.2)
      }
      try Alchemic.withModel(sharing: .unaffected) {
        $0.register(.named("other")) { 8 }
      } operation: { () throws in
        #expect(try AcGet(Holder.self) === outer.1)
        #expect(try AcGet(Left.self) === outer.2)
      }
      try Alchemic.withModel(sharing: .unaffected) {
        $0.register(.named("spare")) { FakeStore("replaced") }
      } operation: { () throws in
        let spare: any Store = try AcGet(.named("spare"))
        #expect(spare.name == "replaced")
      }
    }
  }

  @Test("C2: references, nil, awaited and weak objects are taken as they are")
  func kinds() async throws {
    try await withStartedModel({ model in
      model.register(Page.self, .reference, .nillable)
      model.register(Holder.self, .reference)
      model.register(.lazy) { await Pool(Named("pool")) }
      model.register(.weak) { Named("weak") }
    }) {
      let weak: Named = try AcGet()
      try AcSet(Page("outer"))
      try await Alchemic.withModel(sharing: .unaffected) { _ in
      } operation: {
        let (page, here): (Page?, Named) = (try AcGet(), try AcGet())
        #expect(page?.title == "outer")
        #expect(here === weak)
        #expect(problems { _ = try AcGet(Holder.self) }.map(\.id) == [.unsetReference])
        let pool: Pool = try await AcGetAsync()
        #expect(pool.store.name == "pool")
        try AcSet(Page("inner"))
        let inner: Page? = try AcGet()
        #expect(inner?.title == "inner")
      }
      let (page, pool): (Page?, Pool) = (try AcGet(), try AcGet())
      #expect(page?.title == "outer")
      #expect(pool.store.name == "pool")
      try AcSet(nil as Page?)
      try Alchemic.withModel(sharing: .unaffected) { _ in
      } operation: { () throws in
        let none: Page? = try AcGet()
        #expect(none == nil)
      }
      withExtendedLifetime(weak) {}
    }
  }

  @Test("C2: a child of a child shares what both leave as it is")
  func nested() throws {
    try withStartedModel({ model in
      declare(model)
      model.register { Extra() }
    }) {
      let (extra, holder): (Extra, Holder) = (try AcGet(), try AcGet())
      try Alchemic.withModel(sharing: .unaffected) {
        $0.register { FakeStore("fake") }
      } operation: { () throws in
        let middle: Holder = try AcGet()
        #expect(middle !== holder)
        try Alchemic.withModel(sharing: .unaffected) {
          $0.register { 5 }
        } operation: { () throws in
          let (innerExtra, inner): (Extra, Holder) = (try AcGet(), try AcGet())
          #expect(innerExtra === extra)
          #expect(inner === middle)
        }
      }
    }
  }
}
#endif
