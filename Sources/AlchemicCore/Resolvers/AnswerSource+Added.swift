import AlchemicRuntime
import Synchronization

// Elements that the program has added to an array.
extension AnswerSource {
  /// The objects that the program has added to the answer; empty if the answer is no array of
  /// products.
  ///
  /// The elements that a child declares replace those that it inherits, and primaries replace
  /// others, as with factories.
  func added(in model: Model) -> [AddedObject] {
    guard isArray else { return [] }
    let isByName = criteria.onlyName != nil
    if !isByName, factories.contains(where: \.facts.isPrimary) { return [] }
    let hasOwn =
      !isByName
      && model.index.inherited.map { inherited in
        factories.contains { $0.undecorated.position >= inherited.count }
      } ?? false
    let query = TypeQuery(shape.element)
    return model.readAddedObjects { objects in
      objects.filter { $0.isElement(query, criteria) && !(hasOwn && $0.isInherited) }
    }
  }

  /// Returns whether an object added to the model belongs in the answer.
  @inline(never)
  func mayHold(_ added: AddedObject) -> Bool {
    isArray && added.isElement(TypeQuery(shape.element), criteria)
  }

  /// Writes the array of the given products, one from each factory, and of added objects into
  /// memory. Elements with a position come first.
  func writeArray(
    of products: [ProductReference], and added: [AddedObject], at memory: ValueAddress
  ) throws {
    let ofFactories = products.indices.compactMap { index in
      products[index].reference.map { ($0, conversions[index], factories[index].undecorated.facts) }
    }
    let ofObjects = added.map { added in
      let conversion = ProductConversion(of: added.factory, to: shape.element, tagBytes: 0)
      return (added.reference, conversion, added.factory.facts)
    }
    let all = (ofFactories + ofObjects).ordered(byNumber: { $0.2.order ?? .max })
    try shape.writeArray(of: all.count, at: memory, named: { all[$0].2.name }) { number, address in
      try all[number].1.write(all[number].0, at: address)
    }
    withExtendedLifetime(added) {}
  }
}
