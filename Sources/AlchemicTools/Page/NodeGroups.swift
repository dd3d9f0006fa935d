/// The groups of a large graph: its modules, and the parts of modules that are too large for one
/// view.
struct NodeGroups {
  struct Group {
    let name: String
    /// The index of the module.
    let module: Int
    /// In the order of their declaration.
    let nodes: [Int]
  }

  /// The maximum number of factories in a view, except in the view of all.
  static let most = 300
  /// The maximum number of files of a module that are separate groups. If there are more,
  /// neighbours share a group.
  static let mostFiles = 30

  private(set) var groups: [Group] = []
  /// By node: the index of its group.
  private(set) var groupOfNode: [Int]

  /// - Complexity: O(*n* log *n*) in the number of nodes.
  init(of texts: NodeTexts) {
    groupOfNode = [Int](repeating: 0, count: texts.modules.count)
    var members = [[Int]](repeating: [], count: texts.moduleNames.count)
    for (node, module) in texts.modules.enumerated() { members[module].append(node) }
    for (module, nodes) in members.enumerated() {
      let name = texts.moduleNames[module]
      if nodes.count <= Self.most {
        add(Group(name: name, module: module, nodes: nodes))
      } else {
        for part in Self.parts(of: nodes, fileOf: { texts.files[$0] ?? "" }) {
          add(Group(name: "\(name)/\(part.name)", module: module, nodes: part.nodes))
        }
      }
    }
  }

  private mutating func add(_ group: Group) {
    for node in group.nodes { groupOfNode[node] = groups.count }
    groups.append(group)
  }

  /// Divides a module by source file, and a larger file by ranges.
  static func parts(
    of nodes: [Int], fileOf source: (Int) -> String
  ) -> [(name: String, nodes: [Int])] {
    let byFile = Dictionary(grouping: nodes, by: source)
    var files = byFile.keys.sorted().map { source in
      (name: source.isEmpty ? "classes without details" : source, nodes: byFile[source] ?? [])
    }
    if files.count > mostFiles { files = joined(files) }
    return files.flatMap { source -> [(name: String, nodes: [Int])] in
      guard source.nodes.count > most else { return [source] }
      let count = (source.nodes.count + most - 1) / most
      return (0..<count).map { number in
        let range = source.nodes.count * number / count..<source.nodes.count * (number + 1) / count
        return (
          name: "\(source.name) \(range.lowerBound + 1)–\(range.upperBound)",
          nodes: Array(source.nodes[range])
        )
      }
    }
  }

  /// Joins neighbours in the order of their names, because most programs have a file for each
  /// class.
  private static func joined(
    _ files: [(name: String, nodes: [Int])]
  ) -> [(name: String, nodes: [Int])] {
    var parts: [(first: String, last: String, nodes: [Int])] = []
    for source in files {
      if let last = parts.last, last.nodes.count + source.nodes.count <= most {
        parts[parts.count - 1].last = source.name
        parts[parts.count - 1].nodes += source.nodes
      } else {
        parts.append((source.name, source.name, source.nodes))
      }
    }
    return parts.map { part in
      (
        name: part.first == part.last ? part.first : "\(part.first) – \(part.last)",
        nodes: part.nodes.sorted()
      )
    }
  }
}
