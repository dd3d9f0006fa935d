import Alchemic

// A program that contains test doubles by mistake.

protocol Printer: AnyObject {}

final class LinePrinter: Printer, AlchemicCreatable {
  init() {}
}

final class FakePrinter: Printer, AlchemicTestDouble {
  init() {}
}

class Till: AlchemicCreatable {
  required init() {}
}

final class FakeTill: Till, AlchemicTestDouble {}

do { try Alchemic.start() } catch { print(error) }
