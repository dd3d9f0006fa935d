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

  /// How many factories a view has at most, unless it is the view of all.
  static let most = 300
  /// How many files of a module are groups of their own at most. Neighbours of more share one.
  static let mostFiles = 30

  private(set) var groups: [Group] = []
  /// By node: the index of its group.
  private(set) var groupOfNode: [Int]

  /// - Complexity: O(*n* log *n*) in the nodes.
  init(of texts: NodeTexts) {
    groupOfNode = [Int](repeating: 0, count: texts.modules.count)
    var members = [[Int]](repeating: [], count: texts.moduleNames.count)
    for (node, module) in texts.modules.enumerated() { members[module].append(node) }
    for (module, nodes) in members.enumerated() {
      let name = texts.moduleNames[module]
      if nodes.count <= Self.most {
        add(Group(name: name, module: module, nodes: nodes))
      } else {
        for part in Self.parts(of: nodes, texts) {
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
  private static func parts(
    of nodes: [Int], _ texts: NodeTexts
  ) -> [(name: String, nodes: [Int])] {
    let byFile = Dictionary(grouping: nodes) { texts.files[$0] ?? "" }
    var files = byFile.keys.sorted().map { file in
      (name: file.isEmpty ? "classes without details" : file, nodes: byFile[file] ?? [])
    }
    if files.count > mostFiles { files = joined(files) }
    return files.flatMap { file -> [(name: String, nodes: [Int])] in
      guard file.nodes.count > most else { return [file] }
      let count = (file.nodes.count + most - 1) / most
      return (0..<count).map { number in
        let range = file.nodes.count * number / count..<file.nodes.count * (number + 1) / count
        return (
          name: "\(file.name) \(range.lowerBound + 1)–\(range.upperBound)",
          nodes: Array(file.nodes[range])
        )
      }
    }
  }

  /// Joins neighbours in the order of their names: most programs have a file for each class.
  private static func joined(
    _ files: [(name: String, nodes: [Int])]
  ) -> [(name: String, nodes: [Int])] {
    var parts: [(first: String, last: String, nodes: [Int])] = []
    for file in files {
      if let last = parts.last, last.nodes.count + file.nodes.count <= most {
        parts[parts.count - 1].last = file.name
        parts[parts.count - 1].nodes += file.nodes
      } else {
        parts.append((file.name, file.name, file.nodes))
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
