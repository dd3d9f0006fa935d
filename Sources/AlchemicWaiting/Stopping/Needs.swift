package import AlchemicCore
import AlchemicRuntime

/// The needs of factories, direct and indirect: by arguments, and by all properties of their
/// products.
///
/// The criteria of most properties are available only with an object. So all factories that fit
/// such a property count as needs.
package struct Needs {
  package private(set) var factories: [Factory] = []
  /// By factory: the numbers of the factories that it needs.
  private(set) var numbers: [[Int]] = []
  private var known: [Int: Int] = [:]

  package init(of positions: [Int], in index: FactoryIndex, _ injector: (any HostInspector)?) {
    let reader = NeedReader(of: index, injector)
    for position in positions { _ = number(of: index.factory(at: position)) }
    while numbers.count < factories.count {
      let needed = reader.candidates(for: factories[numbers.count])
      numbers.append(needed.map { number(of: $0) })
    }
  }

  /// Returns the numbers of the factories that need one of these directly.
  package func dependents(of number: Int) -> [Int] {
    numbers.indices.filter { $0 != number && numbers[$0].contains(number) }
  }

  /// Groups of factories that need each other. Each group follows the groups that it needs.
  var components: [[Int]] {
    ComponentWalk.components(factories.count, { numbers[$0] }, isWanted: { _, _ in true })
  }

  /// By position: the rank of each factory, after those that it needs.
  var order: [Int: Int] {
    var order: [Int: Int] = [:]
    for component in components {
      for number in component { order[factories[number].position] = order.count }
    }
    return order
  }

  @inline(never)
  private mutating func number(of factory: Factory) -> Int {
    if let number = known[factory.position] { return number }
    known[factory.position] = factories.count
    factories.append(factory)
    return factories.count - 1
  }
}
