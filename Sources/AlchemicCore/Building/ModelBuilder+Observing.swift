import AlchemicRuntime

/// Observes which factories a child model uses. For tests.
package protocol ChildObserver: Sendable {
  /// Whether the use of an inherited live factory is a problem.
  var isStrict: Bool { get }

  /// Receives the factories that the child declares, before the first of them is used.
  func willObserve(_ factories: [FactoryFacts])

  /// Called before each call of a factory's function, on any thread.
  ///
  /// - Parameter number: The number of the factory among the factories that the child declares.
  func willUse(_ number: Int)

  /// Called before each call of the function of an inherited live factory, on any thread.
  func willUseLive(_ problem: Problem)
}

extension ChildObserver {
  /// Returns copies of the child's own factories that report each call.
  func observing(_ own: [Factory]) -> [Factory] {
    willObserve(own.map(\.facts))
    var copies: [ObjectIdentifier: Factory] = [:]
    return own.enumerated().map { number, factory in
      let copy = Factory(
        copying: factory, owner: factory.owner.flatMap { copies[ObjectIdentifier($0)] }
      ) { willUse(number) }
      copies[ObjectIdentifier(factory)] = copy
      return copy
    }
  }

  /// Returns an observer that reports the uses of live factories in a child of a revision.
  func observingInherited(
    of revision: ModelRevision
  ) -> (@Sendable (FactoryFacts) -> (@Sendable () -> Void)?)? {
    guard isStrict else { return nil }
    return { facts in
      guard facts.isLive else { return nil }
      return {
        let fact = Problem.Fact.liveInTest(registration: facts.replacement(in: revision.needTable))
        let path = CreationPath.steps()
        willUseLive(
          facts.problem(fact, path: Array(path.drop { $0.subject == facts.step.subject })))
      }
    }
  }
}

extension FactoryFacts {
  /// Returns a registration that would replace the factory, for the protocol that other factories
  /// request, if there is one.
  fileprivate func replacement(in table: NeedTable) -> String {
    let type = table.requestedProtocol(of: product) ?? product
    let option =
      qualifiers.first.map { "(.qualifier(\($0.name).self))" }
      ?? (isFoundByNameOnly ? "(.named(\"\(Wording.shown(name))\"))" : "")
    return "$0.register\(option) { … as \(spelling(of: type)) }"
  }
}
