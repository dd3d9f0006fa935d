/// What publishing a revision did: the wires that other factories answer now, each of which has been emptied, and
/// what they held, to be let go outside every lock.
package typealias Publication = (wires: [AnyWire], released: [Any])

extension Model {
  /// Makes a revision the one that answers, in every wire that there is, or changes nothing.
  ///
  /// Wires are asked again without a lock. They change all in one section under the lock in which objects
  /// are stored, together with the revision; so a wire never keeps an answer from factories that it does
  /// not draw from any more. A thread that reads meanwhile gets the old answer or the new one.
  ///
  /// - Parameters:
  ///   - candidate: One that follows the current one.
  ///   - check: What else is asked of a sound one.
  /// - Throws: ``AlchemicError`` with every problem of the revision, and every request that was answered before
  ///   and would not be any more.
  /// - Complexity: O(*w*) in the wires, and O(*f*) for each that asks for a protocol.
  package func publish(
    _ candidate: ModelExtension,
    unless check: () throws(AlchemicError) -> Void = { () throws(AlchemicError) in }
  ) throws(AlchemicError) -> Publication {
    let revision = candidate.revision
    var changes: [WireChange] = []
    var problems = candidate.problems
    var asked = 0
    while true {
      let (entries, added) = CreationCoordinator.look {
        (registry.entries(after: asked), registry.added)
      }
      asked = added
      for entry in entries {
        do {
          guard var change = try entry.wire.change(in: revision.index, asking: entry.criteria)
          else { continue }
          change.findAwaited(in: revision.graph)
          changes.append(change)
        } catch {
          problems += Self.problems(of: error, besides: problems)
        }
      }
      guard problems.isEmpty else { throw AlchemicError(problems) }
      try check()
      let outcome = CreationCoordinator.joinComponents(of: revision.graph) {
        let outcome = exchange(changes, of: asked, for: revision)
        guard case .done = outcome else { return (outcome, false) }
        return (outcome, true)
      }
      switch outcome {
      case .moreWires: break
      case .broken(let broken): throw AlchemicError(broken.flatMap(Self.problems))
      case .done(let publication): return publication
      }
    }
  }

  private enum Outcome {
    /// Some wires were made meanwhile: they have to be asked too.
    case moreWires
    /// These are followed, and could not be any more.
    case broken([WireChange])
    case done(Publication)
  }

  /// - Parameter count: How many wires had been added when they were asked.
  private func exchange(
    _ changes: [WireChange], of count: Int, for revision: ModelRevision
  ) -> Outcome {
    guard registry.added == count else { return .moreWires }
    let broken = changes.filter(\.breaksFollowers)
    guard broken.isEmpty else { return .broken(broken) }
    precondition(
      revision.previous === self.revision, "two threads extend one model at the same time")
    advance(to: revision)
    var released: [Any] = []
    for change in changes {
      registry.keep(change.source)
      // From now on factories refer to it.
      if change.wire.isUnanswered { registry.adopt(change.wire) }
      change.apply(leaving: &released)
    }
    return .done((changes.map(\.wire), released))
  }

  // MARK: What is wrong

  private static let step = Problem.Step("a request that was answered until now", nil)

  /// What is wrong with a request, unless something else that needs the same says so.
  private static func problems(of error: any Error, besides known: [Problem]) -> [Problem] {
    let new = (error as? AlchemicError)?.requested(by: step).problems ?? []
    return new.filter { new in
      !known.contains {
        $0.id == new.id && $0.subject == new.subject && $0.detail == new.detail
      }
    }
  }

  /// What properties that follow could not take.
  private static func problems(of change: WireChange) -> [Problem] {
    change.factories.compactMap { factory in
      let facts = factory.facts
      if !factory.isShared {
        return Problem(
          .transientTemplate, facts.name, candidates: [facts.candidate], path: [step])
      }
      guard change.awaited.contains(where: { $0 === factory }) else { return nil }
      return Problem(
        .needsAwait, facts.name, candidates: [facts.candidate], path: [step], hint: .isFollowed)
    }
  }
}

extension WireChange {
  /// Has the wire draw from the other factories; under `CreationCoordinator.lock`.
  ///
  /// - Parameter left: Takes what it held, to be let go outside every lock.
  fileprivate func apply(leaving left: inout [Any]) {
    let old = CreationCoordinator.versions(of: former)
    let new = CreationCoordinator.versions(of: factories)
    // The number by which followers see a change grows by one.
    wire.changes = wire.changes &+ old &- new &+ 1
    wire.setTraits(traits)
    if wire.isMirror { exchangeMirrors() }
    wire.draw(from: source, leaving: &left)
  }

  /// Has the factories know the wire that answer it now, and no others.
  private func exchangeMirrors() {
    let remaining = factories.identities
    let present = former.identities
    for factory in former where !remaining.contains(ObjectIdentifier(factory)) {
      factory.mirrors.removeAll { $0.toOpaque() == Unmanaged.passUnretained(wire).toOpaque() }
    }
    for factory in factories where !present.contains(ObjectIdentifier(factory)) {
      factory.mirrors.append(Unmanaged.passUnretained(wire))
    }
  }
}
