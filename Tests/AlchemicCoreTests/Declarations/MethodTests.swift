import AlchemicInject
import AlchemicTestSupport
import Testing

private final class Connection {
  let url: String
  let user: String
  init(_ url: String, _ user: String) { (self.url, self.user) = (url, user) }
}

private final class Clock: Sendable {}

/// Counts how often it is created.
private class Bank {
  @Injected var clock: Clock
  let made: Counter
  init(made: Counter) {
    made.increment()
    self.made = made
  }

  func connection(to url: String, as user: String) -> Connection { Connection(url, user) }
  func greeting() -> String { "hello" }
  func maybe(_ number: Int) -> Double? { number > 0 ? Double(number) : nil }
  func refuse() throws -> UInt8 { throw Closed() }
  func hasClock() -> Bool { ObjectIdentifier(clock) == ObjectIdentifier(clock) }
  static func standard(url: String) -> [Connection] { [Connection(url, "standard")] }
}

private final class LocalBank: Bank {}

private struct Closed: Error {}

private final class Other {
  func part() -> Int16 { 1 }
}

@Suite struct MethodTests {
  private func configure(_ model: ModelBuilder, made: Counter = Counter()) {
    model.register(Clock.init)
    model.register(AcFactoryName("made")) { made }
    model.register(AcFactoryName("db url")) { "db:" }
    model.register(AcFactoryName("user")) { "anna" }
  }

  @Test("R4: a method is called on the injected object of its class, and creates one product")
  func instanceMethod() throws {
    let made = Counter()
    try Alchemic.withModel { model in
      configure(model, made: made)
      model.declare(Bank.self) { of in
        AcInitializer(of, Bank.init)
        AcMethod(of, Bank.connection, AcName("db url"), AcString("bert"))
        AcMethod(of, Bank.hasClock)
      }
    } operation: { () throws in
      let connection: Connection = try AcGet()
      #expect(connection.url == "db:" && connection.user == "bert")
      #expect(try connection === (AcGet() as Connection))
      #expect(try AcGet(Bool.self))
      #expect(made.value == 1)
    }
  }

  @Test("R4: a method may create templates; it is called on the one object of its class")
  func template() throws {
    let made = Counter()
    try Alchemic.withModel { model in
      configure(model, made: made)
      model.declare(Bank.self) { of in
        AcInitializer(of, Bank.init)
        AcMethod(
          of, Bank.connection, AcName("db url"), AcName("user"), options: AcTemplate(),
          AcFactoryName("db"))
      }
    } operation: { () throws in
      let first: Connection = try AcGet(AcName("db"))
      #expect(try first !== (AcGet(AcName("db")) as Connection))
      #expect(first.user == "anna")
      #expect(made.value == 1)
    }
  }

  @Test("R4: one method may be declared several times, with different sources and names")
  func severalTimes() throws {
    try Alchemic.withModel { model in
      configure(model)
      model.declare(Bank.self) { of in
        AcInitializer(of, Bank.init)
        AcMethod(
          of, Bank.connection, AcString("one:"), AcName("user"), options: AcFactoryName("one"))
        AcMethod(
          of, Bank.connection, AcString("two:"), AcName("user"), options: AcFactoryName("two"))
      }
    } operation: { () throws in
      #expect(try (AcGet() as [Connection]).map(\.url) == ["one:", "two:"])
      #expect(try (AcGet(AcName("two")) as Connection).url == "two:")
    }
  }

  @Test("R4, M6: a method's product is unavailable while the reference of its class is nil")
  func methodOfNil() throws {
    try Alchemic.withModel { model in
      configure(model)
      model.declare(Bank.self) { of in
        AcRegister(of, AcReference(), AcNillable())
        AcMethod(of, Bank.greeting, options: AcTemplate(), AcFactoryName("greeting"))
      }
    } operation: { () throws in
      let found = problems { _ = try AcGet(AcName("greeting")) as String }
      #expect(found.map(\.id) == [.unexpectedNil])
      #expect(found[0].description.contains("'Bank' is nil, but an object was requested."))
      try AcSet(Bank(made: Counter()))
      #expect(try AcGet(AcName("greeting")) == "hello")
    }
  }

  @Test("R4: a static method needs no object, and none is created for it")
  func staticMethod() throws {
    let made = Counter()
    try Alchemic.withModel { model in
      configure(model, made: made)
      model.declare(Bank.self) { of in
        AcRegister(of, AcLazy())
        AcInitializer(of, Bank.init)
        AcMethod(of, Bank.standard, AcName("db url"), options: AcFactoryName("standard"))
      }
    } operation: { () throws in
      #expect(try (AcGet(AcName("standard")) as [Connection])[0].user == "standard")
      #expect(made.value == 0)
    }
  }

  @Test("R4, M6: a method that may return nil is a factory of the wrapped type")
  func nillable() throws {
    try Alchemic.withModel { model in
      configure(model)
      model.declare(Bank.self) { of in
        AcInitializer(of, Bank.init)
        AcMethod(of, Bank.maybe, AcInt(0), options: AcNillable())
      }
    } operation: { () throws in
      #expect(try (AcGet() as Double?) == nil)
    }
  }

