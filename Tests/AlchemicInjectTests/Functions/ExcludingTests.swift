import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Beacon: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

/// A discovered configuration, which declares something in one profile alone.
private final class AFirstLibrary: AlchemicConfig {
  static func configureAlchemic(_ model: ModelBuilder) {
    model.register(.only(in: .named("beacons"))) { Beacon("of the library") }
    model.register(.fallback, .named("offer"), .only(in: .named("beacons"))) { Beacon("offer") }
    if model.profiles.contains(.named("beacons")) { model.decorate(Beacon.self) { $0 } }
  }
}

/// Offers the same as the first one.
private final class SecondLibrary: AlchemicConfig {
  static func configureAlchemic(_ model: ModelBuilder) {
    if !model.profiles.contains(.named("beacons")) { return }
    model.register(.fallback, .named("offer")) { Beacon("second") }
  }
}

/// Adds another configuration.
private enum Outer {
  final class Library: AlchemicConfig {
    static func configureAlchemic(_ model: ModelBuilder) {
      if !model.profiles.contains(.named("nested")) { return }
      model.register { Beacon("outer") }
      model.add(Inner.self)
      model.register(.named("last")) { Beacon("last") }
    }
  }

  final class Inner: AlchemicConfig {
    static func configureAlchemic(_ model: ModelBuilder) {
      if !model.profiles.contains(.named("nested")) { return }
      model.register(.named("inner")) { Beacon("inner") }
    }
  }
}

@Suite(.alchemicMain) struct ExcludingTests {
  private let profiles: Set<AlchemicProfile> = [.named("beacons")]

  @Test("N2: a program leaves out the configuration of a library, and declares its own")
  func excluded() throws {
    try Alchemic.start(profiles: profiles)
    #expect(try AcGet([Beacon].self).map(\.name) == ["of the library"])
    Alchemic.reset()
    try Alchemic.start(profiles: profiles) {
      $0.register { Beacon("of the program") }
      $0.exclude(AFirstLibrary.self)
    }
    #expect(try AcGet([Beacon].self).map(\.name) == ["of the program"])
    #expect(try AcGet(Beacon.self, .named("offer")).name == "second")
    try Alchemic.validate(profiles: profiles) { $0.exclude(AFirstLibrary.self) }
  }

  @Test("N2: a configuration within an excluded one is left out, and a part of one alone")
  func nested() throws {
    func names(_ excluded: [any AlchemicConfig.Type]) throws -> [String] {
      try Alchemic.withModel { model in
        model.activate([.named("nested")])
        model.register(.named("first")) { Beacon("first") }
        model.add(Outer.Library.self)
        excluded.forEach { model.exclude($0) }
      } operation: { () throws in
        try AcGet([Beacon].self).map(\.name)
      }
    }
    #expect(try names([]) == ["first", "outer", "inner", "last"])
    #expect(try names([Outer.Inner.self]) == ["first", "outer", "last"])
    #expect(try names([Outer.Library.self]) == ["first"])
    #expect(try names([Outer.Library.self, Outer.Inner.self]) == ["first"])
  }

  @Test("N2: to exclude what the model does not have is a mistake")
  func nothing() throws {
    let found = problems {
      try Alchemic.withModel({ $0.exclude(Outer.Inner.self) }, operation: {})
    }
    #expect(found.map(\.id) == [.nothingExcluded])
  }

  @Test("N1, N2: of two libraries that offer the same, the other one remains")
  func twoLibraries() throws {
    for isExcluded in [false, true] {
      try Alchemic.withModel { model in
        model.activate([.named("beacons")])
        model.add(AFirstLibrary.self)
        model.add(SecondLibrary.self)
        if isExcluded { model.exclude(AFirstLibrary.self) }
      } operation: { () throws in
        let name = try AcGet(Beacon.self, .named("offer")).name
        #expect(name == (isExcluded ? "second" : "offer"))
      }
    }
  }
}
