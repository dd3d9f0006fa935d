import AlchemicCore
import AlchemicRuntime

/// The texts of the factories as the page shows them, computed once. The factories compute names
/// that are derived from types at each access.
struct NodeTexts {
  let names: [String]
  let types: [String]
  /// By node: the index of its module.
  let modules: [Int]
  /// In the order of their first factory.
  let moduleNames: [String]
  /// By module: the number of its factories.
  let moduleCounts: [Int]
  /// By node: the file of its declaration, without the module; nil for a class without details.
  let files: [String?]

  init(of graph: ModelGraph) {
    names = graph.nodes.map { Wording.shown($0.name) }
    types = graph.nodes.map { Wording.shown($0.type) }
    files = graph.nodes.map { node in
      node.factory.location.map { String($0.fileID.drop { $0 != "/" }.dropFirst()) }
    }
    var known: [String: Int] = [:]
    var (numbers, found, counts) = ([Int](), [String](), [Int]())
    numbers.reserveCapacity(graph.nodes.count)
    for node in graph.nodes {
      let module = node.module
      let number = known[module] ?? found.count
      if number == found.count {
        known[module] = number
        found.append(Wording.shown(module))
        counts.append(0)
      }
      counts[number] += 1
      numbers.append(number)
    }
    (modules, moduleNames, moduleCounts) = (numbers, found, counts)
  }

  /// Returns the class of the colour of a module. Colours repeat, so pages show the names, too.
  static func colour(ofModule module: Int) -> String { "c\(module % 12)" }
}

extension ModelGraph.Node {
  /// The options that a box shows.
  var badges: [String] {
    let facts = factory
    var badges: [String] = []
    if facts.isPrimary { badges.append("primary") }
    if facts.isFallback { badges.append("fallback") }
    if facts.isWeak { badges.append("weak") }
    if facts.isLazy { badges.append("lazy") }
    if facts.isLive { badges.append("live") }
    if facts.isPerRequest { badges.append("per request") }
    if facts.expiresAfter != nil { badges.append("expires") }
    switch facts.making {
    case .anywhere: break
    case .onMainActor: badges.append("main actor")
    case .awaited: badges.append("async")
    }
    if isOverridden { badges.append("overridden") }
    return badges
  }

  /// All options, as the panel lists them.
  var options: [String] {
    let facts = factory
    var options = badges
    if facts.isTransient { options.append("properties follow AcSet") }
    if facts.isNillable { options.append("may be nil") }
    if facts.isFoundByNameOnly { options.append("found by its name or qualifier only") }
    if let scope = facts.scope { options.append("object of the scope \(typeName(scope.type))") }
    for qualifier in facts.qualifiers { options.append("qualifier \(typeName(qualifier.type))") }
    if let order = facts.order { options.append("order \(order)") }
    if let age = facts.expiresAfter { options.append("expires after \(age)") }
    return options
  }

  /// The kind of declaration.
  var declaration: String {
    switch factory.origin {
    case .ofClass: "a managed class"
    case .method: "a method of a managed class"
    case .code: "a registration"
    case .decorator: "a decorator"
    }
  }
}
