#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private enum Job: AlchemicScope {}

/// Retains the life of its model, and knows which one that is.
private class Part: @unchecked Sendable {
  let life: LifeTracker.Life
  let generation: Int
  init(_ life: LifeTracker.Life, _ generation: Int) {
    (self.life, self.generation) = (life, generation)
  }
}
private final class Template: Part, @unchecked Sendable {}
private final class Scoped: Part, @unchecked Sendable {}
private final class Given: Sendable {
  let life: LifeTracker.Life
  init(_ life: LifeTracker.Life) { self.life = life }
}

/// The main model ends, and another one begins, while tasks open and end scopes.
@Suite(.serialized) struct ModelEndsDuringScopeTests {
  @Test("O6: no model that had ended serves a scope, and none stays alive", .alchemicMain)
  func underLoad() async throws {
    let rounds = Effort.of(1_000)
    let (models, objects) = (LifeTracker(), LifeTracker())
    let (ended, served, isDone) = (Counter(), Counter(), Signal())
    @Sendable func start(_ generation: Int) throws {
      let life = models.life()
      try Alchemic.start { model in
        model.register(.template) { Template(life, generation) }
        model.register(AcScope(Job.self)) { Scoped(life, generation) }
        model.register(Given.self, .reference, AcScope(Job.self))
      }
    }
    @Sendable func open() async throws {
      let before = ended.value
      try await Alchemic.withScope(Job.self, timeout: .seconds(600)) {
        try $0.set(Given(objects.life()))
      } operation: {
        let parts: [Part] = [
          try AcGet(Template.self), try AcGet(Scoped.self), try AcGet(Scoped.self),
        ]
        _ = try AcGet(Given.self)
        for part in parts where part.generation <= before {
          Issue.record("\(part.generation) after \(before)")
        }
        served.increment()
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for generation in 1...rounds {
          try start(generation)
          await Task.yield()
          Alchemic.reset()
          ended.increment()
        }
        isDone.raise()
      }
      for _ in 0..<3 {
        group.addTask {
          while !isDone.isSet {
            // There is no model now, or it has ended within the scope.
            do { try await open() } catch is AlchemicError {}
            await Task.yield()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(models.made == rounds)
    #expect(served.value > 0)
    #expect((models.living, objects.living) == (0, 0))
  }

  @Test(
    "O6: a task that outlives scope and model keeps neither objects nor, at last, the model",
    .alchemicMain)
  func outliving() async throws {
    let (models, objects) = (LifeTracker(), LifeTracker())
    func start() throws {
      let life = models.life()
      try Alchemic.start { model in
        model.register(AcScope(Job.self)) { Scoped(life, 1) }
        model.register(Given.self, .reference, AcScope(Job.self))
      }
    }
    try start()
    let goOn = Signal()
    let task = try await Alchemic.withScope(Job.self) {
      try $0.set(Given(objects.life()))
    } operation: {
      _ = try AcGet(Scoped.self)
      return Task {
        await waitUntil { goOn.isSet }
        return problems { _ = try AcGet(Scoped.self) }.map(\.id)
      }
    }
    Alchemic.reset()
    #expect((models.living, objects.living) == (1, 0))
    goOn.raise()
    #expect(await task.value == [.notStarted])
    #expect(await waitUntil { models.living == 0 })
  }
}
#endif
