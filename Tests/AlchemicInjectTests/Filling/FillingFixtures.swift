import AlchemicInject
import AlchemicTestSupport

/// A module whose classes cannot be annotated.
enum Legacy {
  protocol Store: Sendable {
    var path: String { get }
  }

  final class Disk: Store {
    let path: String
    init(_ path: String = "disk") { self.path = path }
  }

  class Report: @unchecked Sendable {
    var store: (any Store)?
    var title = ""
    var fills = 0
    init() {}
  }

  final class Yearly: Report, @unchecked Sendable {}

  protocol Page: Sendable {}
  final class Front: Page, @unchecked Sendable {
    var store: (any Store)?
  }

  struct Failure: Error {}
}
