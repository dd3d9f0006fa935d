// A program whose code belongs to the main actor unless it says otherwise.

import Alchemic
import IsolationServices

/// In such a module too a managed class is nonisolated unless it is marked `@MainActor`.
final class Printer: AlchemicCreatable {
  @Injected var ledger: Ledger
  init() {}
  nonisolated func line() -> String { ledger.describe() }
}

/// Belongs to the main actor, and says so.
@MainActor final class Window: AlchemicManaged, AlchemicStopping {
  @Injected var screen: Screen
  let printer: Printer
  init(printer: Printer) { self.printer = printer }
  func print() -> String { printer.line() }
  func stop() { Swift.print("the window is closed") }

  nonisolated static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, Window.init(printer:))
  }
}

/// Isolated to the main actor because all code here is. It is not a managed class.
final class Status {
  @Injected var window: Window
  var text: String { window.screen.lines.joined(separator: ", ") }
}

/// An object that is not Sendable: only one task may have it.
nonisolated final class Memo {
  var text = ""
  nonisolated(nonsending) func write(_ part: String) async { text += part }
}

@main
enum App {
  static func main() async throws {
    try await Alchemic.start()
    print(Status().text)
    let declaration: Declaration = try AcGet()
    declaration.sign()
    print(declaration.text)
    print(await elsewhere())
    let memo = Memo()
    try await Alchemic.withModel { _ in
    } operation: {
      MainActor.assertIsolated()
      await memo.write(declaration.text)
    }
    print("the memo: \(memo.text)")
    print(try AcGet(String.self, AcName("footer")))
    try await Alchemic.stop()
  }

  /// What belongs to the main actor is there for everybody after the start; what it makes each time
  /// is not.
  @concurrent static func elsewhere() async -> String {
    do {
      let window: Window = try AcGet()
      let line = await window.print()
      let footer: String = try await AcGetAsync(AcName("footer"))
      let same: Window = try await AcGetAsync()
      guard same === window else { return "another window" }
      let refused = (try? AcGet(String.self, AcName("footer"))) == nil
      return "\(line), \(footer), refused: \(refused)"
    } catch {
      return "\(error)"
    }
  }
}
