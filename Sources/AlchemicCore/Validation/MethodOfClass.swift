import AlchemicRuntime

/// A method that makes a product is called on an object of the class that declares it, with its
/// arguments.
enum MethodOfClass {
  static func problems(in declaration: DetailedDeclaration) -> [Problem] {
    guard let owner = declaration.owner else { return [] }
    return declaration.problems { maker in
      let candidates = [declaration.candidate(at: maker.location)]
      if let host = maker.host {
        guard !TypeQuery(host).accepts(owner.product) else { return nil }
        return Problem(.wrongMethod(of: typeName(host)), owner.subject, candidates: candidates)
      }
      // `Bank.connection` is a function from a bank to a function: with one source more than the
      // method has parameters it looks like a static method.
      guard let first = maker.arguments.first, TypeQuery(first.type).accepts(owner.product),
        TypeKind.isFunction(maker.product)
      else { return nil }
      return Problem(.tooManySources, owner.subject, candidates: candidates)
    }
  }
}
