import AlchemicCore
import AlchemicRuntime
import Synchronization

extension Model {
  /// The effects of a change of arrays: the resolvers that have another answer now, and their
  /// previous answers, to be released outside every lock.
  typealias ArrayChange = Publication

  /// An object in the arrays of a model. This value does not retain the object.
  final class Addition: Sendable {
    /// The name, which is the key in maps.
    let name: String
    fileprivate let number: Int

    fileprivate init(name: String, number: Int) { (self.name, self.number) = (name, number) }
  }

  /// Adds an object to the arrays of its type, its superclasses and its protocols.
  ///
  /// - Parameters:
  ///   - value: The object or value.
  ///   - name: The name; nil for the name of the type, followed by a number if it is not the first.
  /// - Throws: `duplicate-name`; the problems of its injection.
  func add(
    _ value: Any, named name: String?, qualifiers: [Qualifier], order: Int?,
    at location: CodeLocation
  ) throws -> (addition: Addition, change: ArrayChange) {
    let type = Swift.type(of: value)
    if TypeKind.isOptional(type) || TypeKind.isMetatype(type) {
      throw AlchemicError(Problem(.noElement, typeName(type), path: CreationPath.steps()))
    }
    func factory(named name: String?) -> Factory {
      Factory(ofElement: type, named: name, qualifiers: qualifiers, order: order, at: location)
    }
    // Every value has its own type.
    let reference = ValueType(type).reference(to: value).unsafelyUnwrapped
    let first = factory(named: name)
    if first.mayBeHost {
      try ValueType(type).withValue(of: reference) { address in
        try first.inject(first.product.object(at: address), at: address, from: self, isNew: false)
      }
    }
    return try additionsStore.turn.withLock { names in
      if name == nil {
        let free = names.freeName(for: type) { index.factory(named: $0) == nil }
        return add(AddedObject(factory(named: free), reference, numbered: names.calls + 1), &names)
      }
      try check(first.facts, besides: names)
      return add(AddedObject(first, reference, numbered: names.calls + 1), &names)
    }
  }

  private func add(
    _ added: AddedObject, _ names: inout AddedNames
  ) -> (addition: Addition, change: ArrayChange) {
    names.calls += 1
    names.add(added)
    let change = changeArrays({ $0.mayHold(added) }) { $0.append(added) }
    return (Addition(name: added.factory.facts.name, number: added.number), change)
  }

  /// Removes an object from the arrays. Does nothing if no array has it.
  func remove(_ addition: Addition) -> ArrayChange {
    additionsStore.turn.withLock { names in
      guard let added = names[addition.name], added.number == addition.number else {
        return ([], [])
      }
      names.remove(added)
      var change = changeArrays({ $0.mayHold(added) }) { $0.removeAll { $0 === added } }
      change.released.append(added)
      return change
    }
  }

  /// The added objects. This part alone adds elements to a model.
  private var additionsStore: AddedObjects {
    unsafeDowncast(furtherElements { AddedObjects().further }.keeper, to: AddedObjects.self)
  }

  /// Changes the added objects, and empties the answers of some arrays.
  ///
  /// As for a new revision, the search for the resolvers takes no lock.
  func changeArrays(
    _ isAffected: (AnswerSource) -> Bool, _ change: (inout [AddedObject]) -> Void
  ) -> ArrayChange {
    var changed: [Resolver] = []
    var asked = 0
    while true {
      let (new, count) = CreationCoordinator.look {
        (resolvers.resolvers(after: asked), resolvers.added)
      }
      asked = count
      changed += new.filter { isAffected($0.source) }
      var released: [AnyObject] = []
      let isDone = CreationCoordinator.look {
        guard resolvers.added == asked else { return false }
        additionsStore.change(change)
        didChangeElements()
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

  /// Checks that a name is not empty, and that no factory and no other object has it.
  private func check(_ facts: FactoryFacts, besides names: AddedNames) throws {
    if facts.name.isEmpty {
      throw AlchemicError(
        Problem(
          .emptyName, typeName(facts.product),
          candidates: [
            Problem.Candidate(name: ".named(\"\")", product: "", location: facts.location)
          ],
          path: CreationPath.steps()))
    }
    guard let other = index.factory(named: facts.name)?.facts ?? names[facts.name]?.factory.facts
    else { return }
    throw AlchemicError(
      Problem(
        .takenName, facts.name,
        candidates: [other.candidate, facts.candidate], path: CreationPath.steps()))
  }
}
