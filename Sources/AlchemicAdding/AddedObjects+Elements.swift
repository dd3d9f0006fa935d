import AlchemicCore
import AlchemicRuntime

extension AddedObjects {
  /// Creates what the model keeps of these objects.
  var further: FurtherElements {
    FurtherElements(
      keptBy: self, elements: { self.elements(of: $0, in: $1) },
      release: { self.release(from: $0) }, inherited: { self.inherited() })
  }

  /// The elements that a child declares replace those that it inherits, and primaries replace
  /// others, as with factories.
  private func elements(of source: AnswerSource, in model: Model) -> [FurtherElement] {
    let (factories, criteria) = (source.factories, source.criteria)
    let isByName = criteria.onlyName != nil
    if !isByName, factories.contains(where: \.facts.isPrimary) { return [] }
    let inherited = model.index.inheritedCount
    let hasOwn =
      !isByName
      && factories.contains {
        $0.undecorated.position >= inherited && !$0.facts.isFallback
      }
    let query = TypeQuery(source.shape.element)
    return read { objects in
      objects.filter { $0.isElement(query, criteria) && !(hasOwn && $0.isInherited) }
        .map { FurtherElement($0.reference, describedBy: $0.factory) }
    }
  }

  private func inherited() -> FurtherElements? {
    let objects = read { $0.map(\.inherited) }
    return objects.isEmpty ? nil : AddedObjects(objects).further
  }

  private func release(from model: Model) {
    if read(\.isEmpty) { return }
    let released = turn.withLock { names in
      names = AddedNames(after: names)
      var objects: [AddedObject] = []
      let change = model.changeArrays(\.isArray) { swap(&objects, &$0) }
      return (objects, change)
    }
    // Outside the lock.
    withExtendedLifetime(released) {}
  }
}

extension AnswerSource {
  /// Returns whether an object added to the model belongs in the answer.
  @inline(never)
  func mayHold(_ added: AddedObject) -> Bool {
    isArray && added.isElement(TypeQuery(shape.element), criteria)
  }
}
