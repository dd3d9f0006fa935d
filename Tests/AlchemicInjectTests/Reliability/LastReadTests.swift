import AlchemicInject
import AlchemicTestSupport
import Testing

private final class Part: Sendable {
  let number: Int
  let ended: Counter
  init(_ number: Int, _ ended: Counter) { (self.number, self.ended) = (number, ended) }
  deinit { ended.increment() }
}

private final class Host {
  @Injected var part: Part
  init() {}
}

private struct Needs: Sendable { @Injected var part: Part }

/// What a property reads that follows its factory lies nowhere but with the thread that read it: how long.
@Suite(.timeLimit(.minutes(10))) struct LastReadTests {
  /// Runs `body` with a host of a part that nobody keeps but the caller.
  private func withPart(_ body: (Host, inout Part?, Counter) throws -> Void) throws {
    let ended = Counter()
    try withModel { model in
      model.register(Part.self, AcReference(), AcTransient(), AcWeak())
    } _: { () throws in
      var part: Part? = Part(1, ended)
      try AcSet(#require(part))
      try body(Host(), &part, ended)
    }
  }

  @Test("until the thread sets another one")
  func untilSet() throws {
    try withPart { host, part, ended in
      withExtendedLifetime(part) { #expect(host.part.number == 1) }
      let other = Part(2, Counter())
      part = nil
      try withExtendedLifetime(other) { () throws in
        try AcSet(other)
        #expect(ended.value == 1)
        #expect(host.part === other)
        withExtendedLifetime(host) {}
      }
    }
  }

  @Test("until the host ends")
  func untilHostEnds() throws {
    try withPart { host, part, ended in
      do {
        let short = Host()
        withExtendedLifetime(part) { #expect(short.part.number == 1) }
        part = nil
        withExtendedLifetime(short) {}
      }
      #expect(ended.value == 1)
      withExtendedLifetime(host) {}
    }
  }

  @Test("until its thread ends")
  func untilThreadEnds() throws {
    let ended = Counter()
    let model = try makeModel { model in
      model.register(Part.self, AcReference(), AcTransient(), AcWeak())
    }
    let needs = Needs()
    var part: Part? = Part(1, ended)
    try CurrentModel.withModel(model) { try AcSet(#require(part)) }
    withExtendedLifetime(part) {
      onThreads(2) { _ in
        CurrentModel.withModel(model) { #expect(needs.part.number == 1) }
      }
    }
    part = nil
    #expect(ended.value == 1)
  }

  @Test("until it reads another one, which does not find the first still there")
  func untilNextRead() throws {
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
        #expect(ended.value == made.value - 1)
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
}
