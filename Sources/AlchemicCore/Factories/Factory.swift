import AlchemicRuntime
import Synchronization

/// What is known of one product: how it is declared, from what it is made, and by which function.
///
/// A factory describes and keeps no object: shared objects are in an ``ObjectStore``.
@usableFromInline
package final class Factory: @unchecked Sendable {
  // Proof: all stored properties are constants, but for an atomic. The function may not be
  // Sendable: it is the user's contract that what the model makes may be made on whatever thread
  // needs it first.
  package let facts: FactoryFacts
  /// What the function takes.
  let arguments: [Argument]
  /// The same, for ``ArgumentCursor``; nil if there are none.
  let argumentList: UnsafeMutablePointer<Borrowed<Argument>>?
  /// The factory of the class whose method makes the product; nil if no method does.
  let owner: Factory?
  /// The function, if it is called at once and never returns nil.
  let make: MakeInPlace
  /// Another function; nil if it is that one.
  let otherFunction: ProductFunction?
  /// The type of the products.
  let product: ValueType
  /// Whether products may be class objects: the only ones with properties to inject.
  let mayBeHost: Bool
  /// Whether a product can be created in the memory of a requested value at once: it is a template,
  /// any thread may make it, and it is never nil.
  let createsInPlace: Bool

  /// The position among the factories of its model, in every revision.
  let position: Int
  /// Whether objects that are of the product's type itself have nothing to inject.
  let hasPlainProducts: Bool
  /// The class of which objects need nothing when they have been made, as far as the current
  /// revision is concerned; 0 if none is known. Written under `CreationCoordinator.lock`.
  let plainClass = Atomic<UInt>(0)

  init(
    _ facts: consuming FactoryFacts, at position: Int, arguments: [Argument] = [],
    owner: Factory? = nil,
    hasPlainProducts: Bool = false, _ function: consuming ProductFunction
  ) {
    self.position = position
    self.hasPlainProducts = hasPlainProducts
    self.arguments = arguments
    self.owner = owner
    product = ValueType(facts.product)
    mayBeHost = product.form != .other || TypeKind.isExistential(product.type)
    switch consume function {
    case .atOnce(let make):
      self.make = make
      otherFunction = nil
      createsInPlace =
        facts.lifetime == .template && facts.making == .anywhere && !facts.isNillable
    case let other:
      make = { _, _ in preconditionFailure("a factory was asked for what it cannot make") }
      otherFunction = other
      createsInPlace = false
    }
    self.facts = facts
    guard !arguments.isEmpty else {
      argumentList = nil
      return
    }
    let list = UnsafeMutablePointer<Borrowed<Argument>>.allocate(capacity: arguments.count)
    for (position, argument) in arguments.enumerated() {
      (list + position).initialize(to: Borrowed(argument))
    }
    argumentList = list
  }

  deinit { argumentList?.deallocate() }

  /// Whether one object is shared by all.
  var isShared: Bool { facts.isShared }

  /// Whether there is a function that need not be awaited.
  var isMakeable: Bool {
    switch otherFunction {
    case nil, .atOnce, .optional: true
    case .some(.none), .awaited: false
    }
  }

  /// Whether every request for it has to be awaited.
  var isAwaitedTemplate: Bool { facts.making == .awaited && !isShared }

  /// Whether its object has to be awaited, and may have to be again, since the model does not keep
  /// it.
  var isAwaitedEachTime: Bool { facts.making == .awaited && (!isShared || facts.isWeak) }
}

// MARK: Products

extension Factory {
  /// Returns the product that a reference keeps.
  package func value(of reference: AnyObject) -> Any { product.any(of: reference) }
}
