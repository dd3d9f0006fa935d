import AlchemicRuntime
import AlchemicTestSupport
import Testing

@Suite struct ThreadLeaseTests {
  private final class Leased: Sendable {
    private let released: Counter
    init(_ released: Counter) { self.released = released }
    deinit { released.increment() }
  }

  @Test("a thread retains the object that it has on lease, and no other, until it ends")
  func oneObject() {
    let (released, log) = (Counter(), Log<String>())
    onThreads(1) { _ in
      func look(_ when: String, _ lease: Borrowed<Leased>? = nil) {
        let isFound = lease.map { ThreadLease.object(at: $0.address) == $0 } ?? false
        log.add("\(when): \(isFound ? "found" : "not found"), \(released.value) released")
      }
      let first = Borrowed.retaining(Leased(released))
      look("before", first)
      ThreadLease.take(first)
      look("first", first)
      let second = Borrowed.retaining(Leased(released))
      ThreadLease.take(second)
      look("second", second)
      look("no object")
    }
    #expect(
      log.entries == [
        "before: not found, 0 released", "first: found, 0 released", "second: found, 1 released",
        "no object: not found, 1 released",
      ])
    #expect(released.value == 2)
  }

  @Test("nothing is on lease at the address 0")
  func nothing() {
    onThreads(1) { _ in
      let none: Borrowed<Leased>? = ThreadLease.object(at: 0)
      #expect(none == nil)
    }
  }

  @Test("each thread has a lease of its own")
  func apart() {
    let released = Counter()
    let object = Borrowed.retaining(Leased(released))
    onThreads(8) { _ in
      let before: Borrowed<Leased>? = ThreadLease.object(at: object.address)
      #expect(before == nil)
      object.retain(times: 1)
      ThreadLease.take(object)
      #expect(ThreadLease.object(at: object.address) == object)
    }
    #expect(released.value == 0)
    object.release(times: 1)
    #expect(released.value == 1)
  }
}
