#if Invoking
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private typealias Report = Legacy.Report
private typealias Disk = Legacy.Disk
private typealias Store = Legacy.Store

private final class Invoice: Report, @unchecked Sendable {
  var number: Int
  var backup: any Store = Disk("none")
  init(number: Int) { self.number = number }
}

@Suite struct PropertyTests {
  @Test("F4: AcProperty fills a property by type, by a name, or with a constant")
  func sources() throws {
    try Alchemic.withModel {
      $0.declare(Invoice.self) { of in
        AcInitializer(of, Invoice.init)
        AcProperty(of, \Invoice.store)
        AcProperty(of, \Invoice.backup, .named("backup"))
        AcProperty(of, \Report.title, .value("paid"))
      }
      $0.register { 7 }
      $0.register(.primary) { Disk() }
      $0.register(.named("backup")) { Disk("backup") }
    } operation: { () throws in
      let invoice = try AcGet(Invoice.self)
      #expect(invoice.store?.path == "disk")
      #expect(invoice.backup.path == "backup")
      #expect(invoice.title == "paid")
      #expect(invoice.number == 7)
    }
  }

  @Test("F4: an optional property may stay nil, and another may not")
  func optional() throws {
    try Alchemic.withModel {
      $0.declare(Report.self) { of in
        AcInitializer(of, Report.init)
        AcProperty(of, \Report.store)
      }
    } operation: { () throws in
      #expect(try AcGet(Report.self).store == nil)
    }
    let found = problems {
      try Alchemic.withModel {
        $0.declare(Invoice.self) { of in
          AcInitializer(of, Invoice.init, .value(1))
          AcProperty(of, \Invoice.backup)
        }
      } operation: {
      }
    }
    #expect(found.map(\.id) == [.noMatch])
  }

  @Test("F4: properties are filled for AcInvoke, which gives none of them")
  func invoked() throws {
    try Alchemic.withModel {
      $0.declare(Invoice.self) { of in
        AcInitializer(of, Invoice.init)
        AcRegister(of, AcTemplate())
        AcProperty(of, \Invoice.backup)
      }
      $0.register { 1 }
      $0.register { Disk() }
    } operation: { () throws in
      let invoice = try AcInvoke(AcClass(Invoice.self), 9) as Invoice
      #expect(invoice.number == 9)
      #expect(invoice.backup.path == "disk")
    }
  }

  @Test("F4: the caller may give a property of a template")
  func given() throws {
    try Alchemic.withModel {
      $0.declare(Report.self) { of in
        AcInitializer(of, Report.init)
        AcRegister(of, AcTemplate())
        AcProperty(of, \Report.title, .argument)
      }
    } operation: { () throws in
      let report = try AcInvoke(AcClass(Report.self), "given") as Report
      #expect(report.title == "given")
    }
  }

  @Test("F4: the property of another class is a mistake that names both")
  func wrong() {
    let found = problems {
      try Alchemic.withModel {
        $0.declare(Report.self) { of in
          AcInitializer(of, Report.init)
          AcProperty(of, \Invoice.backup)
        }
        $0.register { Disk() }
      } operation: {
      }
    }
    #expect(found.map(\.id) == [.wrongMethod])
    #expect(
      found.first?.description.hasPrefix(
        "[wrong-method] The property given for 'Report' belongs to 'Invoice'.") == true)
  }

  @Test("F4: two objects that fill each other are a cycle, unless one has a provider")
  func cycle() throws {
    final class Left: @unchecked Sendable { var right: Right? }
    final class Right: @unchecked Sendable { var left: Provider<Left>?; var direct: Left? }
    let found = problems {
      try Alchemic.withModel {
        $0.register { Left() }
        $0.register { Right() }
        $0.inject(Left.self) { (left, right: Right) in left.right = right }
        $0.inject(Right.self) { (right, left: Left) in right.direct = left }
      } operation: {
      }
    }
    #expect(found.map(\.id) == [.cycle])
    try Alchemic.withModel {
      $0.register { Left() }
      $0.register { Right() }
      $0.inject(Left.self) { (left, right: Right) in left.right = right }
      $0.inject(Right.self) { (right, left: Provider<Left>) in right.left = left }
    } operation: { () throws in
      let left = try AcGet(Left.self)
      #expect(try left.right?.left?() === left)
    }
  }
}
#endif
