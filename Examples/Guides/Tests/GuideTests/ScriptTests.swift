import Alchemic
import Testing

private final class Report: Sendable {
  let lines: [String]
  init(lines: [String]) { self.lines = lines }
}

/// What a script does: nothing is started.
@Test("X5: code without a trait has a model by withModel, as scripts and XCTest do")
func script() throws {
  let count = try Alchemic.withModel {
    $0.register { ["one", "two"] }
    $0.register(Report.init(lines:))
  } operation: {
    let report: Report = try AcGet()
    return report.lines.count
  }
  #expect(count == 2)
}
