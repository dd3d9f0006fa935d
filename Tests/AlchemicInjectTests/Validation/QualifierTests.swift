import AlchemicTestSupport
import Testing

@testable import AlchemicCore
@testable import AlchemicInject

private enum Main: AcQualifier {}
private enum Backup: AcQualifier {}
/// A class may be a qualifier, too.
private final class Archive: Store, AcQualifier {
  let path = "archive"
}

private protocol Store: AnyObject { var path: String { get } }

private final class FileStore: Store {
  let path: String
  init(_ path: String) { self.path = path }
}

private final class Client {
  @Qualified<Main>.Injected var store: any Store
  @Qualified<Backup>.Injected var backup: (any Store)?
  @Qualified<Main>.InjectedArray var all: [any Store]
  @Qualified<Main>.Weak var weak: (any Store)?
  @Qualified<Main>.Transient var followed: any Store
}

private struct Services { @Qualified<Backup>.Injected var backup: any Store }
private final class Outer { let services = Services() }

@Suite struct QualifierTests {
  private func register(in model: ModelBuilder) {
    model.register(AcFactoryQualifier(Main.self)) { FileStore("main") as any Store }
    model.register(AcFactoryQualifier(Backup.self)) { FileStore("backup") as any Store }
  }

  @Test("V2: a qualifier chooses among factories of one type: properties, arguments and requests")
  func chooses() throws {
    try Alchemic.withModel { model in
      register(in: model)
      model.register(Client.init)
      model.register({ (store: any Store) in store.path }, AcQualified(Backup.self))
    } operation: {
      let client: Client = try AcGet()
      #expect(client.store.path == "main" && client.backup?.path == "backup")
      #expect(client.all.map(\.path) == ["main"])
      #expect(client.weak === client.store && client.followed === client.store)
      #expect(try AcGet((any Store).self, AcQualified(Backup.self)).path == "backup")
      #expect(try AcGet(String.self) == "backup")
      let new = FileStore("new")
      try AcSet(new, AcQualified(Main.self))
      #expect(client.followed === new && client.store !== new)
      #expect(try AcGet((any Store).self, AcQualified(Backup.self)).path == "backup")
    }
  }

  #if Suggestions
  @Test("V2: a missing qualifier is known before an object exists, also in a structure")
  func missing() {
    let found = problems { model in
      model.register(AcFactoryQualifier(Main.self)) { FileStore("main") as any Store }
      model.register(Client.init)
      model.register(Outer.init)
    }
    #expect(found.map(\.id) == [.noMatch])
    #expect(found[0].path.first?.subject == "Outer.services.backup")
    #expect(found[0].headline.hasSuffix("Nothing produces 'Store' with .qualified(Backup.self)."))
    #expect(found[0].candidates.map(\.name) == ["Store (Main)"])
  }
  #endif

  @Test("V2: two factories of one qualifier are known before an object exists")
  func ambiguous() {
    let found = problems { model in
      register(in: model)
      model.register(AcFactoryQualifier(Main.self), AcFactoryName("other")) {
        FileStore("x") as any Store
      }
      model.register(Client.init)
    }
    // The property, the weak and the transient one are one mistake.
    #expect(found.map(\.id) == [.severalMatches])
    #expect(found[0].alsoNeededBy.map(\.subject) == ["Client.weak", "Client.followed"])
  }

  @Test("V2: a primary of the qualifier replaces it, and no other")
  func replaced() throws {
    let made = Log<String>()
    try Alchemic.withModel { model in
      model.register(AcFactoryQualifier(Main.self)) { () -> any Store in
        made.add("main")
        return FileStore("main")
      }
      model.register(AcFactoryQualifier(Backup.self)) { FileStore("backup") as any Store }
      model.register(AcFactoryQualifier(Main.self), AcPrimary()) { FileStore("fake") as any Store }
      model.register(Client.init)
    } operation: {
      let client: Client = try AcGet()
      #expect(client.store.path == "fake" && client.backup?.path == "backup")
      #expect(made.entries == [])
    }
  }

  #if Suggestions
  @Test("V2: a value with a qualifier is found by it only; an object by its type, too")
  func values() throws {
    let found = problems { model in
      model.register(AcFactoryQualifier(Main.self)) { "EUR" }
      model.register { (text: String) in text.count }
    }
    #expect(found.map(\.id) == [.noMatch])
    #expect(found[0].description.contains("request it with .qualified(Main.self)"))
    try Alchemic.withModel {
      $0.register(AcFactoryQualifier(Main.self)) { FileStore("only") as any Store }
    } operation: {
      () throws in
      #expect(try AcGet((any Store).self).path == "only")
    }
  }
  #endif

