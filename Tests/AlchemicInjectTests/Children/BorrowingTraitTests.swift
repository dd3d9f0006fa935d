import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

extension Borrowing {
  @Suite("Children within tests with traits", .alchemic { $0.register(.live) { Store("live") } })
  struct TraitTests {
    @Test("a strict test uses a live factory in a child", .alchemic(.strict))
    func strictInChild() throws {
      withKnownIssue {
        try Alchemic.withModel({ $0.register { Extra() } }) { () throws in
          #expect(try AcGet(Store.self).name == "live")
        }
      }
    }

    @Test("a strict test uses a live factory in a child of a child that shares", .alchemic(.strict))
    func strictInSharingChild() throws {
      withKnownIssue {
        try Alchemic.withModel(sharing: .unaffected, { $0.register { Extra() } }) { () throws in
          try Alchemic.withModel({ $0.register { Extra() } }) { () throws in
            #expect(try AcGet(Store.self).name == "live")
          }
        }
      }
    }

    @Test("a child replaces what is live", .alchemic(.strict))
    func strictReplacedInChild() throws {
      try Alchemic.withModel(sharing: .unaffected, replaceStore) { () throws in
        #expect(try AcGet(Store.self).name == "child")
      }
    }

    @Suite(.alchemic { $0.register { Store("inner") } }) struct Inner {
      @Test(arguments: [1, 2, 3]) func each(_ number: Int) throws {
        #expect(try AcGet(Store.self).name == "inner")
        try AcSet(Store("\(number)"))
        #expect(try AcGet(Store.self).name == "\(number)")
      }
      @Test(.alchemic { $0.register(.named("extra")) { Extra() } }, arguments: [1, 2])
      func more(_ number: Int) async throws {
        let (store, _): (Store, Extra) = (try AcGet(), try AcGet(.named("extra")))
        #expect(store.name == "inner")
      }
    }
  }
}
