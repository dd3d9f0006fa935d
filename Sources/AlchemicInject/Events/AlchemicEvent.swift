public import AlchemicCore

// This folder has what happens in the main model, and who observes it.

/// Something that happened in the main model.
public indirect enum AlchemicEvent: Sendable {
  /// An object was made; not yet injected.
  ///
  /// - Parameters:
  ///   - factory: What made it, and where that is declared.
  ///   - duration: What its initializer, method or closure took, with everything it needed.
  case didCreateObject(factory: FactoryFacts, duration: Duration)
  /// A factory has another object: one that it made to share, or one that `AcSet` gave.
  case didStoreObject(factory: FactoryFacts, values: StoredValues)
  /// A property has its value: at the first access, when its host was injected, or after an `AcSet`
  /// for a host with hooks.
  ///
  /// - Parameters:
  ///   - host: The name of the host's class; "a property" for a struct or a local variable.
  ///   - variable: The property's name; empty for a struct or a local variable.
  ///   - location: Where the property is declared.
  case didInject(host: String, variable: String, location: CodeLocation)
  /// The model is ready.
  ///
  /// - Parameters:
  ///   - factories: How many there are.
  ///   - singletons: How many of them have their object now.
  ///   - duration: What the start took.
  case didFinishStarting(factories: Int, singletons: Int, duration: Duration)
  /// ``Alchemic/discover(includingRefused:_:)`` has added something to the model.
  ///
  /// - Parameters:
  ///   - factories: How many are new.
  ///   - singletons: How many of them have their object now.
  ///   - duration: What that took.
  case didDiscover(factories: Int, singletons: Int, duration: Duration)
  /// Something in the model works but is hardly meant.
  case warning(ModelWarning)
}

extension AlchemicEvent: CustomStringConvertible {
  /// One line, as `--alchemic-log` writes it.
  public var description: String {
    switch self {
    case .didCreateObject(let factory, let duration):
      "created '\(Wording.shown(factory.name))' in \(duration)\(Self.location(factory.location))"
    case .didStoreObject(let factory, let values):
      "stored '\(Wording.shown(factory.name))': \(values.description)\(Self.location(factory.location))"
    case .didInject(let host, let variable, let location):
      "injected \(host)\(variable.isEmpty ? "" : ".")\(variable) — \(location)"
    case .didFinishStarting(let factories, let singletons, let duration):
      "started in \(duration): \(factories) factories, \(singletons) singletons"
    case .didDiscover(let factories, let singletons, let duration):
      "discovered in \(duration): \(factories) factories, \(singletons) singletons"
    case .warning(let warning): "warning: \(warning)"
    }
  }

  private static func location(_ location: CodeLocation?) -> String {
    location.map { " — \($0)" } ?? ""
  }
}
