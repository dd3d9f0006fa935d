#if Invoking
import Alchemic
import AlchemicTestSupport
import Testing

private protocol Store: AnyObject {}
private final class Disk: Store {}

private protocol Screen: AnyObject {}

private final class HabitView: Screen {
  let id: Int
  let store: any Store
  let title: String
  init(store: any Store, id: Int, title: String) {
    (self.store, self.id, self.title) = (store, id, title)
  }
}

private final class Other: Screen {}

private final class Library {
  let disk: Disk
  init(disk: Disk) { self.disk = disk }
  func text(_ name: String, times count: Int) -> String {
    String(repeating: name, count: count)
  }
  static func note(of name: String) -> Substring { "note of \(name)" }
}

private func declare(_ model: ModelBuilder) {
  model.register(Disk.init)
  model.declare(HabitView.self) { of in
    AcInitializer(
      of, HabitView.init(store:id:title:), AcProtocol((any Store).self), AcArgument(), AcArgument())
  }
  model.declare(Library.self) { of in
    AcInitializer(of, Library.init(disk:))
    AcMethod(
      of, Library.text, AcArgument(), AcInt(2), options: AcFactoryName("text"))
    AcMethod(of, Library.note(of:), AcArgument(), options: AcFactoryName("note"))
  }
  model.register(AcFactoryName("closure")) { (id: Given<UInt8>, disk: Disk) in [id.value] }
  model.register({ (id: Int8, disk: Disk) in Set([id]) }, AcArgument(), AcClass(Disk.self))
}

@Suite struct GivenArgumentTests {
  @Test("P1: a factory with arguments of its caller is a template, and is not made at start")
  func templates() throws {
    let model = try makeModel(declare)
    let given = model.factories.filter { $0.product != Disk.self && $0.product != Library.self }
    #expect(given.count == 5)
    #expect(given.allSatisfy { $0.lifetime == .template })
    try model.createSingletons()
  }

  @Test("P1: AcInvoke fills the arguments of the caller in order; the others have their sources")
  func invoked() async throws {
    try await Alchemic.withModel(declare) { () async throws in
      let view: HabitView = try AcInvoke(AcName("HabitView"), 7, "seven")
      #expect(view.id == 7 && view.title == "seven")
      #expect(try view.store === (AcGet() as Disk))
      #expect(try AcInvoke(AcName("text"), "ha") == "haha")
      #expect(try AcInvoke(AcName("note"), "Ann") as Substring == "note of Ann")
      #expect(try AcInvoke(AcName("closure"), 8 as UInt8) == [8 as UInt8])
      #expect(try AcInvoke(AcClass(HabitView.self), 1, "") as HabitView !== view)
      #expect(try await AcInvokeAsync(AcName("closure"), 9 as UInt8) == [9 as UInt8])
    }
  }

