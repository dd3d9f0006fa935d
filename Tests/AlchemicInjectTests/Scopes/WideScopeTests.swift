#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Synchronization
import Testing

private let living = Atomic<Int>(0)

private final class Part: Sendable {
  init() { living.add(1, ordering: .relaxed) }
  deinit { living.subtract(1, ordering: .relaxed) }
}

private let count = 3_000

/// A scope of more objects than are searched one by one.
@Suite(
  .alchemic { model in
    for number in 0..<count {
      model.register(AcScope(WebShop.Job.self), AcFactoryName("part \(number)")) { Part() }
    }
  })
struct WideScopeTests {
  private func part(_ number: Int) throws -> Part { try AcGet(AcName("part \(number)")) }

  @Test("O1: tasks that ask for thousands of objects of one scope at once share each of them")
  func shared() async throws {
    try await Alchemic.withScope(WebShop.Job.self) {
      let found = try await withThrowingTaskGroup(of: [ObjectIdentifier].self) { group in
        for start in 0..<4 {
          group.addTask {
            try (0..<count).map { number in
              // Each task begins elsewhere, so that the tasks create different objects first.
              let number = (number + start * count / 4) % count
              return (number, ObjectIdentifier(try part(number)))
            }.sorted { $0.0 < $1.0 }.map(\.1)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(found).count == 1)
      #expect(Set(found.joined()).count == count)
      #expect(living.load(ordering: .relaxed) == count)
    }
    #expect(living.load(ordering: .relaxed) == 0)
  }
}
#endif
