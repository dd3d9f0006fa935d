import AlchemicInject
import Measure

/// The model on which the operations run that take nanoseconds.
public enum HotModel {
  /// Starts it.
  public static func start() throws {
    try Alchemic.start { model in
      model.register(FastService.init, AcFactoryName("main service"))
      model.register(OneOther.init)
      model.register(Ledger.init)
      model.register(FastMeter.init)
      model.register(TodaysRates.self, AcReference(), AcNillable())
      model.register(TodaysQuotes.self, AcReference(), AcNillable(), AcTransient())
      model.register(Price.self, AcReference(), AcNillable())
      model.register(Alone.init, AcTemplate())
      registerChain(model)
      registerWide(model)
      registerItems(model)
      registerStages(model)
      registerKnots(model)
      registerProvided(model)
    }
    try AcSet(TodaysRates(7))
    try AcSet(TodaysQuotes(7))
    // What properties follow is exchanged: once more, when somebody has asked for it.
    let rates: (any Rates)? = try AcGet()
    if rates != nil { try AcSet(TodaysRates(7)) }
    let quotes: (any Quotes)? = try AcGet()
    if quotes != nil { try AcSet(TodaysQuotes(7)) }
  }

  /// All of them; the model must be started.
  public static var operations: [Operation] {
    reading + getting + hosts + templates + byProtocol + providing + handWritten
  }
}
