import AlchemicCore

/// The needs of the created objects among each other, as the graph of the model contains them.
struct CreationNeeds {
  /// The graph of the model; nil without a model.
  let graph: ModelGraph?
  /// By creation: the number of its node.
  let nodes: [Int?]
  /// By creation: the creations whose objects its function receives.
  let ofFunction: [[Int]]
  /// By creation: the creations whose objects its properties have, if its class has hooks.
  /// Properties of other classes are resolved when they are read.
  let ofProperties: [[Int]]

  /// - Parameters:
  ///   - creations: In the order of their ends.
  ///   - model: The model; nil if the start failed before it had one.
  /// - Complexity: O(*n* + *e*) in the numbers of nodes and edges, with all their answers.
  init(of creations: [StartRecording.Creation], in model: Model?) {
    graph = model?.graph
    guard let model, let graph, !creations.isEmpty else {
      nodes = creations.map { _ in nil }
      ofFunction = creations.map { _ in [] }
      ofProperties = ofFunction
      return
    }
    let numbers = Dictionary(
      graph.nodes.map { ($0.name, $0.number) }, uniquingKeysWith: { first, _ in first })
    let nodes = creations.map { numbers[$0.factory.name] }
    var byNode = [[Int]](repeating: [], count: graph.nodes.count)
    for (creation, node) in nodes.enumerated() { if let node { byNode[node].append(creation) } }
    var ofFunction = creations.map { _ in [Int]() }
    var ofProperties = ofFunction
    let hasHooks = graph.nodes.map { node in
      !byNode[node.number].isEmpty && model.injector?.injectsAtOnce(node.factory.product) == true
    }
    for edge in graph.edges where !edge.isProvider && !byNode[edge.from].isEmpty {
      if edge.property != nil, !hasHooks[edge.from] { continue }
      for creation in byNode[edge.from] {
        if edge.property == nil {
          // A new product for an argument is created within the creation.
          ofFunction[creation] += edge.chosen.filter { graph.nodes[$0].factory.isShared }
            .compactMap { byNode[$0].last { $0 < creation } }
        } else {
          ofProperties[creation] += edge.chosen.compactMap { node in
            graph.nodes[node].factory.isShared
              ? byNode[node].last
              : byNode[node].first {
                // Injected into the object after its creation.
                $0 > creation && creations[$0].lane == creations[creation].lane
              }
          }
        }
      }
    }
    (self.nodes, self.ofFunction, self.ofProperties) = (nodes, ofFunction, ofProperties)
  }
}
