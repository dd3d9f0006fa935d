import Alchemic
import Testing

extension TreasuryTests {
  @Suite("The module of the product's name") struct ImportTests {
    @Test(
      "A1: a program that imports Alchemic has its functions, and types with and without a module")
    func names() throws {
      try Alchemic.start { model in model.register(.primary) { 3 } }
      defer { Alchemic.reset() }

      let model: AlchemicCore.Model = try Alchemic.model
      let number: Int = try AcGet()
      #expect(number == 3 && !model.description.isEmpty)
      #expect(AlchemicInject.Alchemic.self == Alchemic.self)
    }
  }
}
