import Alchemic
import AlchemicTesting
import Testing

// The code of Docs/Guides/Testing.md: the strict mode.

private protocol Weather: AnyObject { var now: String { get } }
private final class FixedWeather: Weather { let now = "sun" }

private final class Forecast {
  @Injected var weather: any Weather
  var text: String { weather.now }
}

@Suite(.alchemic { $0.register { Forecast() } }) struct StrictGuideTests {
  @Test(.alchemic(.strict) { $0.register { FixedWeather() as any Weather } })
  func aForecastNeedsNoNetwork() throws {
    let forecast: Forecast = try AcGet()
    #expect(forecast.text == "sun")
  }

  @Test(.alchemic { $0.register { FixedWeather() as any Weather } }.failing(on: .livingHosts))
  func nothingIsLeft() throws {
    let forecast: Forecast = try AcGet()
    #expect(forecast.text == "sun")
  }

  @Test(
    "X1: the traits of a suite and of a test are checked together",
    .alchemic { $0.register { FixedWeather() as any Weather } })
  func together() throws {
    #expect(try AcGet(Forecast.self).text == "sun")
  }
}
