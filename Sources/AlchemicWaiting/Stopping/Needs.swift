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

  /// Returns the numbers of the first factories, each after those that it needs. A factory and the
  /// decorators over it count as one: what needs the object may need it without them.
  func inOrder(of count: Int) -> [Int] {
    let groups = factories.map(\.undecorated.position)
    var order: [Int] = []
    var isVisited = [Bool](repeating: false, count: count)
    func visit(_ number: Int) {
      if isVisited[number] { return }
      isVisited[number] = true
      let needed = groupsNeeded(by: number, groups)
      for other in 0..<count where needed.contains(groups[other]) { visit(other) }
      order.append(number)
    }
    for number in 0..<count { visit(number) }
    return order
  }

  private func groupsNeeded(by number: Int, _ groups: [Int]) -> Set<Int> {
    var found: Set<Int> = []
    var rest = [number]
    var isKnown = [Bool](repeating: false, count: factories.count)
    while let next = rest.popLast() {
      if isKnown[next] { continue }
      isKnown[next] = true
      found.insert(groups[next])
      rest += numbers[next]
    }
    return found
  }

  @inline(never)
  private mutating func number(of factory: Factory) -> Int {
    if let number = known[factory.position] { return number }
    known[factory.position] = factories.count
    factories.append(factory)
    return factories.count - 1
  }
}
