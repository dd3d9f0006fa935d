#if Waiting
import Alchemic
import AlchemicTestSupport
import Testing

extension Borrowing {
  @Suite("Ends of children") struct EndTests {
    @Test("a child ends while other threads create in it")
    func endWhileOthersCreate() async throws {
      try await withStartedModel({
        $0.register { Store("parent") }
        $0.register(.lazy) { Holder($0) }
        $0.register(.lazy) { AwareScreen() }
        $0.register(.lazy) { Screen() }
        $0.register(.lazy) { await Pool() }
        $0.register(.lazy) { Office($0) }
      }) {
        for round in 0..<100 {
          let done = Log<Task<Void, Never>>()
          let sharing = round % 2 == 0 ? ModelSharing.none : .unaffected
          try await Alchemic.withModel(
            sharing: sharing,
            { if round % 3 > 0 { replaceStore($0) } }
          ) {
            let here = Alchemic.capture()
            for number in 0..<4 {
              done.add(
                Task.detached {
                  await here.run {
                    do {
                      switch number {
                      case 0:
                        let holder: Holder = try AcGet()
                        let expected = round % 3 > 0 ? "child" : "parent"
                        if holder.store.name != expected { Issue.record("\(holder.store.name)") }
                      case 1: _ = try AcGet(AwareScreen.self)
                      case 2:
                        let office: Office = try await AcGetAsync()
                        withExtendedLifetime(office) {}
                      default:
                        try Alchemic.withModel { _ in
                        } operation: { () throws in
                          _ = try AcGet(Holder.self)
                        }
                      }
                    } catch let error as AlchemicError {
                      let ids = error.problems.map(\.id)
                      if ids != [.modelGone] { Issue.record("\(round) \(number) \(error)") }
                    } catch { Issue.record(error) }
                  }
                })
            }
            if round % 5 == 0 { pause(milliseconds: 1) }
            await Task.yield()
          }
          for task in done.entries { await task.value }
        }
      }
    }
  }
}
#endif
