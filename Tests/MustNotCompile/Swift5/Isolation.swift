// A4: in Swift 5 mode, an initializer of the main actor does not become one for any thread.

import AlchemicInject

@MainActor final class Screen: AlchemicManaged {
  init() {}
  init(title: String) {}
  func part() -> Part { Part() }

  nonisolated static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, Screen.init(title:))  // expected-error {{ambiguous use of 'AcInitializer}}
    AcInitializer(of, Screen.init(title:), .named("x"))  // expected-error {{ambiguous use of}}
    AcInitializer(of) { @MainActor in Screen() }
    AcInitializer(of) { @MainActor title in Screen(title: title) }
  }
}

final class Part: AlchemicManaged {
  init() {}
  init(title: String) {}

  static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, Part.init(title:))
    AcInitializer(of, Part.init(title:), .named("x"))
    AcInitializer(of) { (title: String) in Part(title: title) }
  }
}

func register(_ model: ModelBuilder) {
  model.register(Screen.init(title:))  // expected-error {{ambiguous use of 'register}}
  model.register(Screen.init(title:), .named("x"))  // expected-error {{ambiguous use of}}
  model.register { @MainActor in Screen() }
  model.register(Part.init(title:))
  model.register(Part.init(title:), .template)
  model.register(Part.init(title:), .named("x"), options: .template)
  model.register { Part() }
  model.register(.template) { (title: String) in Part(title: title) }
}

@MainActor final class Window {
  init() {}
}

@MainActor final class Dialog {
  init(title: String, size: Int) {}
}

@MainActor final class Panel {
  init(title: String, size: Int, isOpen: Bool) {}
}

func registerFurther(_ model: ModelBuilder) {
  // The compiler itself warns of a function without arguments.
  model.register(Window.init)  // expected-warning {{loses global actor 'MainActor'}}
  model.register(Window.init, .lazy)  // expected-warning {{loses global actor 'MainActor'}}
  model.register(Dialog.init)  // expected-error {{ambiguous use of}}
  model.register(Dialog.init, .lazy)  // expected-error {{ambiguous use of}}
  model.register(Panel.init)  // expected-error {{ambiguous use of}}
  model.register(Panel.init, .lazy)  // expected-error {{ambiguous use of}}
}

// I14: an operation of a function of this module uses a value that is not Sendable.
final class Writer {
  var text = ""
  func write() async { text += "a" }
}

func answer(_ writer: Writer) async throws {
  try await Alchemic.withModel {
    $0.register { Part() }
  } operation: {
    await writer.write()
    await Alchemic.capture().run { await writer.write() }
  }
}
