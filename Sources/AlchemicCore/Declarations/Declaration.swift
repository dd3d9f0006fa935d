import AlchemicRuntime

/// What a program says of a factory, before the model is built.
///
/// Nearly all declarations say no more than the short forms do: these are values, and no rule can
/// find anything wrong with them by themselves.
enum Declaration {
  /// A function makes the product, and nothing else is said.
  case function(Maker)
  /// A class that was found makes itself.
  case itself(any AlchemicCreatable.Type)
  /// More is said, or less.
  case detailed(DetailedDeclaration)

  var product: Any.Type {
    switch self {
    case .function(let maker): maker.product
    case .itself(let type): type
    case .detailed(let declaration): declaration.product
    }
  }

  var location: CodeLocation? {
    switch self {
    case .function(let maker): maker.location
    case .itself: nil
    case .detailed(let declaration): declaration.location
    }
  }

  /// The declaration that says more; nil if nothing more is said.
  var details: DetailedDeclaration? {
    if case .detailed(let declaration) = self { declaration } else { nil }
  }

  /// - Parameter name: Nil if it is that of the product's type.
  func facts(named name: String?) -> FactoryFacts {
    switch self {
    case .function(let maker):
      FactoryFacts(
        name: name, product: maker.product, origin: .code, making: maker.making,
        location: maker.location)
    case .itself(let type):
      FactoryFacts(name: name, product: type, origin: .ofClass, making: .anywhere, location: nil)
    case .detailed(let declaration): declaration.facts(named: name)
    }
  }

  /// The factory that is declared.
  ///
  /// - Parameters:
  ///   - name: Nil if it is that of the product's type.
  ///   - position: The position among the factories of the model.
  ///   - owner: The factory of the class whose method makes the product.
  ///   - hasPlainProducts: Whether objects of the product's type itself have nothing to inject.
  func factory(
    named name: String?, at position: Int, owner: Factory?, hasPlainProducts: Bool
  ) -> Factory {
    // Written out, so that each closure is copied once.
    switch self {
    case .function(let maker):
      Factory(
        facts(named: name), at: position, arguments: maker.arguments, owner: owner,
        hasPlainProducts: hasPlainProducts, maker.function)
    case .itself(let type):
      Factory(
        facts(named: name), at: position, owner: owner, hasPlainProducts: hasPlainProducts,
        .creating(type))
    case .detailed(let declaration):
      Factory(
        facts(named: name), at: position, arguments: declaration.function.arguments, owner: owner,
        hasPlainProducts: hasPlainProducts, declaration.function.function)
    }
  }

  /// Whether this is what a factory was made from, declared once more.
  func isDeclared(as facts: FactoryFacts) -> Bool {
    guard facts.product == product, facts.location == location else { return false }
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
