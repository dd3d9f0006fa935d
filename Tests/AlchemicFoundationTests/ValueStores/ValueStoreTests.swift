import AlchemicFoundation
import AlchemicTestSupport
import Foundation
import Testing

@Suite struct ValueStoreTests {
  @Test("nil removes a value, so that the default is read", arguments: StoreKind.allCases)
  func removal(_ kind: StoreKind) throws {
    try kind.withStore { store throws in
      store.registerDefaults(["key": 1])
      store.registerDefaults(["other": 2])
      #expect(try store.value(forKey: "key") == 1)
      store.set(3, forKey: "key")
      #expect(try store.value(forKey: "key") == 3)
      store.set(nil, forKey: "key")
      #expect(try store.value(forKey: "key") == 1)
      #expect(try store.value(forKey: "missing") == nil)
    }
  }

  @Test("the deallocator of data that a memory store releases may read the store")
  func deallocator() {
    let (store, read) = (MemoryStore(), Counter())
    store.set(
      .data(
        Data(
          bytesNoCopy: .allocate(byteCount: 100, alignment: 1), count: 100,
          deallocator: .custom { memory, _ in
            memory.deallocate()
            if store.value(forKey: "key") == 1 { read.increment() }
          })), forKey: "key")
    inTime { store.set(1, forKey: "key") }
    #expect(read.value == 1)
  }

  @Test("an observation ends when it is cancelled or released", arguments: StoreKind.allCases)
  func observationEnds(_ kind: StoreKind) throws {
    try kind.withStore { store throws in
      let told = Log<String>()
      var observation: ValueStoreObservation? = store.observe(["a", "b"]) { told.add($0) }
      store.set(1, forKey: "a")
      store.set(1, forKey: "c")
      #expect(told.entries == ["a"])
      observation?.cancel()
      store.set(2, forKey: "a")
      observation = store.observe(["b"]) { told.add($0) }
      store.set(2, forKey: "b")
      observation = nil
      store.set(3, forKey: "b")
      #expect(told.entries == ["a", "b"])
      #expect(observation == nil)
    }
  }

  @Test("a write of an equal value does not notify", arguments: StoreKind.allCases)
  func sameValue(_ kind: StoreKind) throws {
    try kind.withStore { store throws in
      let told = Log<String>()
      let observation = store.observe(["key"]) { told.add($0) }
      for value in [1, 1, nil, nil, 1] as [StoreValue?] { store.set(value, forKey: "key") }
      #expect(told.entries.count == 3)
      observation.cancel()
    }
  }

  @Test("one observer may end another's observation during a notification")
  func endingWithin() {
    let store = MemoryStore()
    let told = Counter()
    let second = Log<ValueStoreObservation>()
    let first = store.observe(["a"]) { _ in for other in second.entries { other.cancel() } }
    second.add(store.observe(["a"]) { _ in told.increment() })
    store.set(1, forKey: "a")
    #expect(told.value == 0)
    first.cancel()
  }

  @Test("values of different kinds are never equal; a NaN equals itself")
  func equality() {
    let values: [StoreValue] = [
      true, false, 0, 1, 0.0, 1.0, .double(.nan), "1", "true", .data(Data("1".utf8)),
      .date(Date(timeIntervalSinceReferenceDate: 1)), [], [1], [:], ["1": 1], .null,
    ]
    for (left, leftValue) in values.enumerated() {
      for (right, rightValue) in values.enumerated() {
        #expect((leftValue == rightValue) == (left == right))
      }
    }
    #expect(Set(values + values).count == values.count)
  }
}
