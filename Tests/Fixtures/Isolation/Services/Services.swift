// Services as people write them in Swift 6 mode, each with another way to be safe; none of them
// says `@unchecked`.

public import Alchemic

/// A value.
public struct Account: Sendable {
  public var owner = "Ada"
}

/// Sendable because it is final and has nothing but constants: what is injected is in a structure.
public final class Ledger: Sendable, AlchemicCreatable {
  private struct Needs: Sendable {
    @Injected(AcName("account")) var account: Account
    @Transient var rates: (any Rates)?
  }
  private let needs = Needs()

  public init() {}
  public func describe() -> String { "\(needs.account.owner) \(needs.rates?.rate ?? 0)" }
}

public protocol Rates: AnyObject, Sendable {
  var rate: Double { get }
}

/// Made by an asynchronous initializer.
public final class RemoteRates: Rates, AlchemicManaged {
  public let rate: Double

  public init(vault: Vault) async throws {
    try await Task.sleep(for: .milliseconds(1))
    rate = await vault.open() ? 1.5 : 0
  }

  public static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, RemoteRates.init(vault:))
  }
}

/// An actor.
public actor Vault: AlchemicManaged, AlchemicAware, AlchemicStopping {
  @Injected(AcName("account")) var account: Account
  private var count = 0

  public init() {}
  public func open() -> Bool {
    count += 1
    return account.owner == "Ada"
  }
  public func stop() { print("the vault is locked") }

  public static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Vault.init) }
}

/// Not `Sendable`: each request gets a new object.
public final class Declaration: AlchemicManaged {
  @Injected var ledger: Ledger
  public var text = ""

  public init() {}
  public func sign() { text = ledger.describe() }

  public static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, Declaration.init)
    AcRegister(of, AcTemplate())
  }
}

/// Belongs to the main actor, hooks and all.
@MainActor
public final class Screen: AlchemicManaged, @MainActor AlchemicAware {
  @Injected var ledger: Ledger
  @InjectedArray var declarations: [Declaration]
  public private(set) var lines: [String] = []
  private let title: String

  public init(title: String) { self.title = title }

  public func didInjectDependencies() { lines = [title, ledger.describe()] }

  public static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, Screen.init(title:), AcName("title"))
    AcMethod(of, Screen.footer, options: AcTemplate(), AcFactoryName("footer"))
  }

  func footer() -> String { "page 1 of \(lines.count)" }
}

final class Setup: AlchemicConfig {
  static func configureAlchemic(_ model: ModelBuilder) {
    model.register(AcFactoryName("account")) { Account() }
    model.register(AcFactoryName("title")) { () async -> String in "Accounts" }
  }
}
