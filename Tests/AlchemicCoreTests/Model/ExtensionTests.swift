import AlchemicInject
import AlchemicTestSupport
import Testing

private protocol Rule: AnyObject {}
private final class HouseRule: Rule {}
private final class NewRule: Rule {}
private final class OtherRule: Rule {}

private protocol Store: AnyObject {}
private final class DiskStore: Store {}
private final class CloudStore: Store {}

private final class Ticket {
  let kind: String
  init(_ kind: String) { self.kind = kind }
}

private final class Till {
  let store: any Store
  init(store: any Store) { self.store = store }
}

private enum Other {
  final class HouseRule: Rule {}
}

/// Where a test sets an object.
private let here = CodeLocation(fileID: #fileID, line: #line)

/// Extends a model as an image does that is loaded after the start.
@Suite struct ExtensionTests {
  private func model() throws -> Model {
    try makeModel { model in
      model.register(HouseRule.init)
      model.register(DiskStore.init)
    }
  }

  @Test("requests of every kind that were answered before include the new factories")
  func requests() throws {
    let model = try model()
    let wholes: [Int] = try model.get()
    #expect(wholes == [])
    #expect(try model.get([any Rule].self).count == 1)
    #expect(try model.get([any Rule]?.self)?.count == 1)
    #expect(try model.get(NewRule?.self) == nil)
    #expect(try model.get(NewRule?.self, matching: SearchCriteria(.named("new"))) == nil)
    let criteria = SearchCriteria(.conforming((any Rule).self))
    #expect(try model.get([AnyObject].self, matching: criteria).count == 1)

    let added = try extend(model) { model in
      model.register(NewRule.init, AcFactoryName("new"))
      model.register { 7 }
    }
    #expect(added.map(\.name) == ["new", "Int"])
    #expect(try model.get([any Rule].self).count == 2)
    #expect(try model.get([any Rule]?.self)?.count == 2)
    let rule: NewRule = try model.get()
    #expect(try model.get(NewRule?.self) === rule)
    #expect(try model.get(NewRule?.self, matching: SearchCriteria(.named("new"))) === rule)
    #expect(try model.get([AnyObject].self, matching: criteria).count == 2)
    #expect(try model.get([Int].self) == [7])
    #expect(model.factories.count == 4)
  }

  @Test("a template that is added as primary answers the requests that another template answered")
  func templates() throws {
    let model = try makeModel { $0.register(AcTemplate()) { Ticket("old") } }
    for _ in 0..<3 { #expect(try model.get(Ticket.self).kind == "old") }
    try extend(model) {
      $0.register(AcTemplate(), AcPrimary(), AcFactoryName("new")) { Ticket("new") }
    }
    for _ in 0..<3 { #expect(try model.get(Ticket.self).kind == "new") }
  }

  @Test("objects keep their identity, and none is created again")
  func identity() throws {
    let made = Counter()
    let model = try makeModel { model in
      model.register { () -> any Rule in
        made.increment()
        return HouseRule()
      }
    }
    let before: [any Rule] = try model.get()
    try extend(model) { $0.register(NewRule.init, AcOrder(1)) }
    let after: [any Rule] = try model.get()
    #expect(after.count == 2)
    // `AcOrder` applies to existing and new elements together.
    #expect(after[0] is NewRule)
    #expect(after[1] === before[0])
    #expect(made.value == 1)
  }

  @Test("a primary that is added answers from then on")
  func primary() throws {
    let model = try model()
    let disk: any Store = try model.get()
    #expect(disk is DiskStore)
    try extend(model) { $0.register(CloudStore.init, AcPrimary()) }
    #expect(try model.get((any Store).self) is CloudStore)
    #expect(try model.get(DiskStore.self) === disk)
  }

  @Test("an extension that would break requests is refused with all problems, and changes nothing")
  func refuses() throws {
    let model = try model()
    let store: any Store = try model.get()
    let rule: any Rule = try model.get()
    #expect(try model.get([any Rule].self).count == 1)
    let error = alchemicError {
      try extend(model) { model in
        model.register(CloudStore.init)
        model.register(NewRule.init)
        model.register { (_: String) in UInt8(1) }
      }
    }
    let problems = try #require(error?.problems)
    #expect(problems.map(\.id) == [.noMatch, .severalMatches, .severalMatches])
    #expect(Set(problems.map(\.subject)) == ["String", "Store", "Rule"])
    #expect(problems.last?.path.map(\.subject) == ["an earlier request"])
    #expect(problems.last?.candidates.count == 2)
    #expect(try model.get((any Store).self) === store)
    #expect(try model.get((any Rule).self) === rule)
    #expect(try model.get([any Rule].self).count == 1)
    #expect(model.factories.count == 2)
    #expect(problems.first?.id != nil && (try? model.get(UInt8.self)) == nil)
    // Nothing of it remains that would prevent another extension.
    try extend(model) { $0.register { 3 } }
    #expect(try model.get() == 3)
  }

  @Test("an extension that makes an argument ambiguous is refused; the error names the argument")
  func ambiguousArgument() throws {
    let model = try makeModel { model in
      model.register(DiskStore.init)
      model.register(Till.init)
    }
    // A request of the same kind is not reported in addition.
    _ = try model.get((any Store).self)
    let error = alchemicError {
      try extend(model) { $0.register(CloudStore.init) }
    }
    #expect(error?.problems.map(\.id) == [.severalMatches])
    #expect(error?.problems.first?.path.first?.subject == "Till (argument 1)")
    #expect(try model.get(Till.self).store is DiskStore)
  }

  @Test("a loop of existing and new factories is refused")
  func cycle() throws {
    final class First { init(_ second: Second?) {} }
    final class Second { init(_ first: First) {} }
    let model = try makeModel { $0.register { (second: Second?) in First(second) } }
    let error = alchemicError {
      try extend(model) { model in model.register { (first: First) in Second(first) } }
    }
    #expect(error?.problems.map(\.id) == [.cycle])
    _ = try model.get(First.self)
  }

  @Test("a template among followed factories is refused; without a follower it is added")
  func followedTemplate() throws {
    let model = try model()
    let other = try self.model()
    try model.resolver(for: [any Rule].self).requireShared()
    #expect(try other.get([any Rule].self).count == 1)
    func add(to model: Model) throws {
      try extend(model) { $0.register(NewRule.init, AcTemplate()) }
    }
    let error = alchemicError { try add(to: model) }
    #expect(error?.problems.map(\.id) == [.transientTemplate])
    #expect(error?.problems.first?.subject == "NewRule")
    #expect(try model.get([any Rule].self).count == 1)
    try add(to: other)
    #expect(try other.get([any Rule].self).count == 2)
    #expect(try !other.resolver(for: [any Rule].self).isShared)
  }

  @Test("the number that followers compare grows, whatever the versions of the factories were")
  func watching() throws {
    let model = try model()
    let resolver = try model.resolver(for: (any Store)?.self)
    for _ in 0..<3 {
      _ = try model.set(DiskStore(), as: DiskStore.self, matching: SearchCriteria(), by: here)
    }
    let before = try resolver.watchFactories()
    try extend(model) { $0.register(CloudStore.init, AcPrimary()) }
    let between = try resolver.watchFactories()
    #expect(between == before + 1)
    _ = try model.set(CloudStore(), as: CloudStore.self, matching: SearchCriteria(), by: here)
    #expect(try resolver.watchFactories() == between + 1)
    // The disk store no longer answers the request.
    _ = try model.set(DiskStore(), as: DiskStore.self, matching: SearchCriteria(), by: here)
    #expect(try resolver.watchFactories() == between + 1)
  }

  @Test("a set reaches a resolver that has got the factory, and not one that has lost it")
  func mirrors() throws {
    let model = try model()
    #expect(try model.get((any Store).self) is DiskStore)
    try extend(model) { $0.register(CloudStore.init, AcPrimary()) }
    let cloud: any Store = try model.get()
    let new = CloudStore()
    let first = try model.set(new, as: CloudStore.self, matching: SearchCriteria(), by: here)
    #expect(first.replacements[0].released.map { $0 as AnyObject === cloud } == [true])
    #expect(try model.get((any Store).self) === new)
    #expect(cloud !== new)
    let second = try model.set(
      DiskStore(), as: DiskStore.self, matching: SearchCriteria(), by: here)
    #expect(second.replacements[0].released.isEmpty)
    #expect(try model.get((any Store).self) === new)
  }

  @Test("an answer that is being created from the old factories is not cached for the new ones")
  func overtaken() throws {
    let model = try makeModel { $0.register(HouseRule.init, AcFactoryName("house")) }
    // While the array is created, its second element, which is lazy, extends the model.
    try extend(model) { builder in
      builder.register(AcFactoryName("extends"), AcLazy()) { () throws -> any Rule in
        try extend(model) { $0.register(NewRule.init) }
        return OtherRule()
      }
    }
    let during: [any Rule] = try model.get()
    #expect(during.count == 2)
    let after: [any Rule] = try model.get()
    #expect(after.count == 3)
    #expect(after[1] === during[1])
  }

  // MARK: Names

  @Test("an existing factory keeps its name, and a new type of the same name is qualified")
  func names() throws {
    let model = try model()
    let added = try extend(model) { $0.register(Other.HouseRule.init) }
    #expect(added.map(\.name) == ["AlchemicCoreTests.Other.HouseRule"])
    #expect(model.factories.map(\.name).contains("HouseRule"))
    let error = alchemicError { try extend(model) { $0.register(HouseRule.init) } }
    #expect(error?.problems.map(\.id) == [.duplicateName])
    #expect(error?.problems.first?.candidates.count == 2)
    // A primary without a name leaves the name to the factory that it replaces.
    let primary = try extend(model) { $0.register(HouseRule.init, AcPrimary()) }
    #expect(primary.map(\.name) == ["HouseRule (primary)"])
  }

  @Test("a name that is taken is refused with both locations")
  func takenName() throws {
    let model = try makeModel { $0.register(AcFactoryName("rate")) { 1 } }
    let error = alchemicError { try extend(model) { $0.register(AcFactoryName("rate")) { 2.0 } } }
    #expect(error?.problems.map(\.id) == [.duplicateName])
    #expect(error?.problems.first?.candidates.compactMap(\.location).count == 2)
    #expect(try model.get(matching: SearchCriteria(.named("rate"))) == 1)
  }

  @Test("a class that declares neither an initializer nor that it is a reference is reported")
  func notMakeable() throws {
    let model = try model()
    let error = alchemicError { try extend(model) { $0.declare(NewRule.self) { _ in } } }
    #expect(error?.problems.map(\.id) == [.notMakeable])
    #expect(error?.problems.first?.subject == "NewRule")
    #expect(try model.get([any Rule].self).count == 1)
  }

  @Test("an extension without declarations creates no revision")
  func nothing() throws {
    let model = try model()
    let revision = model.revision
    #expect(try extend(model) { _ in }.isEmpty)
    #expect(model.revision === revision)
  }

  @Test("a builder that extends a model lists the existing and the new factories")
  func builder() throws {
    let model = try model()
    try extend(model) { builder in
      #expect(builder.extendsModel)
      #expect(builder.factories.map(\.name) == ["HouseRule", "DiskStore"])
      #expect(builder.produces((any Store).self))
      #expect(!builder.produces(NewRule.self))
      builder.register(NewRule.init)
      #expect(builder.factories.map(\.name) == ["HouseRule", "DiskStore", "NewRule"])
      #expect(builder.produces(NewRule.self))
    }
  }
}
