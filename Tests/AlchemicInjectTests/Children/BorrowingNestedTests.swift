#if Waiting
import Alchemic
import AlchemicTestSupport
import Testing

extension Borrowing {
  private final class OfficeUser: Sendable {
    let office: Office
    init(_ office: Office) { self.office = office }
  }

  private final class LabelUser: @unchecked Sendable {
    let reader: LabelReader
    init(_ reader: LabelReader) { self.reader = reader }
  }

  private final class Journal: Sendable {
    let store: Store
    init(_ store: Store) { self.store = store }
  }

  private final class Shop: Sendable {
    let store: Store
    init(_ store: Store) { self.store = store }
    func journal() -> Journal { Journal(store) }
  }

  @Suite("Children of children that share", .ownThreads) struct NestedTests {
    @Test("a child of a child replaces what a lent object needs by argument")
    func replacedArgumentBelowLoan() throws {
      try withStartedModel({
        $0.register { Store("parent") }
        $0.register { Holder($0) }
        $0.register { Extra() }
      }) {
        try Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) { () throws in
          try Alchemic.withModel(sharing: .unaffected, replaceStore) { () throws in
            #expect(try AcGet(Holder.self).store.name == "child")
          }
        }
      }
    }

    @Test("a child without sharing borrows nothing, also from a child that does")
    func isolatedBelowLoan() throws {
      try withStartedModel({
        $0.register { Store("parent") }
        $0.register { Holder($0) }
        $0.register { Screen() }
        $0.register { Extra() }
      }) {
        let (holder, screen): (Holder, Screen) = (try AcGet(), try AcGet())
        try Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) { () throws in
          try Alchemic.withModel(replaceStore) { () throws in
            let (own, ownScreen): (Holder, Screen) = (try AcGet(), try AcGet())
            #expect(own !== holder)
            #expect(own.store.name == "child")
            #expect(ownScreen !== screen)
            #expect(ownScreen.store.name == "child")
          }
        }
        #expect(screen.store.name == "parent")
      }
    }

    @Test("a child's own object needs a lent one that has to be awaited")
    func ownNeedsLentThatAwaits() async throws {
      try await withStartedModel({
        $0.register(.lazy) { await Pool() }
        $0.register(.lazy) { Office($0) }
        $0.register(.lazy) { @MainActor in Label() }
        $0.register(.lazy) { LabelReader($0) }
      }) {
        try await Alchemic.withModel(
          sharing: .unaffected,
          {
            $0.register { OfficeUser($0) }
            $0.register { LabelUser($0) }
          }
        ) {
          let user: OfficeUser = try await AcGetAsync()
          let pool: Pool = try AcGet()
          #expect(user.office.pool === pool)
          let reader: LabelUser = try await AcGetAsync()
          let label: Label = try AcGet()
          #expect(reader.reader.label === label)
        }
      }
    }

    @Test("methods of classes whose objects are lent, replaced or isolated")
    func owners() throws {
      try withStartedModel({
        $0.register { Store("parent") }
        $0.declare(Shop.self) { of in
          AcInitializer(of, Shop.init)
          AcMethod(of, Shop.journal, options: .named("journal"))
        }
        $0.register { Extra() }
      }) {
        let page: Journal = try AcGet(.named("journal"))
        try Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) { () throws in
          #expect(try AcGet(Journal.self, .named("journal")) === page)
          try Alchemic.withModel(sharing: .unaffected, replaceStore) { () throws in
            #expect(try AcGet(Journal.self, .named("journal")).store.name == "child")
          }
          try Alchemic.withModel(replaceStore) { () throws in
            #expect(try AcGet(Journal.self, .named("journal")).store.name == "child")
          }
          #expect(try AcGet(Journal.self, .named("journal")) === page)
        }
      }
    }

    @Test("what a set object would have needed is not created")
    func setInsteadOfAwaited() async throws {
      let made = Counter()
      try await withStartedModel({
        $0.register(.lazy) { () async in
          made.increment()
          return await Pool()
        }
        $0.register(.lazy) { Office($0) }
      }) {
        try AcSet(Office(await Pool()))
        try await Alchemic.withModel(sharing: .unaffected, { _ in }) {
          let office: Office = try await AcGetAsync()
          withExtendedLifetime(office) {}
        }
        #expect(made.value == 0)
      }
    }

    @Test("a hundred models in each other")
    func deep() async throws {
      func nest(_ depth: Int, _ sharing: ModelSharing, _ body: @escaping () throws -> Void) throws {
        if depth == 0 { return try body() }
        try Alchemic.withModel(sharing: sharing, { $0.register { Extra() } }) { () throws in
          try nest(depth - 1, sharing, body)
        }
      }
      try withStartedModel({
        $0.register { Store("parent") }
        $0.register { Holder($0) }
        $0.register { AwareScreen() }
        $0.register { Screen() }
        $0.register { Extra() }
      }) {
        let holder: Holder = try AcGet()
        try nest(100, .unaffected) { () throws in
          #expect(try AcGet(Holder.self) === holder)
          #expect(try AcGet(AwareScreen.self).store === holder.store)
        }
        try nest(100, .none) { () throws in
          #expect(try AcGet(Holder.self) !== holder)
          #expect(try AcGet(AwareScreen.self).store !== holder.store)
        }
      }
    }

    @Test("a child in the initializer of a lent object")
    func childInInitializerOfLent() throws {
      try withStartedModel({ model in
        model.register { Store("parent") }
        model.register(.lazy) { (store: Store) -> Holder in
          let inner = try Alchemic.withModel(
            sharing: .unaffected, { $0.register { Store("inner") } }
          ) {
            try AcGet(Store.self)
          }
          #expect(inner.name == "inner")
          #expect(try AcGet(Store.self) === store)
          let here = Alchemic.capture()
          onThreads(1) { _ in
            let same = here.run { try? AcGet(Store.self) }
            #expect(same === store)
          }
          return Holder(store)
        }
        model.register { Extra() }
      }) {
        try Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) { () throws in
          #expect(try AcGet(Holder.self).store === AcGet(Store.self))
        }
      }
    }

    @Test("a circle through a child is an error")
    func circleThroughChild() throws {
      try withStartedModel({ model in
        model.register { Store("parent") }
        model.register(.lazy) { () throws -> Holder in
          try Alchemic.withModel(sharing: .unaffected, { _ in }) { try AcGet(Holder.self) }
        }
      }) {
        #expect(problems { _ = try AcGet(Holder.self) }.map(\.id) == [.cycle])
        try Alchemic.withModel(sharing: .unaffected, { _ in }) { () throws in
          #expect(problems { _ = try AcGet(Holder.self) }.map(\.id) == [.cycle])
        }
      }
    }
  }
}
#endif
