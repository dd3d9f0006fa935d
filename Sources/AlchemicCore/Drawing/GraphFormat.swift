/// How a model is drawn.
public enum GraphFormat: String, Sendable, CaseIterable {
  /// For Graphviz.
  case dot
  /// For Mermaid, as in the documents of many services.
  case mermaid
  /// For programs.
  case json
}