  @Test("R4: the arguments of a method without sources are found by their types")
  func autowired() throws {
    try Alchemic.withModel { model in
      model.register(Clock.init)
      model.register(Counter.init)
      model.register { "all:" }
      model.declare(Bank.self) { of in
        AcInitializer(of, Bank.init)
        AcMethod(of, Bank.connection)
      }
    } operation: { () throws in
      #expect(try (AcGet() as Connection).url == "all:")
    }
  }

  @Test("R4, S4: an argument of a method that no factory produces is a start error")
  func missingArgument() throws {
    let found = problems { model in
      model.register(Clock.init)
      model.declare(Bank.self) { of in
        AcInitializer(of, Bank.init, AcObject(Counter()))
        AcMethod(of, Bank.connection, AcName("db url"), AcName("user"))
      }
    }
    #expect(found.map(\.id) == [.noMatch, .noMatch])
    #expect(
      found.map { $0.path[0].subject } == [
        "Bank.Connection (argument 1)", "Bank.Connection (argument 2)",
      ])
  }

  @Test("R4, R6: the error of a method has the path of the requests that needed its product")
  func throwing() throws {
    try Alchemic.withModel { model in
      configure(model)
      model.declare(Bank.self) { of in
        AcInitializer(of, Bank.init)
        AcMethod(of, Bank.refuse, options: AcLazy())
      }
      model.register(AcLazy(), AcFactoryName("needs it")) { (number: UInt8) in Int(number) }
    } operation: { () throws in
      let line = #line + 1
      let found = problems { _ = try AcGet(AcName("needs it")) as Int }
      #expect(found.map(\.id) == [.creationFailed])
      #expect(found[0].subject == "Bank.UInt8")
      #expect(found[0].underlyingError is Closed)
      #expect(found[0].path.map(\.subject) == ["needs it", "AcGet"])
      #expect(found[0].path.last?.location?.line == line)
    }
  }

  @Test("R4: a method that a subclass inherits is called on the subclass's object")
  func inherited() throws {
    try Alchemic.withModel { model in
      configure(model)
      model.declare(LocalBank.self) { of in
        AcInitializer(of, LocalBank.init)
        AcMethod(of, LocalBank.greeting, options: AcFactoryName("greeting"))
      }
    } operation: { () throws in
      #expect(try AcGet(AcName("greeting")) == "hello")
    }
  }

  @Test("R4: a method of another class is a start error that names both")
  func foreignMethod() throws {
    let line = #line + 4
    let found = problems { model in
      model.register(AcFactoryName("anna")) { Clock() }
      model.declare(Other.self) { of in
        AcMethod(of, Bank.greeting)
        AcInitializer(of, Other.init)
      }
    }
    #expect(
      found.map(\.description) == [
        """
        [wrong-method] The method given for 'Other' belongs to 'Bank'.
           • 'Other.String' (String) — AlchemicCoreTests/MethodTests.swift:\(line)
           → give AcMethod a method of Other, or move the call to alchemic(_:) of Bank
        """
      ])
  }

  @Test("M7: a method's default name is its class and product; a clash is an error with a remedy")
  func defaultName() throws {
    try Alchemic.withModel { model in
      configure(model)
      model.declare(Bank.self) { of in
        AcInitializer(of, Bank.init)
        AcMethod(of, Bank.greeting)
      }
    } operation: { () throws in
      #expect(try AcGet(AcName("Bank.String")) == "hello")
    }
    let found = problems { model in
      model.register(Clock.init)
      model.declare(Bank.self) { of in
        AcInitializer(of, Bank.init, AcObject(Counter()))
        AcMethod(of, Bank.connection, AcString(""), AcString(""))
        AcMethod(of, Bank.connection, AcString(""), AcString(""))
      }
    }
    #expect(found.map(\.id) == [.duplicateName])
    #expect(found[0].subject == "Bank.Connection")
    #expect(found[0].description.hasSuffix("→ give each its own .named(…)"))
  }

  @Test("I10: a cycle through the arguments of a method is a start error with its path")
  func cycle() throws {
    let found = problems { model in
      model.register { (_: Connection) in Clock() }
      model.declare(Bank.self) { of in
        AcInitializer(of, Bank.init, AcObject(Counter()))
        AcMethod(of, Bank.connection, AcName("user"), AcString(""))
      }
      model.register(AcFactoryName("user")) { (_: Clock) in "anna" }
    }
    #expect(found.map(\.id) == [.cycle])
    #expect(found[0].path.map(\.subject) == ["user", "Bank.Connection", "Clock"])
    let own = problems { model in
      model.register(Clock.init)
      model.declare(Bank.self) { of in
        AcInitializer(of, { (_: Connection) in Bank(made: Counter()) })
        AcMethod(of, Bank.connection, AcString(""), AcString(""))
      }
    }
    #expect(own.map(\.id) == [.cycle])
    #expect(own[0].path.map(\.subject) == ["Bank.Connection", "Bank"])
  }
}
