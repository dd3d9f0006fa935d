import Foundation

/// Someone who is told how far the days have come; a model need not have one.
protocol ProgressMeter: AnyObject {
  func show(_ done: Int, of total: Int, on date: Day)
  func clear()
}

/// A line on standard error that is written over.
final class TerminalMeter: ProgressMeter {
  private var percent = -1

  func show(_ done: Int, of total: Int, on date: Day) {
    let percent = done * 100 / total
    guard percent != self.percent else { return }
    self.percent = percent
    write("\r\(date)  \(percent) %")
  }

  func clear() {
    write("\r\u{1B}[K")
  }

  private func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
