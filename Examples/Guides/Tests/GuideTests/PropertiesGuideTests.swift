import Alchemic
import AlchemicTesting
import Foundation
import Testing

// The code of Docs/Guides/Properties.md.

protocol Meter: AnyObject { var value: Int { get } }

final class Water: Meter { let value = 7 }

final class Boiler {
  @Injected var meter: any Meter
  @Injected(.value(90)) var limit: Int
  @Weak var display: Display?

  var isSafe: Bool { meter.value < limit }
}

final class Display {
  @Injected var boiler: Boiler  // a cycle, which properties may have
}

struct Gauge {
  @Injected var meter: any Meter
}

final class Panel: AlchemicAware {
  @Injected var meter: any Meter
  @Injected var gauge: Gauge
  private(set) var log: [String] = []

  func didInject(variable: String) {
    if variable == name(of: \.$gauge) { log.append("the gauge shows \(gauge.meter.value)") }
  }

  func didInjectDependencies() { log.append("done") }
}

func configureHouse(_ model: ModelBuilder) {
  model.register { Water() as any Meter }
  model.register { Boiler() }
  model.register(.weak) { Display() }
  model.register(.template) { Gauge() }
}

func makePanel() -> Panel {
  let panel = Panel()  // as a view or a decoder creates it
  AcInjectDependencies(panel)
  return panel
}

struct Reading: Codable, Hashable {
  var litres: Int
  @Injected var meter: any Meter

  enum CodingKeys: CodingKey { case litres }
  init(litres: Int) { self.litres = litres }
  static func == (first: Reading, second: Reading) -> Bool { first.litres == second.litres }
  func hash(into hasher: inout Hasher) { hasher.combine(litres) }
}

@Suite(.alchemic { configureHouse($0) }) struct PropertiesGuideTests {
  @Test("I1: a value type with a property is decoded and compared without it")
  func reading() throws {
    let reading = try JSONDecoder().decode(Reading.self, from: Data(#"{"litres": 3}"#.utf8))
    #expect(reading == Reading(litres: 3) && Set([reading, Reading(litres: 3)]).count == 1)
    #expect(reading.meter.value == 7)
  }

  @Test("I1, I2, I9: properties are resolved by type, also in a cycle")
  func boiler() throws {
    let boiler: Boiler = try AcGet()
    #expect(boiler.isSafe)
    let display: Display = try AcGet()
    #expect(display.boiler === boiler)
  }

  @Test("I4: a weak property does not keep its object")
  func weak() throws {
    let boiler: Boiler = try AcGet()
    var display: Display? = try AcGet()
    #expect(boiler.display === display)
    display = nil
    #expect(boiler.display == nil)
  }

  @Test("I6, I7, A6: a host that is made elsewhere is injected, and its hooks are called")
  func panel() {
    #expect(makePanel().log == ["the gauge shows 7", "done"])
  }
}
