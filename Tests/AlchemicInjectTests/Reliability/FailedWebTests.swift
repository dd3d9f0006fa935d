import AlchemicInject
import AlchemicMessages
import AlchemicTestSupport
import Testing

private struct Broken: Error {}

/// The parts of a web in which the last property of the first fails, once.
private final class Bank: AlchemicAware, @unchecked Sendable {
  @Injected var branch: Branch
  @Injected var clerk: Clerk
  @Injected var vault: Vault
  init() {}
}

private final class Branch: @unchecked Sendable {
  let bank: Bank
  init(bank: Bank) { self.bank = bank }
}

private final class Clerk: AlchemicAware, @unchecked Sendable {
  @Injected var branch: Branch
  @Injected var tool: Tool
  init() {}
}

private final class Tool: Sendable {}
private final class Vault: Sendable {}

@Suite(.ownThreads) struct FailedWebTests {
  private func model(failing rounds: Int, made: Counter, tools: Counter) throws -> Model {
    let vaults = Counter()
    return try makeModel { model in
      model.register(AcLazy(), make: Bank.init)
      model.register(AcLazy()) { (bank: Bank) in
        made.increment()
        return Branch(bank: bank)
      }
      model.register(AcLazy(), make: Clerk.init)
      model.register(AcLazy()) {
        tools.increment()
        return Tool()
      }
      model.register(AcLazy()) { () throws -> Vault in
        vaults.increment()
        yieldThread()
        if vaults.value <= rounds { throw Broken() }
        return Vault()
      }
    }
  }

  @Test("R6: objects that refer to an object whose creation failed are discarded with it")
  func nothingIsLeft() throws {
    let (made, tools) = (Counter(), Counter())
    let model = try model(failing: 2, made: made, tools: tools)
    for _ in 0..<2 {
      #expect(problems { _ = try model.get(Bank.self) }.map(\.id) == [.creationFailed])
    }
    #expect(made.value == 2)
    let branch = try model.get(Branch.self)
    let bank = try model.get(Bank.self)
    #expect(branch.bank === bank)
    #expect(bank.branch === branch && bank.clerk.branch === branch)
    #expect(try model.get(Clerk.self) === bank.clerk)
    #expect(made.value == 3)
    // An object that does not refer to the failed one stays.
    #expect(tools.value == 1)
  }

  @Test("R6: a failed web leaves no objects behind")
  func objectsAreReleased() throws {
    let model = try model(failing: 1, made: Counter(), tools: Counter())
    _ = try? model.get(Bank.self)
    #expect(model.description.split(separator: "\n").filter { $0.contains("[*") }.count == 1)
  }

  @Test("I9, I12: threads that request the parts of a web get one complete web, created once")
  func threads() throws {
    for _ in 0..<200 {
      let made = Counter()
      let model = try model(failing: 0, made: made, tools: Counter())
      onThreads(4) { thread in
        for _ in 0..<4 {
          switch thread {
          case 0: _ = try? model.get(Bank.self)
          case 1: _ = try? model.get(Branch.self)
          case 2: _ = try? model.get(Clerk.self)
          default: _ = try? model.get(Vault.self)
          }
        }
      }
      let (bank, branch) = (try model.get(Bank.self), try model.get(Branch.self))
      #expect(made.value == 1)
      #expect(branch.bank === bank)
      #expect(bank.branch === branch && bank.clerk.branch === branch)
    }
  }
}
