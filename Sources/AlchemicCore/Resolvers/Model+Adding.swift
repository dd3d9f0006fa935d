import AlchemicRuntime
import Synchronization

extension Model {
  /// The effects of a change of arrays: the resolvers that have another answer now, and their
  /// previous answers, to be released outside every lock.
  package typealias ArrayChange = Publication

  /// An object in the arrays of a model. This value does not retain the object.
  package final class Addition: Sendable {
    /// The name, which is the key in maps.
    package let name: String
    fileprivate let number: Int

    fileprivate init(name: String, number: Int) { (self.name, self.number) = (name, number) }
  }

  /// Adds an object to the arrays of its type, its superclasses and its protocols.
  ///
  /// - Parameters:
  ///   - value: The object or value.
  ///   - name: The name; nil for the name of the type, followed by a number if it is not the first.
  /// - Throws: `duplicate-name`; the problems of its injection.
  package func add(
    _ value: Any, named name: String?, qualifiers: [Qualifier], order: Int?,
    at location: CodeLocation
  ) throws -> (addition: Addition, change: ArrayChange) {
    let type = Swift.type(of: value)
    func facts(named name: String?) -> FactoryFacts {
      FactoryFacts(
        name: name, product: type, origin: .code, making: .anywhere, lifetime: .reference,
        qualifiers: qualifiers, order: order, location: location)
    }
    // Every value has its own type.
    let reference = ValueType(type).reference(to: value).unsafelyUnwrapped
    let first = Factory(facts(named: name), at: -1, .none)
    if first.mayBeHost {
      try ValueType(type).withValue(of: reference) { address in
        try first.inject(
          first.product.object(at: address), at: address, from: self, isNew: false)
      }
    }
    return try additionsStore.turn.withLock { latest in
      let facts =
        try name == nil
        ? facts(named: freeName(typeName(type))) : checked(first.facts)
      latest += 1
      let added = AddedObject(facts, reference, numbered: latest)
      let change = changeArrays(of: added) { $0.append(added) }
      return (Addition(name: added.factory.facts.name, number: latest), change)
    }
  }

  /// Removes an object from the arrays. Does nothing if no array has it.
  package func remove(_ addition: Addition) -> ArrayChange {
    additionsStore.turn.withLock { _ in
      let added = readAddedObjects { $0.first { $0.number == addition.number } }
      guard let added else { return ([], []) }
      var change = changeArrays(of: added) { $0.removeAll { $0 === added } }
      change.released.append(added)
      return change
    }
  }

  /// Changes the added objects, and empties the answers of the arrays that may hold the object.
  ///
  /// As for a new revision, the search for the resolvers takes no lock.
  private func changeArrays(
    of added: AddedObject, _ change: (inout [AddedObject]) -> Void
  ) -> ArrayChange {
    var changed: [Resolver] = []
    var asked = 0
    while true {
      let (new, count) = CreationCoordinator.look {
        (resolvers.resolvers(after: asked), resolvers.added)
      }
      asked = count
      changed += new.filter { $0.source.mayHold(added) }
      var released: [AnyObject] = []
      let isDone = CreationCoordinator.look {
        guard resolvers.added == asked else { return false }
        additionsStore.change(change)
        additions.wrappingAdd(1, ordering: .releasing)
        Self.empty(changed, leaving: &released)
        return true
      }
      if isDone { return (changed, released) }
    }
  }

  @inline(never)
  private static func empty(_ resolvers: [Resolver], leaving released: inout [AnyObject]) {
    for resolver in resolvers {
      // Followers detect the change by this number.
      resolver.changes &+= 1
      resolver.empty(leaving: &released)
    }
  }

  // MARK: Names

  /// Returns the facts of an object if no factory and no other object has its name.
  private func checked(_ facts: FactoryFacts) throws -> FactoryFacts {
    let other =
      index.factory(named: facts.name)?.facts
      ?? readAddedObjects { $0.first { $0.factory.facts.name == facts.name } }?.factory.facts
    guard let other else { return facts }
    throw AlchemicError(
      Problem(
        .takenName, facts.name,
        candidates: [other.candidate, facts.candidate], path: CreationPath.steps()))
  }

  /// Returns nil if no factory and no other object has the name of a type; otherwise the name with
  /// a number.
  private func freeName(_ name: String) -> String? {
    let names = readAddedObjects { Set($0.map(\.factory.facts.name)) }
    func isFree(_ name: String) -> Bool {
      !names.contains(name) && index.factory(named: name) == nil
    }
    if isFree(name) { return nil }
    var number = 2
    while !isFree("\(name) \(number)") { number += 1 }
    return "\(name) \(number)"
  }
}
