import Alchemic

enum Request: AlchemicScope {}

final class Greeter {
  let text = "hello"
}

// The start that waits for nothing: only the scope is measured.
func start() throws {
  try Alchemic.start { $0.register(Greeter.init, .scope(Request.self)) }
}

try start()
try await Alchemic.withScope(Request.self) {
  let greeter: Greeter = try AcGet()
  print(greeter.text)
}
