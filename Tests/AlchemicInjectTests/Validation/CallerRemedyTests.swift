#if Invoking && Waiting
import Alchemic
import AlchemicTestSupport
import Foundation
import Testing

private struct Key: Equatable { let number: Int }
private final class View {
  let key: Key?
  init(key: Key?) { self.key = key }
}
private final class Bank {
  init(key: Key) {}
  func clerk() -> Clerk { Clerk() }
}
private final class Clerk {}
private final class Feed {}

/// The remedies for arguments of callers and for awaited objects, each applied as it stands.
@Suite struct CallerRemedyTests {
  private func remedy(of problem: Problem?) -> String? {
    problem?.description.components(after: "→ ")
  }

  private func problems(_ configure: (ModelBuilder) -> Void) -> [Problem] {
    AlchemicTestSupport.problems { _ = try makeModel(.strict, configure) }
  }

  @Test("V6, P1: an argument of a closure that the caller gives: its type is Given")
  func closureArgument() throws {
    let found = problems { $0.register { (key: Key) in View(key: key) } }
    #expect(
      remedy(of: found.first)?.hasSuffix(
        "mark it with .argument, in a closure with the type Given<Key>") == true)
    try Alchemic.withModel {
      $0.register { (key: Given<Key>) in View(key: key.value) }
    } operation: {
      let provider: Provider<View, Key> = try AcGet()
      #expect(try provider(Key(number: 3)).key == Key(number: 3))
    }
  }

  @Test("V6, P1: an optional of Given: Given of an optional")
  func optionalGiven() throws {
    let found = problems { $0.register { (key: Given<Key>?) in View(key: key?.value) } }
    #expect(found.map(\.id) == [.noMatch])
    #expect(
      remedy(of: found.first)
        == "in a closure, take a Given<Key?> for an optional, and a Given<[Key]> for an array")
    let ofArray = problems { $0.register { (keys: [Given<Key>]) in View(key: keys.first?.value) } }
    #expect(ofArray.map(\.id) == [.noMatch])
    try Alchemic.withModel { model in
      model.register(.named("optional")) { (key: Given<Key?>) in View(key: key.value) }
      model.register(.named("array")) { (keys: Given<[Key]>) in View(key: keys.value.first) }
    } operation: {
      let one: Provider<View, Key?> = try AcGet(AcName("optional"))
      #expect(try one(nil).key == nil)
      let several: Provider<View, [Key]> = try AcGet(AcName("array"))
      #expect(try several([Key(number: 4)]).key == Key(number: 4))
    }
  }

  @Test("V6, P1: a Given with another source than the caller: one of the two")
  func givenWithSource() throws {
    let found = problems {
      $0.register({ (key: Given<Key>) in View(key: key.value) }, .value(Given(Key(number: 4))))
    }
    #expect(found.map(\.id) == [.optionConflict])
    #expect(
      found.first?.headline == """
        [option-conflict] 'View' cannot have both Given as argument 1 and its other source.
        """)
    #expect(remedy(of: found.first) == "keep only one of them")
    try Alchemic.withModel { model in
      model.register(
        { (key: Key) in View(key: key) }, .value(Key(number: 4)), options: .named("fixed"))
      model.register(
        { (key: Given<Key>) in View(key: key.value) }, .argument, options: .named("given"))
    } operation: {
      #expect(try AcGet(View.self, AcName("fixed")).key == Key(number: 4))
      let given: Provider<View, Key> = try AcGet(AcName("given"))
      #expect(try given(Key(number: 5)).key == Key(number: 5))
    }
  }

  @Test("V6, P1: a method's object takes arguments of a caller: other sources for them")
  func ownerWithArguments() throws {
    func declare(_ source: ValueSource<Key>) -> (ModelBuilder) -> Void {
      { model in
        model.declare(Bank.self) { of in
          AcInitializer(of, Bank.init(key:), source)
          AcMethod(of, Bank.clerk)
        }
      }
    }
    let found = problems(declare(.argument))
    #expect(found.map(\.id) == [.needsArguments])
    #expect(
      remedy(of: found.first) == """
        give its arguments other sources than the caller: a method is called on an object that \
        the model creates
        """)
    try Alchemic.withModel(declare(.value(Key(number: 1)))) { () throws in _ = try AcGet(Clerk.self)
    }
  }

  @Test("V6, P1: an awaited product with arguments of a caller is one problem, and is awaited")
  func awaitedWithArguments() async throws {
    final class Home { @Injected var view: View }
    final class Taker { init(_ view: View) {} }
    let view: (ModelBuilder) -> Void = {
      $0.register(.named("view")) { (key: Given<Key>) async in View(key: key.value) }
    }
    for needy in [{ $0.register(Home.init) }, { $0.register(Taker.init) }]
      as [(ModelBuilder) -> Void]
    {
      let found = problems { model in
        view(model)
        needy(model)
      }
      #expect(found.map(\.id) == [.needsArguments])
      #expect(
        remedy(of: found.first) == """
          take a Provider<View, Key> and call it with try await callAsync(…), or call \
          try await AcInvokeAsync(.named("view"), …)
          """)
    }
    try await Alchemic.withModel(view) {
      let provider: Provider<View, Key> = try AcGet()
      #expect(try await provider.callAsync(Key(number: 2)).key == Key(number: 2))
      let view: View = try await AcInvokeAsync(AcName("view"), Key(number: 3))
      #expect(view.key == Key(number: 3))
    }
  }

  @Test("V6: a lazy object that has to be awaited: ask for it, or let the start await it")
  func lazyAwaited() async throws {
    try await withStartedModel {
      $0.register(AcLazy()) { () async in Feed() }
    } _: {
      let found = AlchemicTestSupport.problems { _ = try AcGet(Feed.self) }
      #expect(
        remedy(of: found.first) == """
          request it with try await AcGetAsync(), or let the start await it, without .lazy or .weak
          """)
      let feed: Feed = try await AcGetAsync()
      #expect(try AcGet(Feed.self) === feed)
    }
    try await withStartedModel {
      $0.register { () async in Feed() }
    } _: { () async throws in
      _ = try AcGet(Feed.self)
    }
  }
}

extension String {
  fileprivate func components(after mark: String) -> String? {
    range(of: mark).map { String(self[$0.upperBound...]) }
  }
}
#endif
