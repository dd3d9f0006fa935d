import AlchemicInject
import AlchemicTestSupport
import Testing

private final class Widths {
  @Injected(AcLong(.max)) var long: Int64
  @Injected(AcUInt(.max)) var unsigned: UInt
  @Injected(AcFloat(0.1)) var float: Float
  @Injected(AcDouble(0.1)) var double: Double
  @Injected(AcInt(.min)) var int: Int
  @Injected(AcBool(true)) var bool: Bool
  @Injected(AcValue(UInt8.max)) var byte: UInt8
}
private final class Lists {
  @Injected(AcValue(["a", "b"])) var texts: [String]
  @InjectedArray(AcInt(1), AcInt(2)) var numbers: [Int]
  let given: [String]
  init(given: [String]) { self.given = given }
}
private final class Counts { @Injected(AcInt(3)) var count: Int? }

@Suite struct ConstantTests {
  @Test("I2, I3: arrays of constants are constants, for properties and for arguments")
  func constantArrays() throws {
    try Alchemic.withModel { model in
      model.declare(Lists.self) { AcInitializer($0, Lists.init(given:), AcValue(["c", "d"])) }
    } operation: { () throws in
      let lists: Lists = try AcGet()
      #expect(lists.texts == ["a", "b"])
      #expect(lists.numbers == [1, 2])
      #expect(lists.given == ["c", "d"])
    }
  }

  @Test("I2: constants keep their width")
  func widths() throws {
    let widths = Widths()
    #expect(widths.long == .max && widths.unsigned == .max && widths.int == .min)
    #expect(widths.float == 0.1 && widths.double == 0.1 && widths.bool && widths.byte == .max)
  }

  @Test("I2: an optional property may have a constant")
  func optionalConstant() { #expect(Counts().count == 3) }
}
