import AlchemicInject
import Testing

@testable import AlchemicCore

extension Catalog {
  @Suite struct ProfilePageTests {
    /// Builds a model as a program does that is launched with an argument.
    private func launch(
      _ profile: String, _ configure: (ModelBuilder) -> Void
    ) throws {
      let builder = ModelBuilder()
      builder.activate(
        [], launched: LaunchedProfiles([(.named(profile), "--alchemic-profile=\(profile)")]))
      configure(builder)
      _ = try builder.build(injector: nil)
    }

    @Test("E2: unknown-profile: a launch argument is misspelt")
    func unknownProfile() throws {
      try example {
        // wrong: unknown-profile
        protocol Payments: Sendable {}

        struct CardPayments: Payments {}

        struct FakePayments: Payments {}

        func configureAlchemic(_ model: ModelBuilder) {
          model.register { CardPayments() as any Payments }
          model.register(.primary, .only(in: .named("staging"))) {
            FakePayments() as any Payments
          }
        }
        // launched with --alchemic-profile=stagging
        // end
        try launch("stagging") { configureAlchemic($0) }
      } right: {
        // right: unknown-profile
        protocol Payments: Sendable {}

        struct CardPayments: Payments {}

        struct FakePayments: Payments {}

        func configureAlchemic(_ model: ModelBuilder) {
          model.register { CardPayments() as any Payments }
          model.register(.primary, .only(in: .named("staging"))) {
            FakePayments() as any Payments
          }
        }
        // launched with --alchemic-profile=staging
        // end
        try launch("staging") { configureAlchemic($0) }
      }
    }
  }
}
