import AlchemicFoundation
import AlchemicTestSupport
import AlchemicTesting
import Foundation
import Testing

private final class Engine: Sendable {}

private final class Session: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

@Suite(.alchemicMain) struct NotificationTests {
  /// Observes a notification while `body` runs.
  private func observing(
    _ name: Notification.Name, _ observer: @escaping @Sendable (Notification) -> Void,
    _ body: () throws -> Void
  ) rethrows {
    let token = NotificationCenter.default.addObserver(
      forName: name, object: nil, queue: nil, using: observer)
    defer { NotificationCenter.default.removeObserver(token) }
    try body()
  }

  private func configure(_ model: ModelBuilder) {
    model.register(AcFactoryName("engine")) { Engine() }
    model.register(Session.self, AcReference(), AcNillable(), AcFactoryName("session"))
  }

  @Test("L4: AlchemicDidCreateObject is posted with the factory's name")
  func created() throws {
    let log = Log<String>()
    try observing(.alchemicDidCreateObject) { notification in
      log.add(notification.userInfo?[AlchemicNotificationKey.factory] as? String ?? "?")
    } _: {
      try Alchemic.start(configure)
    }
    #expect(log.entries.contains("engine"))
    #expect(!log.entries.contains("?"))
  }

  @Test("L4: AlchemicDidStoreObject is posted with the old and the new value")
  func stored() throws {
    let log = Log<String>()
    try Alchemic.start(configure)
    try observing(.alchemicDidStoreObject) { notification in
      let facts = notification.userInfo ?? [:]
      let old = (facts[AlchemicNotificationKey.oldValue] as? Session)?.number
      let new = (facts[AlchemicNotificationKey.newValue] as? Session)?.number
      log.add("\(old ?? 0) \(new ?? 0) \(facts[AlchemicNotificationKey.factory] ?? "?")")
    } _: {
      try AcSet(Session(1))
      try AcSet(Session(2))
      try AcSet(AcNil, AcName("session"))
    }
    #expect(log.entries == ["0 1 session", "1 2 session", "2 0 session"])
  }

  @Test("L4: AlchemicDidFinishStarting is posted once for each start, also after a reset")
  func finished() throws {
    let log = Log<String>()
    try observing(.alchemicDidFinishStarting) {
      log.add($0.name.rawValue)
    } _: {
      try Alchemic.start(configure)
      Alchemic.reset()
      try Alchemic.start(configure)
    }
    #expect(log.entries == ["AlchemicDidFinishStarting", "AlchemicDidFinishStarting"])
  }
}
