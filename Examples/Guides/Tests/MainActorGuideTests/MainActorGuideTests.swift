import Alchemic
import AlchemicTesting
import Testing

// Code of Docs/Guides/Concurrency.md, in a module whose default isolation is the main actor.

final class Visitors: AlchemicCreatable {  // nonisolated
  let names = ["Ann"]
  init() {}
}

protocol Greeting: AnyObject { var text: String { get } }

final class Welcome: Greeting, AlchemicManaged {  // of the main actor, as Greeting is
  @Injected var visitors: Visitors
  var text: String { "Welcome, \(visitors.names[0])" }

  nonisolated static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, Welcome.init)
    AcRegister(of, .lazy)
  }
}

@MainActor final class Porch: AlchemicCreatable {
  @Injected var visitors: Visitors
  var text: String { "\(visitors.names.count) on the porch" }
  nonisolated init() {}
}

final class Mat { init() {} }

nonisolated func configurePorch(_ model: ModelBuilder) {
  model.register(.template) { @MainActor in Mat() }
}

@Suite struct MainActorGuideTests {
  @Test("a class that conforms to a protocol of the main actor is created there", .alchemic)
  @concurrent nonisolated func welcome() async throws {
    let error = #expect(throws: AlchemicError.self) { try AcGet(Welcome.self) }
    #expect(error?.problems.map(\.id) == [.needsMainActor])
    let welcome: Welcome = try await AcGetAsync()
    #expect(await welcome.text == "Welcome, Ann")
  }

  @Test("a managed class is nonisolated", .alchemic)
  @concurrent nonisolated func visitors() async throws {
    #expect(try AcGet(Visitors.self).names == ["Ann"])
  }

  @Test("an initializer that is nonisolated is called anywhere", .alchemic)
  @concurrent nonisolated func porch() async throws {
    let porch: Porch = try AcGet()
    #expect(await porch.text == "1 on the porch")
  }

  @Test("a closure names its actor", .alchemic { configurePorch($0) })
  func mats() throws {
    #expect(try AcGet(Mat.self) !== AcGet(Mat.self))
  }
}
