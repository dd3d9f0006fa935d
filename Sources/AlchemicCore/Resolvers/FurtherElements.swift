import AlchemicRuntime
import Synchronization

/// The elements of arrays that no factory creates: a part of the library adds them to a model.
///
/// It has functions instead of a conformance, which every program would link.
package final class FurtherElements: Sendable {
  /// The part's own object, which keeps the elements.
  package let keeper: any AnyObject & Sendable
  /// Returns the elements that belong in an answer, which is an array of products.
  let elements: @Sendable (AnswerSource, Model) -> [FurtherElement]
  /// Removes all elements at the end of a model, and releases them. A deinitializer may read what
  /// the model has still.
  let release: @Sendable (Model) -> Void
  /// Returns the elements that a child inherits; nil if there are none.
  let inherited: @Sendable () -> FurtherElements?

  package init(
    keptBy keeper: any AnyObject & Sendable,
    elements: @escaping @Sendable (AnswerSource, Model) -> [FurtherElement],
    release: @escaping @Sendable (Model) -> Void,
    inherited: @escaping @Sendable () -> FurtherElements?
  ) {
    (self.keeper, self.elements) = (keeper, elements)
    (self.release, self.inherited) = (release, inherited)
  }
}

/// An element that no factory creates.
package struct FurtherElement {
  /// The facts of the element, as those of a reference. No index contains the factory.
  let factory: Factory
  /// Retains the object.
  let reference: AnyObject

  package init(_ reference: AnyObject, describedBy factory: Factory) {
    (self.reference, self.factory) = (reference, factory)
  }
}

extension Factory {
  /// Creates the description of an element, which creates nothing.
  ///
  /// - Parameter name: The name; nil for that of the type.
  package convenience init(
    ofElement type: Any.Type, named name: String?, qualifiers: [Qualifier], order: Int?,
    at location: CodeLocation
  ) {
    let facts = FactoryFacts(
      name: name, product: type, origin: .code, making: .anywhere, lifetime: .reference,
      qualifiers: qualifiers, order: order, location: location)
    self.init(facts, at: -1, .none)
  }
}

extension Model {
  /// The elements that were added; nil if none ever was.
  var furtherElements: FurtherElements? { additionsReference.reference?.assumed().object }

  /// Returns the elements that were added. Creates the object that keeps them if there is none.
  package func furtherElements(orNew new: () -> FurtherElements) -> FurtherElements {
    additionsReference.object(new)
  }

  /// Records that the elements have changed. The caller holds `CreationCoordinator.lock`.
  package func didChangeElements() { additions.wrappingAdd(1, ordering: .releasing) }

  /// Copies the elements that the parent has now.
  func inheritElements() {
    guard let inherited = inheritance?.parent.with({ $0.furtherElements?.inherited() }) else {
      return
    }
    _ = furtherElements { inherited }
    additions.store(1, ordering: .releasing)
  }
}

extension AnswerSource {
  /// The further elements of the answer; empty if the answer is no array of products.
  func added(in model: Model) -> [FurtherElement] {
    guard isArray, model.additions.load(ordering: .acquiring) != 0 else { return [] }
    return model.furtherElements?.elements(self, model) ?? []
  }

  /// Writes the array of the given products, one from each factory, and of further elements into
  /// memory. Elements with a position come first.
  func writeArray(
    of products: [ProductReference], and added: [FurtherElement], at memory: ValueAddress
  ) throws {
    let ofFactories = products.indices.compactMap { index in
      products[index].reference.map { ($0, conversions[index], factories[index].undecorated.facts) }
    }
    let others = added.map { added in
      let conversion = ProductConversion(of: added.factory, to: shape.element, tagBytes: 0)
      return (added.reference, conversion, added.factory.facts)
    }
    let all = (ofFactories + others).ordered(byNumber: { $0.2.order ?? .max })
    try shape.writeArray(of: all.count, at: memory, named: { all[$0].2.name }) { number, address in
      try all[number].1.write(all[number].0, at: address)
    }
    withExtendedLifetime(added) {}
  }
}
