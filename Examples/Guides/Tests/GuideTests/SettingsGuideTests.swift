import Alchemic
import AlchemicFoundation
import AlchemicTesting
import Synchronization
import Testing

// The code of Docs/Guides/Settings.md.

enum Appearance: String { case light, dark }

struct Frame: Codable, Equatable { var width, height: Int }

final class EditorSettings: StoredSettings, AlchemicManaged {
  @Setting var fontSize = 13
  @Setting("last.file") var lastFile: String?
  @Setting(.rawValue) var appearance = Appearance.light
  @Setting(.json) var frame = Frame(width: 640, height: 480)

  override func settingDidChange(_ key: String) {
    if key == "fontSize" { layouts.withLock { $0 += 1 } }
  }

  let layouts = Mutex(0)  // a change may come from another thread
}

struct Document {
  @Injected var settings: EditorSettings

  func zoom() { settings.fontSize += 1 }
}

final class FontMenu: Sendable {
  let settings = Injected<Provider<EditorSettings>>()

  func choose(_ size: Int) throws { try settings()().fontSize = size }
}

@Suite(.alchemic { $0.register { MemoryStore() as any ValueStore } }) struct SettingsGuideTests {
  @Test func zoomingIsStored() throws {
    Document().zoom()
    let store: any ValueStore = try AcGet()
    #expect(try store.value(forKey: "fontSize") == .int(14))
    #expect(try AcGet(EditorSettings.self).layouts.withLock { $0 } == 1)
  }

  @Test("a Sendable class has a provider of the settings")
  func provider() throws {
    try FontMenu().choose(20)
    #expect(try AcGet(EditorSettings.self).fontSize == 20)
  }

  @Test("values of other types are stored by a transformer")
  func transformers() throws {
    let settings: EditorSettings = try AcGet()
    settings.appearance = .dark
    settings.frame.width = 800
    let other = EditorSettings(store: settings.store)
    #expect(other.appearance == .dark)
    #expect(other.frame == Frame(width: 800, height: 480))
    #expect(other.lastFile == nil)
  }
}
