/// The language of a drawing.
@nonexhaustive
public enum GraphFormat: String, Sendable, CaseIterable {
  /// For Graphviz.
  case dot
  /// For Mermaid, which the documents of many services support.
  case mermaid
  /// JSON, for programs. `Docs/Guides/Seeing/graph.schema.json` is its schema.
  case json
  /// A page of HTML for a browser, which contains all that it uses.
  case html
}

extension ModelGraph {
  /// Returns a drawing of the factories and their needs.
  ///
  /// Solid arrows are arguments, dashed arrows with names are properties. If more than 100
  /// factories answer a need, one arrow leads to their number.
  ///
  /// - Parameter format: The language of the drawing.
  /// - Complexity: O(*n* + *e*) in the nodes and the edges.
  public func drawing(as format: GraphFormat) -> String {
    switch format {
    case .dot: LineDrawing(of: self).dot
    case .mermaid: LineDrawing(of: self).mermaid
    case .json: json
    case .html: GraphPage(of: self).html
    }
  }
}
