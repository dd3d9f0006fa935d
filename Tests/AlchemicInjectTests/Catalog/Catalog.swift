import AlchemicInject
import AlchemicTestSupport
import Testing

@testable import AlchemicCore

/// The namespace in which the code of the pages in `Docs/Problems` is compiled and run.
///
/// Its classes conform to these protocols instead of Alchemic's own. Every test that starts the
/// main model finds the classes that conform to Alchemic's own, and half of the classes here are
/// wrong.
enum Catalog {
  protocol AlchemicManaged: AnyObject, SendableMetatype {
    static func alchemic(_ of: ClassObjectFactory)
  }

  protocol AlchemicCreatable: AlchemicManaged {
    init()
  }

  protocol AlchemicSubclass: AnyObject {}

  protocol AlchemicConfig: AnyObject {
    static func configureAlchemic(_ model: ModelBuilder)
  }
}

extension Catalog.AlchemicManaged {
  static func alchemic(_ of: ClassObjectFactory) {}
}

extension Catalog {
  /// Starts a model of its own with classes as if they had been found, and runs `body` in it.
  static func within(_ types: AnyClass..., body: () throws -> Void = {}) throws {
    try withStartedModel({ model in types.forEach { declare($0, in: model) } }, body)
  }

  static func declare(_ type: AnyClass, in model: ModelBuilder) {
    if let configuration = type as? any AlchemicConfig.Type {
      configuration.configureAlchemic(model)
    } else if _getSuperclass(type) is any AlchemicManaged.Type, !(type is any AlchemicSubclass.Type)
    {
      model.refuseUnmarked(type)
    } else if let managed = type as? any AlchemicManaged.Type {
      declareManaged(managed, in: model)
    }
  }

  private static func declareManaged<Class: AlchemicManaged>(
    _ type: Class.Type, in model: ModelBuilder
  ) {
    model.declare(type, at: nil) { of in
      type.alchemic(of)
      if let creatable = type as? any AlchemicCreatable.Type { declareCreatable(creatable, of) }
    }
  }

  private static func declareCreatable<Class: AlchemicCreatable>(
    _ type: Class.Type, _ of: ClassObjectFactory
  ) {
    AcInitializer(of, type.init)
  }

  /// Runs the two parts of an example. The first throws the message of its page, the second
  /// succeeds.
  ///
  /// The code on the page begins after the call, in two regions: see ``Example``.
  static func example(
    wrong: () throws -> Void, right: () throws -> Void,
    file: String = #filePath, line: Int = #line,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let example = try #require(
      try Example.all(in: file).first { $0.wrong.firstLine > line },
      "no region begins here", sourceLocation: sourceLocation)
    let found = alchemicError(in: wrong)
    let error = try #require(found, "nothing was wrong", sourceLocation: sourceLocation)
    let message = try example.onPage().message
    #expect(example.wrong.onPage("\(error)") == message, sourceLocation: sourceLocation)
    #expect(error.problems.map(\.id.rawValue) == [example.id], sourceLocation: sourceLocation)
    try right()
  }

  /// The same with a second part that is asynchronous.
  static func example(
    wrong: () throws -> Void, right: () async throws -> Void,
    file: String = #filePath, line: Int = #line,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try example(wrong: wrong, right: {}, file: file, line: line, sourceLocation: sourceLocation)
    try await right()
  }

  /// The same with two parts that are asynchronous.
  static func example(
    wrong: () async throws -> Void, right: () async throws -> Void,
    file: String = #filePath, line: Int = #line,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    var found: (any Error)?
    do { try await wrong() } catch { found = error }
    try example(
      wrong: { if let found { throw found } }, right: {}, file: file, line: line,
      sourceLocation: sourceLocation)
    try await right()
  }
}
