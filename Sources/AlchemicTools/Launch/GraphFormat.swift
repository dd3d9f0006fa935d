/// The language of a drawing.
@nonexhaustive
public enum GraphFormat: String, Sendable, CaseIterable {
  /// The language of Graphviz.
  case dot
  /// The language of Mermaid, which the documents of many services support.
  case mermaid
  /// JSON, for programs. `Docs/Guides/Seeing/graph.schema.json` is its schema.
  case json
  /// A page of HTML for a browser. It contains all its parts.
  case html
}

extension ModelGraph {
  /// Returns a drawing of the factories and their needs.
  ///
  /// Solid arrows are arguments, and dashed arrows with names are properties. If more than 100
  /// factories answer a need, one arrow leads to a box with their number.
  ///
  /// - Parameter format: The language of the drawing.
  /// - Complexity: O(*n* + *e*) in the numbers of nodes and edges.
  public func drawing(as format: GraphFormat) -> String {
    switch format {
    case .dot: LineDrawing(of: self).dot
    case .mermaid: LineDrawing(of: self).mermaid
    case .json: json
    case .html: GraphPage(of: self).html
    }
  }
}
