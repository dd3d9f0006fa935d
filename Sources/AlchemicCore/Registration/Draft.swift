/// What is known of a factory before the model is built.
///
/// Nearly all declarations say no more than the short forms do: these are values, and no rule can find anything wrong
/// with them by itself. There may be many, so they are small.
enum Draft {
  /// A function without arguments makes an object of a class.
  case object(ObjectMaker)
  /// Another function makes the product.
  indirect case function(Maker)
  /// A class that was found makes itself.
  case itself(any AlchemicCreatable.Type)
  /// More is said, or less.
  case detailed(FactoryDraft)

  var product: Any.Type {
    switch self {
    case .object(let maker): maker.type
    case .function(let maker): maker.product
    case .itself(let type): type
    case .detailed(let draft): draft.product
    }
  }

  var place: Place? {
    switch self {
    case .object(let maker): maker.place
    case .function(let maker): maker.place
    case .itself: nil
    case .detailed(let draft): draft.place
    }
  }

  /// What says more; nil if nothing is said.
  var details: FactoryDraft? { if case .detailed(let draft) = self { draft } else { nil } }

  /// - Parameter name: Nil if it is that of the product's type.
  func facts(named name: String?) -> FactoryFacts {
    switch self {
    case .object(let maker):
      FactoryFacts(
        name: name, product: maker.type, origin: .code, making: .anywhere, place: maker.place)
    case .function(let maker):
      FactoryFacts(
        name: name, product: maker.product, origin: .code, making: maker.making, place: maker.place)
    case .itself(let type):
      FactoryFacts(name: name, product: type, origin: .ofClass, making: .anywhere, place: nil)
    case .detailed(let draft): draft.facts(named: name)
    }
  }

  /// The factory that the draft describes.
  ///
  /// - Parameters:
  ///   - name: Nil if it is that of the product's type.
  ///   - owner: The factory of the class whose method makes the product.
  func factory(named name: String?, owner: AnyObjectFactory?) -> AnyObjectFactory {
    switch self {
    case .object(let maker): ClassFactory(facts(named: name), make: .atOnce(maker.make))
    case .function(let maker): maker.factory(facts(named: name), owner: nil)
    case .itself(let type): ClassFactory(facts(named: name), of: type)
    case .detailed(let draft): draft.factory(named: name, owner: owner)
    }
  }

  /// Whether this is what a factory was made from, declared once more.
  func isDeclared(as facts: FactoryFacts) -> Bool {
    guard facts.product == product, facts.place == place else { return false }
    if let name = details?.givenName { return name == facts.name }
    let name = details?.defaultName ?? typeName(product)
    return facts.isNamedByType || [name, FactoryNames.primary(name)].contains(facts.name)
  }
}

/// A function without arguments that any thread may call, and that makes an object of a class: nothing more has to be
/// known of the types.
struct ObjectMaker {
  let type: Any.Type
  let make: MakeInPlace
  let place: Place?
}
