// I1: what is registered to run anywhere inherits no actor from the code around it.

import AlchemicInject

@MainActor final class Screen { init() {} }  // expected-note {{implicitly asynchronous}}

@MainActor func onMainActor(_ model: ModelBuilder) {
  model.register { Screen() }  // expected-error {{in a synchronous nonisolated context}}
  model.register { @MainActor in Screen() }
  model.register(Screen.init)
}
