#if Invoking
import AlchemicRuntime
import AlchemicTestSupport
import Testing

@testable import AlchemicCore
@testable import AlchemicInvoking
@testable import AlchemicInject

private protocol Part: Sendable { var isWhole: Bool { get } }

/// A value of 33 bytes. An array would use 48 or 64 bytes for each.
private struct Tail: Part {
  var lanes = SIMD4<Double>(1, 2, 3, 4)
  var isWhole = true
}

private struct Nothing: Part { var isWhole: Bool { true } }

@Suite("Values that are handled in memory")
struct ValueTypeTests {
  /// The bytes of memory whose beginning `write` initialises.
  private func bytes(
    _ count: Int, after write: (ValueAddress) -> Void
  ) -> [UInt8] {
    withUnsafeTemporaryAllocation(byteCount: count, alignment: 64) { buffer in
      buffer.initializeMemory(as: UInt8.self, repeating: 0xAA)
      write(ValueAddress(of: buffer.baseAddress!.assumingMemoryBound(to: UInt8.self)))
      return Array(buffer)
    }
  }

  @Test("a copy writes the bytes of the value, and none behind them")
  func size() {
    let type = ValueType(Tail.self)
    #expect(type.size == 33 && type.stride > 33)
    let copied = bytes(64) { memory in
      withUnsafePointer(to: Tail()) { type.copy(ValueAddress(of: $0), to: memory) }
    }
    #expect(copied[32] == 1 && copied[33...].allSatisfy { $0 == 0xAA })
    let none = bytes(8) { memory in
      withUnsafePointer(to: Nothing()) {
        ValueType(Nothing.self).copy(ValueAddress(of: $0), to: memory)
      }
    }
    #expect(none.allSatisfy { $0 == 0xAA })
  }

  @Test("a structure whose size is not its stride is cached, boxed and set")
  func oddSizes() throws {
    let model = try makeModel {
      $0.register { Tail() }
      $0.register((any Part).self, AcReference(), AcFactoryName("set"))
    }
    for _ in 0..<100 { #expect(try model.get(Tail.self).isWhole) }
    try CurrentModel.withModel(model) {
      for _ in 0..<3 {
        try AcSet(Tail() as any Part, AcName("set"))
        for _ in 0..<3 { #expect(try AcGet((any Part).self, AcName("set")) is Tail) }
        try AcSet(Nothing() as any Part, AcName("set"))
        for _ in 0..<3 { #expect(try AcGet((any Part).self, AcName("set")) is Nothing) }
      }
      try AcSet(Nothing(), AcName("set"))
      #expect(try AcGet([any Part].self).count == 2)
    }
  }

  // MARK: Objects in existentials

  private protocol Counting: AnyObject, Sendable { var hooks: Int { get } }
  private protocol Plain {}
  private protocol Paired<First>: AnyObject { associatedtype First }

  private final class Host: Counting, Plain, Paired, Error, AlchemicAware, @unchecked Sendable {
    typealias First = Int
    @Injected var number: Int
    private(set) var hooks = 0
    func didInjectDependencies() { hooks += 1 }
  }

  /// Requests the product of a function in each way, and checks that the hooks of its host ran
  /// once.
  private func expectInjected<Value>(
    _ make: @escaping @Sendable () -> Value, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    func hooks(_ value: Any) -> Int? { (value as? Host)?.hooks }
    for lifetime in [AcLazy(), AcTemplate()] {
      let model = try makeModel {
        $0.register { 7 }
        $0.register(lifetime, AcFactoryName("host"), make: make)
        $0.register(Value.self, AcReference(), AcFactoryName("set"))
      }
      let criteria = SearchCriteria(.named("host"))
      for _ in 0..<3 {
        let values: [Any] = [
          try model.get(Value.self, matching: criteria),
          try model.get(Any.self, matching: criteria),
          try model.get([Any].self, matching: criteria)[0],
          try model.invoke(Value.self, matching: criteria, with: []),
        ]
        #expect(values.map(hooks) == [1, 1, 1, 1], sourceLocation: sourceLocation)
      }
      try CurrentModel.withModel(model) { try AcSet(make(), AcName("set")) }
      let set = try model.get(Value.self, matching: SearchCriteria(.named("set")))
      #expect(hooks(set) == 1, sourceLocation: sourceLocation)
    }
  }

  @Test("a host is injected, whatever the type as which it is stored")
  func hosts() throws {
    try expectInjected { Host() }
    try expectInjected { Host() as any Counting }
    try expectInjected { Host() as any Plain }
    try expectInjected { Host() as any Paired<Int> }
    try expectInjected { Host() as AnyObject }
    try expectInjected { Host() as Any }
    try expectInjected { Host() as any Error }
    try expectInjected { Host() as any Error & Plain }
    try expectInjected { (Host() as any Error) as Any }
  }

  @Test("a host in an optional of an optional is injected")
  func optionalHost() throws {
    let model = try makeModel {
      $0.register { 7 }
      $0.register(AcFactoryName("host")) { () -> Host?? in .some(Host()) }
    }
    let host = try model.get(Any.self, matching: SearchCriteria(.named("host")))
    #expect((host as? Host)?.hooks == 1)
  }

  // MARK: Weak objects

  private protocol Screen: AnyObject { @MainActor var title: String { get } }

  @MainActor private final class MainScreen: @MainActor Screen {
    var title = "main"
  }

  @Test("a weak object whose conformance is isolated to the main actor is found elsewhere too")
  @MainActor func isolatedConformance() async throws {
    let made = Counter()
    let model = try makeModel {
      $0.register(AcWeak(), AcFactoryName("screen")) { @MainActor () -> any Screen in
        made.increment()
        return MainScreen()
      }
    }
    let criteria = SearchCriteria(.named("screen"))
    let screen = try model.get((any Screen).self, matching: criteria)
    let address = ObjectIdentifier(screen)
    await Task.detached {
      for _ in 0..<3 {
        let again = try? model.get((any Screen).self, matching: criteria)
        #expect(again.map { ObjectIdentifier($0) } == address)
      }
    }.value
    #expect(made.value == 1)
    withExtendedLifetime(screen) {}
  }

  @Test("a weak object in each kind of existential is shared while it lives, then created again")
  func weakObjects() throws {
    func expectWeak<Value>(_ make: @escaping @Sendable () -> Value) throws {
      let made = Counter()
      let model = try makeModel {
        $0.register { 7 }
        $0.register(AcWeak(), AcFactoryName("weak")) { () -> Value in
          made.increment()
          return make()
        }
      }
      for round in 1...3 {
        let values = try (0..<3).map { _ in
          try model.get(Value.self, matching: SearchCriteria(.named("weak")))
        }
        #expect(Set(values.map { ObjectIdentifier(($0 as? Host)!) }).count == 1)
        #expect(made.value == round)
      }
    }
    try expectWeak { Host() }
    try expectWeak { Host() as any Counting }
    try expectWeak { Host() as any Counting & Plain }
    try expectWeak { Host() as AnyObject }
  }
}
#endif
