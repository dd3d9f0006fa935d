import AlchemicInject
import AlchemicTestSupport
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
  // Proof: `mark` is written at the beginning and in deinit, when no other thread has the object.
  // If the library returned it after that, this is what a test is to find.
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

/// What an `@Injected` property returns whose factory is transient: a copy, as `@Transient` does.
///
/// No thread keeps what it has read, so nothing but the reader decides how long that lives.
@Suite(.timeLimit(.minutes(10))) struct FollowedReadTests {
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

  /// Has a thread read a property, and runs `body` while that thread lives and does nothing.
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
    "an object that an idle thread has read is released when a reset returns", .mainModel,
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

  @Test("an object that only its reader has ends with the statement that read it")
  func endsWithTheReader() throws {
    let (made, ended) = (Counter(), Counter())
    try withModel { model in
      model.register(AcTransient(), AcWeak()) {
        made.increment()
        return Part(made.value, ended)
      }
    } _: { () throws in
      let host = Host()
      for _ in 1...3 {
        let before = made.value
        #expect(host.part.number > before)
        #expect(ended.value == made.value)
      }
    }
  }

  @Test("two in one expression are both there")
  func twoAtOnce() throws {
    let ended = Counter()
    try withModel { model in
      model.register(Part.self, AcReference(), AcTransient())
    } _: { () throws in
      let (one, other) = (Host(), Host())
      for number in 1...1_000 {
        try AcSet(Part(number, ended))
        #expect(sum(one.part, other.part) == 2 * number)
      }
      #expect(ended.value == 999)
    }
  }

  private func sum(_ one: Part, _ other: Part) -> Int { one.number + other.number }

  @Test("what is read is alive, however often other threads exchange it")
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

  @Test("an object whose deinit reads may end while another property is read for the first time")
  func deinitReads() async {
    await #expect(processExitsWith: .success) { try deinitReadsWithinRead() }
  }

  @Test("the wrapper that is being read may be replaced by what makes its object")
  func replacedWithinFirstRead() async {
    await #expect(processExitsWith: .success) { try replaceWithinRead(of: \.thing) }
    await #expect(processExitsWith: .success) { try replaceWithinRead(of: \.things[0]) }
    await #expect(processExitsWith: .success) { try replaceWithinRead(of: \.current) }
  }

  @Test("the wrapper that is being read may be replaced when an object is made once more")
  func replacedWithinLaterRead() async {
    await #expect(processExitsWith: .success) { try replaceWithinLaterRead(of: \.thing) }
    await #expect(processExitsWith: .success) { try replaceWithinLaterRead(of: \.current) }
  }
}

// What follows runs in processes of its own: it crashes where something is wrong.

/// Ends the process if something is not as it should be.
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
  // Proof: only the thread that made it reads it; the model's closure runs there.
  @Injected var reader: Reader
  @Injected var thing: Thing
}

/// The thread reads an object that another one exchanges then, within the read of a second one. So
/// the first ends as soon as the second is there, on whatever thread has it last; its deinit reads
/// a third.
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

/// A variable that closures share; one thread at a time has it.
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
    try withModel { model in
      model.register(AcLazy(), AcTransient()) { () -> Thing in
        host.replace()
        return Thing()
      }
    } _: { () throws in
      // Both ways: what the compiler sees of the property, and through the key path.
      require(host[keyPath: property].number() == 1)
      require(host.thing.number() + host.things[0].number() + host.current.number() == 3)
    }
    let other = ReplacingHost()
    try withModel { model in
      model.register(AcLazy(), AcTransient()) { () -> Thing in
        other.replace()
        return Thing()
      }
    } _: {
      require(other.thing.number() == 1)
    }
  }
}

/// A weak factory makes its object again when it is gone.
private func replaceWithinLaterRead(of property: KeyPath<ReplacingHost, Thing>) throws {
  for _ in 0..<100 {
    let host = ReplacingHost()
    let made = Counter()
    try withModel { model in
      model.register(AcWeak(), AcTransient()) { () -> Thing in
        made.increment()
        if made.value > 1 { host.replace() }
        return Thing(made.value)
      }
    } _: { () throws in
      for _ in 0..<3 { require(host[keyPath: property].number() == made.value) }
      require(made.value >= 3)
    }
  }
}
