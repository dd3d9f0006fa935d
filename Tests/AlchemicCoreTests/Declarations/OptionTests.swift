import AlchemicInject
import Testing

@testable import AlchemicCore

@Suite struct OptionTests {
  @Test(
    "M9: a message spells an option as it is written",
    arguments: [
      (AcTemplate(), "AcTemplate()"), (AcReference(), "AcReference()"),
      (AcPrimary(), "AcPrimary()"), (AcNillable(), "AcNillable()"), (AcWeak(), "AcWeak()"),
      (AcTransient(), "AcTransient()"), (AcLazy(), "AcLazy()"), (AcOrder(-1), "AcOrder(-1)"),
      (AcFactoryName("a \"b\""), "AcFactoryName(\"a \"b\"\")"),
    ] as [(FactoryOption, String)])
  func spelling(_ option: FactoryOption, _ text: String) {
    #expect(option.spelling == text)
  }
}
