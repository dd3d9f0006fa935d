import Alchemic
import AlchemicTestSupport
import Synchronization

/// Starts main models and ends each, while threads that come and go, initializers, hooks, deinits
/// and scopes make requests.
///
/// Each model has a number, which its objects carry. A request that begins after the end of a model
/// has returned must not get an object with the number of that model or of an earlier one.
package final class EndLoad: Sendable {
  /// How many models were started, or began to start.
  package var models: Int { lives.made }
  /// How many requests were answered, and how many found no model.
  package var answers: Int { answered.value }
  package var refusals: Int { refused.value }
  /// How many threads have come and gone.
  package var threads: Int { gone.value }
  package var findings: [String] { wrong.entries }

  private let lives = LifeTracker()
  private let objects = LifeTracker()
  /// The number of the last model whose end has returned.
  private let ended = Atomic<Int>(0)
  /// How many resets by initializers have not returned.
  private let resets = Atomic<Int>(0)
  private let (answered, refused, gone) = (Counter(), Counter(), Counter())
  private let wrong = Log<String>()
  private let isDone = Signal()
  private let seed: UInt64

  package init(seed: UInt64) { self.seed = seed }

  // MARK: Objects

  private class Numbered: @unchecked Sendable {
    // Proof: constant.
    let number: Int
    let load: EndLoad
    private let life: LifeTracker.Life

    init(_ number: Int, _ load: EndLoad) {
      (self.number, self.load) = (number, load)
      life = load.objects.life()
    }
  }

  private enum Request: AlchemicScope {}
  private struct NoLuck: Error {}

  private final class Product: Numbered, @unchecked Sendable {}
  private final class Shared: Numbered, @unchecked Sendable {}
  private final class OfRequest: Numbered, @unchecked Sendable {}

  /// Its initializer makes requests.
  private final class Needing: Numbered, @unchecked Sendable {
    override init(_ number: Int, _ load: EndLoad) {
      super.init(number, load)
      load.request("of an initializer", Product.self)
      load.request("of an initializer", Shared.self)
    }
  }

  /// Its hook makes a request.
  private final class Hooked: Numbered, AlchemicAware, @unchecked Sendable {
    @Injected var product: Product

    func didInjectDependencies() {
      if product.number != number {
        load.wrong.add("a host of \(number) has a property of \(product.number)")
      }
      load.request("of a hook", Product.self)
    }
  }

  /// Its deinit makes requests, also within the end of its model.
  private final class Parting: Numbered, @unchecked Sendable {
    deinit {
      load.request("of a deinit", Product.self)
      load.request("of a deinit", Shared.self)
    }
  }

  /// Its initializer ends the model.
  private final class Ending: Numbered, @unchecked Sendable {
    override init(_ number: Int, _ load: EndLoad) {
      super.init(number, load)
      load.resets.add(1, ordering: .sequentiallyConsistent)
      Alchemic.reset()
      load.resets.subtract(1, ordering: .sequentiallyConsistent)
      load.request("of an initializer that has ended the model", Product.self)
    }
  }

  private func declare(_ number: Int, fails: Bool, in model: ModelBuilder) {
    // The functions of the factories retain it, and the model retains them.
    let (load, life) = (self, lives.life())
    model.register(.template) { withExtendedLifetime(life) { Product(number, load) } }
    model.register(.template) { Needing(number, load) }
    model.register(.template) { Hooked(number, load) }
    model.register(.template) { Ending(number, load) }
    model.register(.template) { Parting(number, load) }
    model.register(.lazy) { Shared(number, load) }
    model.register(AcScope(Request.self)) { OfRequest(number, load) }
    // A singleton whose deinit runs within the end of the model.
    model.register(.named("singleton")) { Parting(number, load) }
    if fails {
      model.register { (_: Shared) throws -> NoLuck in
        load.request("of an initializer in a start", Product.self)
        throw NoLuck()
      }
    }
  }

  // MARK: Requests

  private func request(_ place: String, _ type: (some Numbered).Type) {
    let before = ended.load(ordering: .acquiring)
    do {
      let object = try AcGet(type)
      check(object, after: before, place)
    } catch is AlchemicError {
      refused.increment()
    } catch { wrong.add("\(place): \(error)") }
  }

  private func check(_ object: Numbered, after before: Int, _ place: String) {
    answered.increment()
    if object.number <= before {
      wrong.add("a request \(place) got a \(type(of: object)) of \(object.number) after \(before)")
    }
  }

  private func requestAny(_ random: inout SplitMix) {
    switch Int.random(in: 0..<64, using: &random) {
    case 0: request("of a thread", Ending.self)
    case 1..<16: request("of a thread", Needing.self)
    case 16..<28: request("of a thread", Hooked.self)
    case 28..<40: request("of a thread", Parting.self)
    case 40..<52: request("of a thread", Shared.self)
    default: request("of a thread", Product.self)
    }
  }

  private func requestInScope() async {
    do {
      let before = ended.load(ordering: .acquiring)
      try await Alchemic.withScope(Request.self, timeout: .seconds(600)) {
        check(try AcGet(OfRequest.self), after: before, "of a scope")
        request("of a scope", Product.self)
      }
    } catch is AlchemicError {
      refused.increment()
    } catch { wrong.add("in a scope: \(error)") }
  }

  // MARK: Ends

  /// Starts so many models and ends each: by a reset, by a stop, or because the start fails.
  package func run(_ count: Int) async {
    var random = SplitMix(seed)
    let callers = beginCallers(&random)
    for number in 1...count {
      await startAndEnd(number, &random)
      // An initializer may have ended this model. Until its reset returns, deinits get objects.
      while resets.load(ordering: .sequentiallyConsistent) > 0 { yieldThread() }
      ended.store(number, ordering: .sequentiallyConsistent)
      if wrong.entries.count >= 10 { break }
    }
    isDone.raise()
    await callers.value
    Alchemic.reset()
    if lives.living != 0 { wrong.add("\(lives.living) models live after their end") }
    if objects.living != 0 { wrong.add("\(objects.living) objects live after the end") }
  }

  private func startAndEnd(_ number: Int, _ random: inout SplitMix) async {
    let kind = Int.random(in: 0..<4, using: &random)
    do {
      try start(number, fails: kind == 0)
      if kind == 0 { wrong.add("the start of \(number) did not fail") }
    } catch let error as AlchemicError {
      // The initializer of another thread's object may have ended the start.
      let ids = error.problems.map(\.id)
      if ids != [.startInterrupted], kind > 0 || ids != [.creationFailed] {
        wrong.add("the start of \(number): \(error)")
      }
      return
    } catch { return wrong.add("\(error)") }
    waitForAnswers(Int.random(in: 0..<8, using: &random))
    if kind > 1 { return Alchemic.reset() }
    do { try await Alchemic.stop(timeout: .seconds(600)) } catch {
      wrong.add("the stop of \(number): \(error)")
    }
  }

  /// Waits until other threads have got so many answers, or for a moment if no other thread runs.
  private func waitForAnswers(_ count: Int) {
    let wanted = answered.value + count
    for _ in 0..<2_000 where answered.value < wanted {}
    if answered.value < wanted { yieldThread() }
  }

  private func start(_ number: Int, fails: Bool) throws {
    try Alchemic.start { [self] in declare(number, fails: fails, in: $0) }
  }

  /// Two threads that stay, one for threads that come and go, and a task that opens scopes.
  private func beginCallers(_ random: inout SplitMix) -> Task<Void, Never> {
    let seeds = (0..<3).map { _ in random.next() }
    let left = Counter()
    for seed in seeds.dropFirst() {
      startThread { [self] in
        var random = SplitMix(seed)
        while !isDone.isSet {
          for _ in 0..<4 { requestAny(&random) }
          // The thread that ends the model may need the processor.
          yieldThread()
        }
        left.increment()
      }
    }
    startThread { [self, seed = seeds[0]] in
      var random = SplitMix(seed)
      while !isDone.isSet {
        let requests = random.next()
        onThreads(1) { [self] _ in
          var random = SplitMix(requests)
          for _ in 0..<4 { requestAny(&random) }
        }
        gone.increment()
      }
      left.increment()
    }
    return Task.detached { [self] in
      while !isDone.isSet {
        await requestInScope()
        await Task.yield()
      }
      await waitUntil { left.value == seeds.count }
    }
  }
}
