#if Invoking && Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private protocol Reading: Sendable { var reads: [String] { get } }
private protocol Admin: Sendable {}
/// Names no composition: a request for it finds what is bare.
private protocol Owner: Reading {}

private final class Disk: Reading, Admin, Owner { let reads = ["disk"] }

/// Has a part of a composition.
private struct Logging: Reading {
  let inner: any Reading
  var reads: [String] { ["logging"] + inner.reads }
}

/// Has all of it.
private struct Guarded: Reading, Admin {
  let inner: any Reading
  var reads: [String] { ["guarded"] + inner.reads }
}

private enum Main: AcQualifier {}

private typealias Both = Admin & Reading

/// A request for a composition, in each form that a program can write.
private enum Form: CaseIterable {
  case type, optional, name, qualifier, byClass, provider, providerOfArray, awaited, invoked
  case array, map, property, arrayProperty

  func reads() async throws -> [String] {
    switch self {
    case .type: try AcGet((any Both).self).reads
    case .optional: try AcGet((any Both)?.self)?.reads ?? []
    case .name: try AcGet((any Both).self, AcName("disk")).reads
    case .qualifier: try AcGet((any Both).self, .qualified(Main.self)).reads
    case .byClass: try AcGet((any Both).self, AcClass(Disk.self)).reads
    case .provider: try AcGet(Provider<any Both>.self)().reads
    case .providerOfArray: try AcGet(Provider<[any Both]>.self)().flatMap(\.reads)
    case .awaited: try await AcGetAsync((any Both).self).reads
    case .invoked: try (AcInvoke(AcName("disk")) as any Both).reads
    case .array: try AcGet([any Both].self).flatMap(\.reads)
    case .map: try AcGet([String: any Both].self).values.flatMap(\.reads)
    case .property: try AcGet(Host.self).both.reads
    case .arrayProperty: try AcGet(HostOfAll.self).all.flatMap(\.reads)
    }
  }
}

private final class Host: AlchemicAware { @Injected var both: any Both }
private final class HostOfAll: AlchemicAware { @InjectedArray var all: [any Both] }

private func declareDisk(_ model: ModelBuilder) {
  model.register(.named("disk"), .qualifier(Main.self), .template) { Disk() }
}

private func log(_ model: ModelBuilder) {
  model.decorate((any Reading).self) { inner in Logging(inner: inner) as any Reading }
}

/// The composition itself is decorated, and with it both of its parts.
private func guardBoth(_ model: ModelBuilder) {
  model.decorate((any Both).self) { inner in Guarded(inner: inner) }
}

private func guardAll(_ model: ModelBuilder) {
  model.register(Guarded.init, .decorates((any Reading).self))
}

/// Tests of requests for a composition, of which a decorator may wrap a part.
@Suite struct CompositionTests {
  private func text(_ configure: @escaping (ModelBuilder) -> Void) -> String {
    problems { try Alchemic.withModel({ configure($0) }, operation: {}) }
      .map(\.description).joined(separator: "\n")
  }

  /// Runs a request in the model that declares all, or in a child that adds the decorator.
  private func reads(
    _ form: Form, inChild: Bool, _ decorate: @escaping @Sendable (ModelBuilder) -> Void
  ) async throws -> [String] {
    try await Alchemic.withModel {
      declareDisk($0)
      if form == .property { $0.register(.template) { Host() } }
      if form == .arrayProperty { $0.register(.template) { HostOfAll() } }
      if !inChild { decorate($0) }
    } operation: {
      guard inChild else { return try await form.reads() }
      return try await Alchemic.withModel {
        decorate($0)
      } operation: {
        try await form.reads()
      }
    }
  }

  @Test(
    "Y1: a request for a composition of which a decorator has only a part is refused",
    arguments: Form.allCases, [false, true])
  fileprivate func refused(_ form: Form, inChild: Bool) async throws {
    let found = await problems { _ = try await reads(form, inChild: inChild) { log($0) } }
    #expect(found.map(\.id) == [.wrongDecorator])
  }

  @Test(
    "Y1: a request for a composition returns the decorator that has all of it",
    arguments: Form.allCases, [false, true])
  fileprivate func whole(_ form: Form, inChild: Bool) async throws {
    #expect(
      try await reads(form, inChild: inChild) { guardAll($0) } == ["guarded", "disk"])
    #expect(
      try await reads(form, inChild: inChild) { guardBoth($0) } == ["guarded", "disk"])
    // A decorator outside of it may have a part only.
    let found = await problems {
      _ = try await reads(form, inChild: inChild) {
        guardAll($0)
        log($0)
      }
    }
    #expect(found.map(\.id) == [.wrongDecorator])
  }

  @Test("Y1: the class, and a protocol that refines the decorated one, are requested bare")
  func bare() throws {
    try Alchemic.withModel {
      declareDisk($0)
      log($0)
    } operation: {
      let bare: [any Reading] = [try AcGet(Disk.self), try AcGet((any Owner).self)]
      #expect(bare.map(\.reads) == [["disk"], ["disk"]])
      #expect(try AcGet((any Admin).self) is Disk)
      #expect(try AcGet((any Reading).self).reads == ["logging", "disk"])
    }
  }

  @Test("Y1: all needs of such a composition are reported before anything is created")
  func reported() {
    let found = text {
      declareDisk($0)
      log($0)
      $0.register { (_: any Admin & Reading) in 1 }
      $0.register(.lazy) { (_: Provider<any Admin & Reading>) in "text" }
      $0.register(.lazy) { Host() }
    }
    #expect(found.ranges(of: "[wrong-decorator]").count == 3, "\(found)")
    #expect(
      found.replacing(/:\d+/, with: "").hasPrefix(
        """
        [wrong-decorator] 'Admin & Reading' is requested, but a decorator of 'Reading' does not produce it.
           needed by   Int (argument 1) — AlchemicInjectTests/CompositionTests.swift
           • 'decorated disk' (Reading) — AlchemicInjectTests/CompositionTests.swift
           → decorate Admin & Reading in place of Reading, or request Reading alone
        """), "\(found)")
  }
}
#endif
