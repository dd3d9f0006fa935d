// What a program for Apple's platforms writes; compiled by .ci/apple-stand-ins, never run.

import AlchemicFoundation
import Foundation
import UIKit

final class Delegate: NSObject, AlchemicApplicationDelegate {
  @Injected var preferences: Preferences
}

final class Preferences: StoredSettings, AlchemicManaged {
  @Setting var theme = "light"
  static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, Preferences.init(store:), AcClass(CloudStore.self))
  }
}

final class Setup: AlchemicConfig {
  static func configureAlchemic(_ model: ModelBuilder) { model.register { CloudStore() } }
}