  @Test(
    "P1: AcInvoke without all arguments of the caller, or with others, is an error",
    arguments: [
      ([], "no argument was given, and it takes 2: (Int, String)"),
      ([7], "1 argument was given, and it takes 2: (Int, String)"),
      ([7, "", 7], "3 arguments were given, and it takes 2: (Int, String)"),
      (
        ["", 7],
        "argument 2 is 'String', and it takes 'Int'; argument 3 is 'Int', and it takes 'String'"
      ),
    ] as [([any Sendable], String)])
  func wrongArguments(values: [any Sendable], detail: String) throws {
    try Alchemic.withModel(declare) { () throws in
      let found = problems { _ = try invoke(values) }
      #expect(
        found.map(\.description) == [
          """
          [wrong-arguments] 'HabitView' cannot be invoked like that: \(detail).
             needed by   AcInvoke — AlchemicCoreTests/GivenArgumentTests.swift:100
             • 'HabitView' — AlchemicCoreTests/GivenArgumentTests.swift:34
             → pass AcInvoke the arguments of the caller, in the order of the parameters; the others come from the declared sources
          """
        ])
    }
  }

  private func invoke(_ values: [any Sendable]) throws -> HabitView {
    let name: SearchCriterion = AcName("HabitView")
    return switch values.count {
    case 0: try AcInvoke(name, line: 100)
    case 1: try AcInvoke(name, values[0], line: 100)
    case 2: try AcInvoke(name, values[0], values[1], line: 100)
    default: try AcInvoke(name, values[0], values[1], values[2], line: 100)
    }
  }

  @Test("P1: a Given that the caller gives as another type is an error")
  func wrongGiven() throws {
    try Alchemic.withModel(declare) { () throws in
      let found = problems { _ = try AcInvoke(AcName("closure"), 8) as [UInt8] }
      #expect(found.map(\.detail) == ["argument 1 is 'Int', and it takes 'UInt8'"])
    }
  }

  @Test("P1: nil is an argument for an optional parameter")
  func nothing() throws {
    try Alchemic.withModel { model in
      model.register({ (text: String?) in [text ?? "nothing"] }, AcArgument())
    } operation: { () throws in
      #expect(try AcInvoke(AcName("[String]"), nil) == ["nothing"])
    }
  }

  // MARK: Without arguments

  @Test("P1: a request that passes no arguments is an error, also for an optional")
  func requested() async throws {
    try await Alchemic.withModel(declare) { () async throws in
      let line = #line + 1
      let found = problems { _ = try AcGet() as HabitView }
      #expect(
        found.map(\.description) == [
          """
          [needs-arguments] 'HabitView' needs arguments of its caller: (Int, String).
             needed by   AcGet — AlchemicCoreTests/GivenArgumentTests.swift:\(line)
             • 'HabitView' — AlchemicCoreTests/GivenArgumentTests.swift:34
             → take a Provider<HabitView, Int, String> and call it, or call AcInvoke(.named("HabitView"), …)
          """
        ])
      #expect(problems { _ = try AcGet() as HabitView? }.map(\.id) == [.needsArguments])
      #expect(problems { _ = try AcGet() as any Screen }.map(\.id) == [.needsArguments])
      #expect(
        problems { _ = try AcGet(AcName("note")) as Substring }.map(\.id) == [.needsArguments])
      #if Waiting
      let awaited = await problems { _ = try await AcGetAsync() as HabitView }
      #expect(awaited.map(\.id) == [.needsArguments])
      #endif
    }
  }

  @Test("P1: an array with an element that needs arguments is an error that names it")
  func element() throws {
    try Alchemic.withModel { model in
      declare(model)
      model.register { Other() as any Screen }
    } operation: { () throws in
      let found = problems { _ = try AcGet() as [any Screen] }
      #expect(found.map(\.id) == [.needsArguments])
      #expect(found.map(\.subject) == ["HabitView"])
    }
  }

  @Test("P1: an argument of another factory that passes no arguments is a start error")
  func argument() throws {
    var line = 0
    let found = problems { model in
      declare(model)
      line = #line + 1
      model.register { (view: HabitView) in 1 }
      model.register { (screens: [any Screen]) in 1.0 }
      model.register { (screen: (any Screen)?) in true }
    }
    #expect(
      found.first?.description == """
        [needs-arguments] 'HabitView' needs arguments of its caller: (Int, String).
           needed by   Int (argument 1) — AlchemicCoreTests/GivenArgumentTests.swift:\(line)
           and by      Double (argument 1) — AlchemicCoreTests/GivenArgumentTests.swift:\(line + 1)
           and by      Bool (argument 1) — AlchemicCoreTests/GivenArgumentTests.swift:\(line + 2)
           • 'HabitView' — AlchemicCoreTests/GivenArgumentTests.swift:34
           → take a Provider<HabitView, Int, String> and call it, or call AcInvoke(.named("HabitView"), …)
        """)
    #expect(found.map(\.id) == [.needsArguments])
  }

  private final class Host {
    @Injected var view: HabitView
    @InjectedArray var screens: [any Screen]
    @Injected var screen: (any Screen)?
  }

  @Test("P1: a property for which nothing fits without arguments is a start error")
  func property() throws {
    let found = problems { model in
      declare(model)
      model.register(Host.init)
    }
    #expect(found.map(\.id) == [.needsArguments])
    #expect(found[0].path[0].subject == "Host.view")
    #expect(found[0].alsoNeededBy.map(\.subject) == ["Host.screens", "Host.screen"])
  }

  private final class Chooser {
    @Injected(AcName("HabitView")) var screen: any Screen
    @Weak(AcName("HabitView")) var weak: (any Screen)?
  }
  @Test("P1: a property whose criteria choose such a factory is an error of the host's injection")
  func criteria() throws {
    let model = try makeModel { model in
      declare(model)
      model.register(Other.init)
      model.register(Chooser.init)
    }
    let found = problems { try model.createSingletons() }
    #expect(found.map(\.id) == [.needsArguments])
    #expect(found[0].path[0].subject == "Chooser.screen")
    #expect(found[0].alsoNeededBy.map(\.subject) == ["Chooser.weak"])
  }

  @Test("P1: a method of a class whose initializer takes arguments of the caller is a start error")
  func owner() throws {
    let found = problems { model in
      model.declare(Library.self) { of in
        AcInitializer(of, Library.init(disk:), AcArgument())
        AcMethod(of, Library.text, AcArgument(), AcInt(2), options: AcFactoryName("text"))
      }
    }
    #expect(found.map(\.id) == [.needsArguments])
    #expect(found[0].subject == "Library" && found[0].path[0].subject == "text")
  }

  @Test(
    "P1: options of shared objects conflict with arguments of the caller",
    arguments: [AcWeak(), AcNillable(), AcTransient(), AcLazy()])
  func conflicts(option: FactoryOption) throws {
    let found = problems { model in
      model.register({ (disk: Disk) in Library(disk: disk) }, AcArgument(), options: option)
    }
    #expect(found.map(\.id) == [.optionConflict])
    #expect(found[0].description.contains("and arguments of callers."))
    let reference = problems { model in
      model.declare(Library.self) { of in
        AcInitializer(of, Library.init(disk:), AcArgument())
        AcRegister(of, AcReference())
      }
    }
    #expect(reference.map(\.id) == [.optionConflict])
  }

  @Test("P1: AcTemplate says what holds already; order, names and primaries are legal")
  func legalOptions() throws {
    let options = [AcTemplate(), AcPrimary(), AcOrder(1), AcFactoryName("library")]
    for option in options {
      let found = problems { model in
        model.register({ (disk: Disk) in Library(disk: disk) }, AcArgument(), options: option)
      }
      #expect(found.isEmpty)
    }
  }

  @Test("P1: AcSet finds nothing to set")
  func set() throws {
    try Alchemic.withModel(declare) { () throws in
      let view = HabitView(store: Disk(), id: 1, title: "")
      #expect(problems { try AcSet(view) }.map(\.id) == [.notSettable])
    }
  }
}
#endif
