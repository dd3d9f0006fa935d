package import AlchemicCore
import AlchemicRuntime
import Synchronization

extension Model {
  /// Stops the objects that the model has created. After that, the model creates no shared object.
  ///
  /// - Parameters:
  ///   - limit: The time for all objects together.
  ///   - call: The call that stops the model.
  ///   - end: Unless nil, called once, before the callers that wait for the stop continue.
  /// - Returns: The problems of objects that did not stop. All callers of the stop receive the
  ///   same.
  /// - Throws: `is-stopping` if an object that is being created or stopped calls this;
  ///   `CancellationError` if the caller is cancelled while it waits for another stop.
  @inline(never)
  package func stop(
    within limit: Duration, by call: Problem.Step, endingWith end: (() -> Void)?
  ) async throws -> [Problem] {
    try Stopping.requireCallerOutside(Stopping.runsHere(in: self), call.subject, call)
    let stopping = stopping.object { Stopping(in: self) }
    guard stopping.begin() else { return try await stopping.ended() }
    let deadline = ContinuousClock.now + limit
    // The objects that a scope stops may need objects that the model keeps.
    await awaitEnds(of: scopeStops, until: deadline)
    var problems = await stopKeptScopes(as: stopping, until: deadline - (deadline - .now) / 2)
    let time = max(deadline - .now, .zero)
    problems += await KeptObjects(of: self).stop(as: stopping, within: time)
    end?()
    stopping.end(with: problems)
    return problems
  }

  private func stopKeptScopes(
    as stopping: Stopping, until deadline: ContinuousClock.Instant
  ) async -> [Problem] {
    guard let kept = keptScopes else { return [] }
    return await stopping.run(in: self) { await kept.stop(deadline) }
  }

  /// Waits for the ends and renewals of scopes, for half of the time each.
  package func awaitEnds(
    of stops: [ScopeStopping], until deadline: ContinuousClock.Instant
  ) async {
    for stop in stops {
      let time = max((deadline - .now) / 2, .zero)
      _ = await LimitedTask.run(for: time) { _ = try await stop.stopping.ended() }
    }
  }
}

extension Stopping {
  /// Checks that the caller is not an object that is being created or stopped: the stop waits for
  /// it.
  ///
  /// - Parameters:
  ///   - isWithin: Whether the caller runs within a stop for which this one waits.
  ///   - function: The call in the heading of the message, with its argument.
  ///   - call: The call and its line.
  /// - Throws: `is-stopping`.
  package static func requireCallerOutside(
    _ isWithin: Bool, _ function: String, _ call: Problem.Step
  ) throws {
    guard isWithin || CreationPath.makesObject || !AwaitedPath.creations().isEmpty else { return }
    throw AlchemicError(Problem(.stopWithin, function, path: [call] + CreationPath.steps()))
  }
}

extension KeptObjects {
  /// Waits for creations that have begun, and stops all objects.
  ///
  /// - Parameters:
  ///   - stopping: Permits the creation of objects that other objects need in order to stop.
  ///   - limit: The time for all objects together.
  /// - Returns: The problems of objects that did not stop.
  @inline(never)
  package func stop(as stopping: Stopping, within limit: Duration) async -> [Problem] {
    let deadline = ContinuousClock.now + limit
    return await stopping.run(in: model) {
      await awaitCreations(until: deadline) + stopAll(until: deadline)
    }
  }

  /// Waits for creations that began before the stop, for half of the time.
  package func awaitCreations(until deadline: ContinuousClock.Instant) async -> [Problem] {
    let end = deadline - (deadline - .now) / 2
    var problems: [Problem] = []
    for slot in inCreation {
      let (facts, slot) = (slot.factory.facts, UnsafeTransfer(slot))
      let share = max(end - .now, .zero)
      let ending = await LimitedTask.run(for: share) {
        try await CreationCoordinator.awaitEnd(of: slot.value)
        // The model and the scope own the slot, and the stop may end before this task does.
        withExtendedLifetime(self) {}
      }
      if case .late = ending {
        problems.append(facts.problem(.stopTimeout(share.rounded, isMade: false)))
      }
    }
    return problems
  }

  /// Stops all objects, and then those that were created meanwhile.
  private func stopAll(until deadline: ContinuousClock.Instant) async -> [Problem] {
    var problems: [Problem] = []
    // Retains the stopped objects, so that no later object has the same address.
    var plans: [StopPlan] = []
    repeat {
      let plan = StopPlan(of: takeStoppable(), in: model, without: plans)
      if plan.groups.isEmpty { break }
      plans.append(plan)
      problems += await plan.carryOut(until: deadline)
    } while ContinuousClock.now < deadline
    return problems
  }
}

extension Stopping {
  /// Runs `stop` as a part of the stop, with a model as the current one.
  package func run(
    in model: Model, _ stop: @Sendable () async -> [Problem]
  ) async -> [Problem] {
    runs.add(1, ordering: .relaxed)
    defer { runs.subtract(1, ordering: .relaxed) }
    return await Self.$ofTask.withValue(Self.ofTask + [self]) { await model.asCurrent(stop) }
  }
}

extension StopPlan {
  /// Stops each object as soon as the stops of all objects that need it have ended.
  package func carryOut(until deadline: ContinuousClock.Instant) async -> [Problem] {
    let time = StopTime(until: deadline, height: groups.map(\.height).max() ?? 1)
    if groups.count == 1 { return await groups[0].stop(in: time) }
    var dependents = dependents
    return await withTaskGroup(of: (Int, [Problem]).self) { tasks in
      @inline(never)
      func begin(_ number: Int) {
        tasks.addTask { (number, await self.groups[number].stop(in: time)) }
      }
      for number in groups.indices where dependents[number] == 0 { begin(number) }
      var problems: [Problem] = []
      for await (number, found) in tasks {
        problems += found
        for needed in groups[number].needs {
          dependents[needed] -= 1
          if dependents[needed] == 0 { begin(needed) }
        }
      }
      return problems
    }
  }
}

extension StopPlan.Group {
  /// Stops the objects one by one. Each has a share of the time. If one does not stop, enough time
  /// remains for the objects that it needs.
  fileprivate func stop(in time: StopTime) async -> [Problem] {
    var problems: [Problem] = []
    for (number, member) in members.enumerated() {
      let share = time.share(height: height - number)
      let object = member.object
      switch await LimitedTask.run(for: share, { try await object.value.stop() }) {
      case .done: break
      case .failed(let error): problems.append(member.facts.problem(.stopFailed(error)))
      case .late: problems.append(member.facts.problem(.stopTimeout(share.rounded, isMade: true)))
      }
    }
    return problems
  }
}

extension AlchemicError {
  /// Returns the error of an operation that did not end in time before the stop.
  static func late(_ operation: String, after time: Duration) -> AlchemicError {
    AlchemicError(Problem(.lateOperation(time.rounded), operation))
  }
}

extension Duration {
  /// The duration in tenths of a second, or in milliseconds if it is less than one second.
  fileprivate var rounded: String {
    let milliseconds = Int(self / .milliseconds(1))
    let tenths = (milliseconds + 99) / 100
    return milliseconds < 100 ? "\(milliseconds) ms" : "\(tenths / 10).\(tenths % 10) seconds"
  }
}
