import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Synchronization
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An object whose memory shows whether it is alive.
private final class Part: @unchecked Sendable {
  // Proof: `mark` is written at the beginning and in deinit, when no other thread has the object. A
  // library that returned the object after that would fail a test.
  private var mark = 0x600D
  let number: Int
  let ended: Counter
  init(_ number: Int, _ ended: Counter = Counter()) { (self.number, self.ended) = (number, ended) }
  deinit {
    mark = 0xDEAD
    ended.increment()
  }
  var isAlive: Bool { mark == 0x600D }
}

private final class Host {
  @Injected var part: Part
  init() {}
}

private struct Needs: Sendable {
  @Injected var part: Part
  @InjectedArray var parts: [Part]
  @Injected var perhaps: Part?
  @Transient var transient: Part
}

/// An `@Injected` property whose factory is transient returns a copy, as `@Transient` does.
///
/// No thread retains the values that it has read, so only the reader determines how long they live.
@Suite(.timeLimit(.minutes(10)), .ownThreads) struct FollowedReadTests {
  enum Read: CaseIterable {
    case injected, array, optional, transient

    fileprivate func number(of needs: Needs) -> Int? {
      switch self {
      case .injected: needs.part.number
      case .array: needs.parts.first?.number
      case .optional: needs.perhaps?.number
      case .transient: needs.transient.number
      }
    }
  }

  /// Lets a thread read a property, and runs `body` while that thread lives and does nothing.
  private func whileIdle(_ read: @escaping @Sendable () -> Void, _ body: () throws -> Void) rethrows
  {
    let (hasRead, mayEnd, isOver) = (Signal(), Signal(), Signal())
    startThread {
      read()
      hasRead.raise()
      mayEnd.wait()
      isOver.raise()
    }
    hasRead.wait()
    try body()
    #expect(!isOver.isSet)
    mayEnd.raise()
    isOver.wait()
  }

  @Test(
    "an object that an idle thread has read is released when another thread's AcSet returns",
    arguments: Read.allCases)
  func exchangedByAnother(_ read: Read) throws {
    let model = try makeModel { model in
      model.register(Part.self, AcReference(), AcTransient(), AcNillable())
    }
    let ended = Counter()
    let needs = Needs()
    func set(_ part: Part) throws { try CurrentModel.withModel(model) { try AcSet(part) } }
    try set(Part(1, ended))
    try whileIdle {
      CurrentModel.withModel(model) { #expect(read.number(of: needs) == 1) }
    } _: { () throws in
      try set(Part(2, ended))
      #expect(ended.value == 1)
    }
    try whileIdle {
      CurrentModel.withModel(model) { #expect(read.number(of: needs) == 2) }
    } _: { () throws in
      try CurrentModel.withModel(model) { try AcSet(AcNil, AcClass(Part.self)) }
      #expect(ended.value == 2)
    }
  }

  @Test(
    "an object that an idle thread has read is released when a reset returns", .alchemicMain,
    arguments: Read.allCases)
  func resetByAnother(_ read: Read) throws {
    let ended = Counter()
    try Alchemic.start { model in
      model.register(AcTransient()) { Part(1, ended) }
    }
    let needs = Needs()
    whileIdle {
      #expect(read.number(of: needs) == 1)
    } _: {
      Alchemic.reset()
      #expect(ended.value == 1)
    }
  }

  @Test("an object that only its reader retains is released with the statement that read it")
  func endsWithTheReader() throws {
    let (made, ended) = (Counter(), Counter())
    try Alchemic.withModel { model in
      model.register(AcTransient(), AcWeak()) {
        made.increment()
        return Part(made.value, ended)
      }
    } operation: { () throws in
      let host = Host()
      for _ in 1...3 {
        let before = made.value
        #expect(host.part.number > before)
        #expect(ended.value == made.value)
      }
    }
  }

  @Test("two objects that one expression reads are both alive")
  func twoAtOnce() throws {
    let ended = Counter()
    try Alchemic.withModel { model in
      model.register(Part.self, AcReference(), AcTransient())
    } operation: { () throws in
      let (one, other) = (Host(), Host())
      for number in 1...1_000 {
        try AcSet(Part(number, ended))
        #expect(sum(one.part, other.part) == 2 * number)
      }
      #expect(ended.value == 999)
    }
  }

  private func sum(_ one: Part, _ other: Part) -> Int { one.number + other.number }

  @Test("an object that is read is alive, however often other threads exchange it")
  func aliveUnderSets() throws {
    let model = try makeModel { model in
      model.register(Part.self, AcReference(), AcTransient())
    }
    let needs = Needs()
    let sets = Effort.of(200_000)
    let isDone = Atomic<Bool>(false)
    let (dead, reads) = (Counter(), Counter())
    try CurrentModel.withModel(model) { try AcSet(Part(0)) }
    onThreads(4) { thread in
      CurrentModel.withModel(model) {
        if thread == 0 {
          for number in 1...sets { try? AcSet(Part(number)) }
          return isDone.store(true, ordering: .releasing)
        }
        while !isDone.load(ordering: .acquiring) {
          if !needs.part.isAlive { dead.increment() }
          if needs.perhaps?.isAlive != true { dead.increment() }
          if needs.parts.first?.isAlive != true { dead.increment() }
          reads.increment()
        }
      }
    }
    #expect(dead.value == 0 && reads.value > 0)
  }

  // MARK: Code that runs within a read

  @Test("an object whose deinit reads may be released during the first read of another property")
  func deinitReads() async {
    await #expect(processExitsWith: .success) { try deinitReadsWithinRead() }
  }

  @Test("the wrapper that is being read may be replaced by the function that creates its object")
  func replacedWithinFirstRead() async {
    await #expect(processExitsWith: .success) { try replaceWithinRead(of: \.thing) }
    await #expect(processExitsWith: .success) { try replaceWithinRead(of: \.things[0]) }
    await #expect(processExitsWith: .success) { try replaceWithinRead(of: \.current) }
  }

  @Test("the wrapper that is being read may be replaced when a weak object is created again")
  func replacedWithinLaterRead() async {
    await #expect(processExitsWith: .success) { try replaceWithinLaterRead(of: \.thing) }
    await #expect(processExitsWith: .success) { try replaceWithinLaterRead(of: \.current) }
  }
}

// The code below runs in processes of its own, because a defect would crash it.

/// Ends the process if a condition is false.
private func require(_ condition: Bool, line: UInt = #line) {
  guard !condition else { return }
  print("not so: line \(line)")
  exit(1)
}

private final class Third: Sendable {
  let number = 3
}

/// An object whose deinit reads a property.
private final class Reader {
  @Injected var third: Third
  private let reads: Bool
  init(reads: Bool = false) { self.reads = reads }
  deinit { if reads { require(third.number == 3) } }
}

private final class Thing: Sendable {
  private let value: Int
  init(_ value: Int = 1) { self.value = value }
  func number() -> Int { value }
}

private final class ReaderHost: @unchecked Sendable {
  // Proof: only the thread that created it reads it. The model's closure runs there.
  @Injected var reader: Reader
  @Injected var thing: Thing
}

/// During the read of a second object the thread reads a first one, which another thread then
/// exchanges. So the first object is released as soon as the second exists, on the thread that
/// retained it last. Its deinit reads a third object.
private func deinitReadsWithinRead() throws {
  for _ in 0..<100 {
    let host = ReaderHost()
    let exchange = UnsafeTransfer<@Sendable () -> Void>()
    let model = try makeModel { model in
      model.register(Reader.self, AcReference(), AcTransient())
      model.register(AcTransient()) { Third() }
      model.register(AcLazy(), AcTransient()) { () -> Thing in
        _ = host.reader
        onThreads(1) { _ in exchange.value?() }
        return Thing()
      }
    }
    exchange.value = { CurrentModel.withModel(model) { try? AcSet(Reader()) } }
    try CurrentModel.withModel(model) {
      try AcSet(Reader(reads: true))
      require(host.thing.number() == 1)
    }
    exchange.value = nil
  }
}

/// A variable that closures share. One thread at a time accesses it.
private final class UnsafeTransfer<Value>: @unchecked Sendable {
  // Proof: the thread that writes it waits for the one that reads it.
  var value: Value?
}

private final class ReplacingHost: @unchecked Sendable {
  // Proof: as for `ReaderHost`.
  @Injected var thing: Thing
  @InjectedArray var things: [Thing]
  @Transient var current: Thing

  func replace() {
    _thing = Injected()
    _things = InjectedArray()
    _current = Transient()
  }
}

private func replaceWithinRead(of property: KeyPath<ReplacingHost, Thing>) throws {
  for _ in 0..<100 {
    let host = ReplacingHost()
    try Alchemic.withModel { model in
      model.register(AcLazy(), AcTransient()) { () -> Thing in
        host.replace()
        return Thing()
      }
    } operation: { () throws in
      // Both kinds of access: through the key path, and directly.
      require(host[keyPath: property].number() == 1)
      require(host.thing.number() + host.things[0].number() + host.current.number() == 3)
    }
    let other = ReplacingHost()
    try Alchemic.withModel { model in
      model.register(AcLazy(), AcTransient()) { () -> Thing in
        other.replace()
        return Thing()
      }
    } operation: {
      require(other.thing.number() == 1)
    }
  }
}

/// A weak factory creates its object again after the release.
private func replaceWithinLaterRead(of property: KeyPath<ReplacingHost, Thing>) throws {
  for _ in 0..<100 {
    let host = ReplacingHost()
    let made = Counter()
    try Alchemic.withModel { model in
      model.register(AcWeak(), AcTransient()) { () -> Thing in
        made.increment()
        if made.value > 1 { host.replace() }
        return Thing(made.value)
      }
    } operation: { () throws in
      for _ in 0..<3 { require(host[keyPath: property].number() == made.value) }
      require(made.value >= 3)
    }
  }
}
