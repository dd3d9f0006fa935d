import Foundation

@testable import AlchemicTools

/// The drawing of a graph by Graphviz `dot`.
struct Graphviz {
  private(set) var positions: [Layout.Point]
  private(set) var edges: [(from: Int, to: Int)] = []
  /// By edge: points of its spline.
  private(set) var routes: [[Layout.Point]] = []

  private static let pointsPerInch = 72.0
  private static let samples = 12

  /// The folders in which a system has its programs.
  private static let program = ["/usr/bin/dot", "/usr/local/bin/dot", "/opt/homebrew/bin/dot"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  static var isInstalled: Bool { program != nil }

  init(_ input: LayoutInput) throws {
    positions = [Layout.Point](repeating: Layout.Point(x: 0, y: 0), count: input.nodes.count)
    let output = try Self.output(
      of: URL(filePath: Self.program ?? ""), ["-Tplain"], given: Self.text(input))
    for line in output.split(separator: "\n") { read(line.split(separator: " ")) }
  }

  private static func text(_ input: LayoutInput) -> String {
    var lines = ["digraph G {", "nodesep=0.25; ranksep=0.55;"]
    lines.append("node [shape=box, fixedsize=true, label=\"\"]; edge [arrowhead=none];")
    for (number, node) in input.nodes.enumerated() {
      let (width, height) = (node.width / pointsPerInch, node.height / pointsPerInch)
      lines.append("\(number) [width=\(width), height=\(height)];")
    }
    lines += input.edges.map { "\($0.from) -> \($0.to);" }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  /// Runs a program, and returns what it prints.
  static func output(of program: URL, _ arguments: [String], given text: String = "") throws
    -> String
  {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    process.standardInput = try FileHandle(forReadingFrom: file)
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  private mutating func read(_ words: [Substring]) {
    func point(_ index: Int) -> Layout.Point {
      Layout.Point(
        x: (Double(words[index]) ?? 0) * Self.pointsPerInch,
        y: (Double(words[index + 1]) ?? 0) * Self.pointsPerInch)
    }
    if words.first == "node", let node = Int(words[1]) {
      positions[node] = point(2)
    } else if words.first == "edge", let from = Int(words[1]), let to = Int(words[2]) {
      edges.append((from, to))
      routes.append(Self.sampled((0..<(Int(words[3]) ?? 0)).map { point(4 + 2 * $0) }))
    }
  }

  /// Returns points of a chain of cubic Bézier curves.
  private static func sampled(_ controls: [Layout.Point]) -> [Layout.Point] {
    var points = Array(controls.prefix(1))
    for start in stride(from: 0, to: controls.count - 3, by: 3) {
      for sample in 1...samples {
        let t = Double(sample) / Double(samples)
        let s = 1 - t
        let weights = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
        var point = Layout.Point(x: 0, y: 0)
        for (weight, control) in zip(weights, controls[start...]) {
          point.x += weight * control.x
          point.y += weight * control.y
        }
        points.append(point)
      }
    }
    return points
  }
}
