import Alchemic

/// What a shift has sold. Each shift has its own, which it prints at its end.
package actor ShiftReport: AlchemicManaged, AlchemicStopping {
  private(set) var orders = 0

  package init() {}

  package static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, ShiftReport.init)
    AcRegister(of, .scope(Shift.self))
  }

  func count() {
    orders += 1
  }

  package func stop() {
    print("a shift has sold \(orders) orders")
  }
}
