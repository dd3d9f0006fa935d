/// What a revision of a model knows of all its factories together.
struct RevisionTraits: Sendable {
  /// What the options of the factories bring to the model, each part once. What the option of a
  /// decorator brings is in the ``ModelRevision/decorators``.
  private(set) var parts: [any OptionPart] = []
  /// Whether objects of the model may need each other in a circle.
  var hasCircles = false
  /// Whether scopes keep the objects of any factory.
  private(set) var hasScopes = false
  /// Whether any factory creates one object for each request.
  private(set) var hasPerRequest = false
  /// Whether any factory must be awaited.
  private(set) var awaitsAnything = false
  /// Whether any product is created on the main actor.
  private(set) var usesMainActor = false

  /// Adds the facts of a factory, unless they are plain: most are, and a copy of them takes time.
  mutating func add(_ facts: FactoryFacts) {
    for part in facts.parts where !parts.contains(where: { $0 === part }) { parts.append(part) }
    if facts.scope != nil { hasScopes = true }
    if facts.isPerRequest { hasPerRequest = true }
    if facts.making == .awaited { awaitsAnything = true }
    if facts.making == .onMainActor { usesMainActor = true }
  }

  /// The same, with an array of which other threads do not change the count.
  var copied: RevisionTraits {
    var copy = self
    copy.parts = parts.map { $0 }
    return copy
  }
}
