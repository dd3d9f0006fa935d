#if Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private enum Main: AcQualifier {}

private protocol Sized {}

private final class File: Storage.Store, Sized {
  let path: String
  init(_ path: String) { self.path = path }
}

/// A request that finds the store, in each form that a program can write.
private enum Form: CaseIterable {
  case type, optional, name, qualifier, byClass, byProtocol, provider, awaited
  case array, map, arrayByQualifier, arrayByClass

  func paths() async throws -> [String] {
    typealias Store = Storage.Store
    let (one, all): ((any Store)?, [any Store]) =
      switch self {
      case .type: (try AcGet((any Store).self), [])
      case .optional: (try AcGet((any Store)?.self), [])
      case .name: (try AcGet((any Store).self, AcName("file")), [])
      case .qualifier: (try AcGet((any Store).self, .qualified(Main.self)), [])
      case .byClass: (try AcGet((any Store).self, AcClass(File.self)), [])
      case .byProtocol: (try AcGet((any Store).self, AcProtocol((any Sized).self)), [])
      case .provider: (try AcGet(Provider<any Store>.self)(), [])
      case .awaited: (try await AcGetAsync((any Store).self), [])
      case .array: (nil, try AcGet([any Store].self))
      case .map: (try AcGet([String: any Store].self)["file"], [])
      case .arrayByQualifier: (nil, try AcGet([any Store].self, .qualified(Main.self)))
      case .arrayByClass: (nil, try AcGet([any Store].self, AcClass(File.self)))
      }
    return (all + [one].compactMap(\.self)).map(\.path)
  }
}

/// Where the store and its decorators are declared.
private enum Origin: CaseIterable {
  case inherited, ownDecorator, replaced, replacedAndOwn, ofGrandchild

  var path: String {
    switch self {
    case .inherited, .ofGrandchild: "logging(a)"
    case .ownDecorator: "caching(logging(a))"
    case .replaced: "logging(b)"
    case .replacedAndOwn: "caching(logging(b))"
    }
  }

  func inChild(_ body: () async throws -> Void) async throws {
    func file(_ path: String, _ model: ModelBuilder) {
      model.register(.named("file"), .qualifier(Main.self)) { File(path) }
    }
    try await Alchemic.withModel {
      file("a", $0)
      Storage.log($0)
    } operation: {
      try await Alchemic.withModel {
        if self == .replaced || self == .replacedAndOwn { file("b", $0) }
        if self == .ownDecorator || self == .replacedAndOwn { Storage.cache($0) }
      } operation: {
        if self != .ofGrandchild { return try await body() }
        try await Alchemic.withModel { _ in
        } operation: {
          try await body()
        }
      }
    }
  }
}

@Suite struct DecoratedRequestTests {
  @Test(
    "Y1: in a child, no form of request returns a decorated product bare",
    arguments: Form.allCases, Origin.allCases)
  fileprivate func neverBare(_ form: Form, _ origin: Origin) async throws {
    try await origin.inChild {
      let paths = try await form.paths()
      #expect(paths == [origin.path])
    }
  }
}
#endif