  @Test("V2: several qualifiers and other criteria must all hold; a name stands alone")
  func combined() throws {
    try Alchemic.withModel { model in
      model.register(AcFactoryQualifier(Main.self), AcFactoryQualifier(Backup.self)) {
        FileStore("both") as any Store
      }
      model.register(AcFactoryQualifier(Main.self), AcFactoryName("m")) { FileStore("main") }
      model.register(AcFactoryQualifier(Archive.self)) { Archive() }
    } operation: {
      let both = try AcGet((any Store).self, AcQualified(Main.self), AcQualified(Backup.self))
      #expect(both.path == "both")
      let file = try AcGet((any Store).self, AcQualified(Main.self), AcClass(FileStore.self))
      #expect(file.path == "main")
      // One class, as a criterion and as a qualifier.
      #expect(try AcGet((any Store).self, AcClass(Archive.self)).path == "archive")
      #expect(try AcGet((any Store).self, AcQualified(Archive.self)).path == "archive")
      let error = alchemicError {
        _ = try AcGet((any Store).self, AcName("m"), AcQualified(Main.self))
      }
      #expect(error?.problems.map(\.id) == [.wrongCriteria])
    }
  }

  @Test("V2: factories that only their qualifiers tell apart have different names")
  func names() throws {
    let model = try makeModel { register(in: $0) }
    #expect(model.factories.map(\.name) == ["Store (Main)", "Store (Backup)"])
  }

  @Test("V2: a template is refused for a property that follows, before an object exists")
  func template() {
    let found = problems { model in
      model.register(AcFactoryQualifier(Main.self), AcTemplate()) { FileStore("main") as any Store }
      model.register(AcFactoryQualifier(Backup.self)) { FileStore("backup") as any Store }
      model.register(Client.init)
    }
    #expect(Set(found.map(\.id)) == [.transientTemplate, .weakTemplate])
  }
}

private final class Opener {
  @Qualified<Main>.Injected var main: Provider<any Store>
  @Qualified<Backup>.Injected var backup: Provider<any Store, Int>
}

extension QualifierTests {
  @Test("V2, P2: a provider has a qualifier like any property, and is checked with it")
  func provider() throws {
    let found = problems { model in
      register(in: model)
      model.register(Opener.init)
    }
    #expect(found.map(\.id) == [.wrongArguments])
    #expect(found.first?.path.first?.subject == "Opener.backup")
    try Alchemic.withModel { model in
      model.register(AcFactoryQualifier(Main.self)) { FileStore("main") as any Store }
      model.register(AcFactoryQualifier(Backup.self)) { (number: Given<Int>) in
        FileStore("backup \(number.value)") as any Store
      }
      model.register(Opener.init)
    } operation: {
      let opener: Opener = try AcGet()
      #expect(try opener.main().path == "main")
      #expect(try opener.backup(3).path == "backup 3")
    }
  }
}

private struct AllForms {
  @Qualified<Main>.Injected var store: any Store
  @Qualified<Main>.InjectedArray var all: [any Store]
  @Qualified<Main>.Weak var weak: (any Store)?
  @Qualified<Main>.Transient var followed: any Store
}

extension QualifierTests {
  @Test("V2: structures and local variables have qualified properties, too")
  func structures() throws {
    try Alchemic.withModel(register) {
      let forms = AllForms()
      #expect(forms.store.path == "main" && forms.all.count == 1)
      #expect(forms.weak === forms.store && forms.followed === forms.store)
      @Qualified<Backup>.Injected var local: any Store
      #expect(local.path == "backup")
    }
  }

  @Test("V2: options are equal if their qualifiers are, and a message spells them")
  func options() {
    let main = FactoryOption.Kind.qualified(Qualifier(Main.self))
    let backup = FactoryOption.Kind.qualified(Qualifier(Backup.self))
    #expect(main == .qualified(Qualifier(Main.self)))
    #expect(main != backup)
    #expect(main.spelling == ".qualifier(Main.self)")
  }
}

extension QualifierTests {
  @Test("V2, A2: qualifiers have forms with a leading dot")
  func leadingDots() throws {
    try Alchemic.withModel { model in
      model.register(.qualifier(Main.self)) { FileStore("main") as any Store }
      model.register(.qualifier(Backup.self)) { FileStore("backup") as any Store }
      model.register({ (store: any Store) in store.path }, .qualified(Backup.self))
    } operation: { () throws in
      #expect(try AcGet(String.self) == "backup")
      #expect(try AcGet((any Store).self, .qualified(Main.self)).path == "main")
    }
  }
}
