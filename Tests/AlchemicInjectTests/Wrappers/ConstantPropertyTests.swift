import Alchemic
import Synchronization
import Testing

private protocol Store: AnyObject, Sendable { var name: String { get } }
private final class RealStore: Store { var name: String { "real" } }
private final class FakeStore: Store { var name: String { "fake" } }
private final class User: Sendable {}
private enum Size: AcQualifier {}
private struct Page: Sendable { let number: Int }

/// The compiler accepts it as `Sendable` without a promise of the author.
private final class Service: Sendable, AlchemicAware {
  let store = Injected<any Store>()
  let stores = InjectedArray<any Store>()
  let user = Transient<User?>()
  let watched = Weak<User>()
  let size = Qualified<Size>.Injected<Int>()
  let sizes = Qualified<Size>.InjectedArray<Int>()
  let sizeNow = Qualified<Size>.Transient<Int>()
  let owner = Qualified<Size>.Weak<User>()
  let page = Injected<Provider<Page, Int>>()
  let seen = Mutex<[String]>([])

  func didInject(variable: String) {
    let isKnown = [
      name(of: \.store), name(of: \.stores), name(of: \.user), name(of: \.watched),
      name(of: \.size), name(of: \.sizes), name(of: \.sizeNow), name(of: \.owner),
      name(of: \.page),
    ].contains(variable)
    seen.withLock { $0.append(isKnown ? variable : "unknown \(variable)") }
  }

  func didInjectDependencies() { seen.withLock { $0.append("all") } }
}

private final class Checkout: Sendable {
  let store: Injected<any Store>
  let size = Qualified<Size>.Injected<Int>()

  init(store: Injected<any Store> = .init()) { self.store = store }
}

@Suite struct ConstantPropertyTests {
  @Test(
    "I13: constants of a Sendable class are injected, call hooks, follow, and are read by a call")
  func constants() throws {
    try Alchemic.withModel { model in
      model.register { RealStore() as any Store }
      model.register(User.self, .reference, .nillable)
      model.register(.qualifier(Size.self)) { 7 }
      model.register { (number: Given<Int>) in Page(number: number.value) }
      model.register { Service() }
    } operation: { () throws in
      let service: Service = try AcGet()
      #expect(
        service.seen.withLock { $0 } == [
          "store", "stores", "user", "watched", "size", "sizes", "sizeNow", "owner", "page", "all",
        ])
      #expect(service.store().name == "real" && service.stores().count == 1)
      #expect(service.user() == nil && service.watched() == nil && service.owner() == nil)
      #expect(service.size() == 7 && service.sizes() == [7] && service.sizeNow() == 7)
      let page = try service.page()(3)
      #expect(page.number == 3)
      let user = User()
      try AcSet(user)
      #expect(service.user() === user)
      #expect(service.seen.withLock { $0.last } == "user")
    }
  }

  @Test("I13: a constant without hooks resolves at its first read, on any thread, and takes a fake")
  func lazily() async throws {
    try await Alchemic.withModel { model in
      model.register { RealStore() as any Store }
      model.register(.qualifier(Size.self)) { 7 }
      model.register { Checkout() }
    } operation: {
      let checkout: Checkout = try AcGet()
      let names = await withTaskGroup(of: String.self) { group in
        for _ in 0..<8 { group.addTask { "\(checkout.store().name) \(checkout.size())" } }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(names == ["real 7"])
    }
    let fake = Checkout(store: .value(FakeStore()))
    fake.size.use(9)
    #expect(fake.store().name == "fake" && fake.size() == 9)
  }

  @Test("I13: validation finds constants, and names them")
  func validated() throws {
    let error = #expect(throws: AlchemicError.self) {
      try Alchemic.withModel {
        $0.register { Checkout() }
      } operation: {
      }
    }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("Checkout.store") && text.contains("Checkout.size"))
  }
}
