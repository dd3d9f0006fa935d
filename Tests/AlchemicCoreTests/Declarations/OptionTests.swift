import AlchemicInject
import Testing

@testable import AlchemicCore

@Suite struct OptionTests {
  @Test(
    "M9: a message spells an option as it is written",
    arguments: [
      (AcTemplate(), ".template"), (AcReference(), ".reference"),
      (AcPrimary(), ".primary"), (AcFallback(), ".fallback"), (AcNillable(), ".nillable"),
      (AcWeak(), ".weak"), (AcArguments(2...4), ".arguments(2...4)"),
      (AcTransient(), ".transient"), (AcLazy(), ".lazy"), (AcOrder(-1), ".order(-1)"),
      (AcFactoryName("a \"b\""), ".named(\"a \"b\"\")"),
    ] as [(FactoryOption, String)])
  func spelling(_ option: FactoryOption, _ text: String) {
    #expect(option.spelling == text)
  }
}
