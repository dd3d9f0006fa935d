#if Launch
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

@testable import AlchemicCore
@testable import AlchemicInject
@testable import AlchemicLaunch

private protocol Payments: Sendable {}
private final class CardPayments: Payments {}
private final class FakePayments: Payments {}
private final class Checkout: Sendable {
  init(_ payments: any Payments) {}
}

private let staging = AlchemicProfile.named("staging")

private func declare(_ model: ModelBuilder) {
  model.register(.only(in: staging, .preview)) { FakePayments() as any Payments }
  model.register(Checkout.init)
}

/// Builds a model in these profiles, besides those of the process.
private func build(
  _ profiles: Set<AlchemicProfile>, launched: [String] = [],
  _ configure: (ModelBuilder) -> Void = declare
) throws -> Model {
  let builder = ModelBuilder()
  builder.activate(
    profiles,
    launched: LaunchedProfiles(
      launched.map { (.named($0), "--alchemic-profile=\($0)") }))
  configure(builder)
  return try builder.build(injector: nil)
}

@Suite struct ProfileTests {
  @Test("F2: a factory of a profile is in the model if the profile is active")
  func active() throws {
    for profile in [staging, .preview] {
      let model = try build([profile])
      #expect(try model.get((any Payments).self) is FakePayments)
    }
  }

  @Test("F2: elsewhere it is absent, and what needs it says so at start")
  func absent() throws {
    let found = problems { _ = try build([]) }
    #expect(found.map(\.id) == [.noMatch])
    #expect(
      found.first?.description.hasPrefix(
        "[no-match] Nothing produces 'Payments' outside the profiles 'staging', 'preview'.")
        == true)
    let other = problems { _ = try build([.named("other")]) }
    #expect(other.map(\.id) == [.noMatch])
    let model = try build([]) {
      declare($0)
      $0.register { CardPayments() as any Payments }
    }
    #expect(try model.get([any Payments].self).count == 1)
  }

  @Test("F2: .test and .debug are active by themselves in this process")
  func ofProcess() throws {
    let builder = ModelBuilder()
    #expect(builder.profiles.contains(.test))
    #if DEBUG
    #expect(builder.profiles.contains(.debug))
    #else
    #expect(!builder.profiles.contains(.debug))
    #endif
    #expect(!builder.profiles.contains(.preview))
    let model = try build([]) { $0.register(.only(in: .test)) { FakePayments() } }
    #expect(model.factories.count == 1)
  }

  @Test("F2: a launched profile that no factory is for is an error, and says which there are")
  func unknown() throws {
    let found = problems { _ = try build([staging], launched: ["stagging"]) }
    #expect(
      found.map(\.description) == [
        """
        [unknown-profile] No factory is for the profile 'stagging'.
           needed by   --alchemic-profile=stagging
           → correct it: the known profiles are debug, preview, staging, test
        """
      ])
    #expect(try build([], launched: ["staging"]).factories.count == 2)
    // The program may name more than it has factories for.
    #expect(try build([staging, .named("blue")], launched: ["blue"]).factories.count == 2)
  }

  @Test("F2: the launch argument and the variable take several, separated by commas")
  func arguments() {
    let found = LaunchArguments.profiles(
      in: ["program", "--alchemic-profile=a,b", "--alchemic-profile= c ", "x"], variable: "d,,")
    #expect(found.map(\.profile.name) == ["a", "b", "c", "d"])
    #expect(found.last?.origin == "ALCHEMIC_PROFILE=d,,")
    #expect(LaunchArguments(["program", "--alchemic-profile=a"]).action == .start)
  }

  @Test("F2: a configuration asks for the profiles, and a class is for some only")
  func declarations() throws {
    final class Host: Sendable {
      func number() -> Int { 1 }
    }
    func configure(_ model: ModelBuilder) {
      if model.profiles.contains(staging) { model.register { "staged" } }
      model.declare(Host.self) { of in
        AcInitializer(of, Host.init)
        AcRegister(of, AcOnly(in: staging))
        AcMethod(of, Host.number)
      }
    }
    #expect(try build([], configure).factories.isEmpty)
    #expect(
      try build([staging], configure).factories.map(\.name) == ["String", "Host", "Host.Int"])
  }

  @Test("F2: a decorator of a profile")
  func decorators() throws {
    func configure(_ model: ModelBuilder) {
      model.register { 1 }
      model.decorate(Int.self, AcOnly(in: staging)) { $0 + 1 }
    }
    #expect(try build([], configure).get(Int.self) == 1)
    #expect(try build([staging], configure).get(Int.self) == 2)
  }

  @Test("F2: a child model and a later discovery have the profiles of the model")
  func children() throws {
    try Alchemic.withModel {
      $0.register(.only(in: .test)) { FakePayments() as any Payments }
    } operation: { () throws in
      try Alchemic.withModel {
        $0.register(.only(in: .test)) { 1 }
        $0.register(.only(in: staging)) { "absent" }
      } operation: { () throws in
        #expect(try AcGet([any Payments].self).count == 1)
        #expect(try AcGet(Int.self) == 1)
        let found = problems { _ = try AcGet(String.self) }
        #expect(found.first?.description.contains("outside the profile 'staging'") == true)
      }
    }
  }

  @Test("F2: a validation in a profile")
  func start() throws {
    let report = try Alchemic.validate(profiles: [staging]) { declare($0) }
    #expect(report.factories >= 2)
    #expect(throws: AlchemicError.self) { try Alchemic.validate { declare($0) } }
  }
}
#endif
