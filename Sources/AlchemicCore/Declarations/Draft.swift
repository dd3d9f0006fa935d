/// What a program says of a factory, before the model is built.
///
/// Nearly all declarations say no more than the short forms do: these are values, and no rule can find anything wrong
/// with them by themselves.
enum Draft {
  /// A function makes the product, and nothing else is said.
  case function(Maker)
  /// A class that was found makes itself.
  case itself(any AlchemicCreatable.Type)
  /// More is said, or less.
  case detailed(FactoryDraft)

  var product: Any.Type {
    switch self {
    case .function(let maker): maker.product
    case .itself(let type): type
    case .detailed(let draft): draft.product
    }
  }

  var place: Place? {
    switch self {
    case .function(let maker): maker.place
    case .itself: nil
    case .detailed(let draft): draft.place
    }
  }

  /// The declaration that says more; nil if nothing more is said.
  var details: FactoryDraft? { if case .detailed(let draft) = self { draft } else { nil } }

  /// The function that makes the product, with its arguments.
  var function: (function: ProductFunction, arguments: [Argument]) {
    switch self {
    case .function(let maker): (maker.function, maker.arguments)
    case .itself(let type): (.creating(type), [])
    case .detailed(let draft): draft.function
    }
  }

  /// - Parameter name: Nil if it is that of the product's type.
  func facts(named name: String?) -> FactoryFacts {
    switch self {
    case .function(let maker):
      FactoryFacts(
        name: name, product: maker.product, origin: .code, making: maker.making, place: maker.place)
    case .itself(let type):
      FactoryFacts(name: name, product: type, origin: .ofClass, making: .anywhere, place: nil)
    case .detailed(let draft): draft.facts(named: name)
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

extension ProductFunction {
  /// A class makes itself.
  static func creating(_ type: any AlchemicCreatable.Type) -> ProductFunction {
    .atOnce { _, address in address.initializeMemory(as: AnyObject.self, to: type.init()) }
  }
}
