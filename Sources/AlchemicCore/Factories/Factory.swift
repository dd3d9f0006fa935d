package import AlchemicRuntime

/// The description of one product: its declaration, its arguments, and its function.
///
/// A factory stores no object. Shared objects are in an ``ObjectStore``.
@usableFromInline
package final class Factory: @unchecked Sendable {
  // Proof: all stored properties are constants. The functions need not be Sendable: by contract,
  // any thread that first requests a product may call them.
  package let facts: FactoryFacts
  /// The kind of scope that keeps the objects. It is also in the facts, but every creation reads
  /// it.
  package let scopeKind: ScopeKind?
  /// How the model finds the scope that keeps the object; nil if the model keeps it.
  let keeping: (any ObjectKeeping)?
  /// The arguments of the function.
  package let arguments: [Argument]
  /// The factory of the class whose method creates the product, or the factory that a decorator
  /// wraps; nil for any other factory.
  package let owner: Factory?
  /// The function, if it is synchronous and never returns nil.
  let make: MakeInPlace
  /// The function of any other kind; nil if `make` is the function.
  let otherFunction: ProductFunction?
  /// The type of the products.
  package let product: ValueType
  /// Whether products may be class objects.
  let mayBeObject: Bool
  /// Whether products may be structures with injected properties, which are checked once.
  let checksValues: Bool
  /// Whether products may be class objects, which the model may have to inject or check.
  package let mayBeHost: Bool
  /// Whether callers must pass arguments.
  package let takesArguments: Bool
  /// Whether a product can be created in the memory of the requested value: the factory is a
  /// template, any thread may call its function, and the product is never nil.
  let createsInPlace: Bool

  /// The index among the factories of the model, in every revision.
  package let position: Int
  /// Whether values whose type is exactly the product's type have nothing to inject.
  let hasPlainProducts: Bool
  /// The factory of the parent model from which the function takes the object; nil for any other
  /// factory.
  let lender: Factory?

  @inline(never)
  init(
    _ facts: consuming FactoryFacts, at position: Int, arguments: consuming [Argument] = [],
    owner: consuming Factory? = nil, hasPlainProducts: Bool = false,
    lender: consuming Factory? = nil, _ function: consuming ProductFunction
  ) {
    takesArguments = !arguments.isEmpty && arguments.takeArguments
    self.position = position
    self.hasPlainProducts = hasPlainProducts
    self.lender = consume lender
    self.arguments = consume arguments
    self.owner = consume owner
    product = ValueType(facts.product)
    if product.form == .other {
      mayBeObject = TypeKind.isExistential(product.type)
      checksValues = !hasPlainProducts && TypeKind.isStruct(product.type)
    } else {
      (mayBeObject, checksValues) = (true, false)
    }
    mayBeHost = mayBeObject || checksValues
    switch consume function {
    case .atOnce(let make):
      self.make = make
      otherFunction = nil
      createsInPlace =
        facts.lifetime == .template && facts.making == .anywhere && !facts.isNillable
        && !facts.isPerRequest
    case let other:
      make = { _, _ in preconditionFailure("a factory was asked for what it cannot make") }
      otherFunction = other
      createsInPlace = false
    }
    scopeKind = facts.scope
    keeping = scopeKind == nil ? nil : facts.parts.first(as: (any ObjectKeeping).self)
    assert(scopeKind == nil || keeping != nil)
    self.facts = facts
  }

  /// The function, of any kind.
  var function: ProductFunction { otherFunction ?? .atOnce(make) }

  /// Whether the function takes its product from the parent model, which has injected it. If
  /// `AcSet` stores another object here, that object must be injected as usual.
  package var isLent: Bool { lender != nil }

  /// The function that creates products, even if this factory takes them from its parent.
  var creatingFunction: ProductFunction { lender?.creatingFunction ?? function }

  /// Whether products may have injected properties, according to their type.
  var hasProperties: Bool {
    !hasPlainProducts && (product.form == .object || TypeKind.isStruct(facts.product))
  }

  /// Whether the model supplies nothing for the products, according to their type.
  var needsNothing: Bool { arguments.isEmpty && owner == nil && !hasProperties }

  /// Whether all requests share one object.
  var isShared: Bool { facts.isShared }

  /// Whether the factory has a synchronous function.
  var isMakeable: Bool {
    switch otherFunction {
    case nil, .atOnce, .optional: true
    case .some(.none), .awaited: false
    }
  }

  /// Whether the factory has a function, of any kind.
  var hasFunction: Bool {
    if case .some(.none) = otherFunction { false } else { true }
  }

  /// Whether each request for a product may have to wait: the product is a new one, or the present
  /// one may be too old.
  var isAwaitedTemplate: Bool {
    facts.making == .awaited && (!isShared || facts.expiry != .none)
  }

  /// Whether the shared object must be awaited, but no start awaits it.
  var isAwaitedLate: Bool {
    facts.making == .awaited && isShared && !facts.isMadeAtStart
  }

  /// Whether the product must be awaited, possibly more than once, because the model does not
  /// retain it.
  var isAwaitedEachTime: Bool { facts.making == .awaited && (!isShared || facts.isFleeting) }
}

extension Factory {
  /// Returns the spelling of an argument, or of a property that is filled like one, in a message.
  func spelling(ofArgument position: Int) -> String {
    guard arguments[position].role == .property else { return "argument \(position + 1)" }
    let first = arguments.firstIndex { $0.role == .property } ?? 0
    return "filled property \(position - first + 1)"
  }
}

// MARK: Products

extension Factory {
  /// Returns the product that is stored as a reference.
  package func value(of reference: AnyObject) -> Any { product.any(of: reference) }
}

/// What the option for a scope brings to the creation of objects: see ``ScopeKeeping``.
protocol ObjectKeeping: OptionPart {}
