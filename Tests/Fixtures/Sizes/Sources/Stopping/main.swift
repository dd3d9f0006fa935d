import Alchemic

final class Greeter: AlchemicCreatable, AlchemicStopping {
  let text = "hello"
  init() {}
  func stop() { print("stopped") }
}

final class Host {
  @Injected var greeter: Greeter
}

// The start that waits for nothing: only the stop is measured.
func start() throws { try Alchemic.start() }

try start()
print(Host().greeter.text)
try await Alchemic.stop()
