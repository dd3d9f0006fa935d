import AlchemicInject

// Linked with AlchemicAutostart: nothing here starts Alchemic. What is asked for first is asked at
// once.

private protocol Greeting { var text: String { get } }

private final class Hello: Greeting, AlchemicCreatable {
  let text = "hello from a program that starts by itself"
  init() {}
}

private struct Broken: Error, CustomStringConvertible { let description = "out of order" }

/// Lets the start fail if the program is asked to.
private final class Configuration: AlchemicConfig {
  static func configureAlchemic(_ model: ModelBuilder) {
    guard CommandLine.arguments.contains("broken") else { return }
    model.register(AcFactoryName("number")) { () throws -> Int in throw Broken() }
  }
}

do {
  if CommandLine.arguments.contains("broken") { try await Alchemic.started() }
  if CommandLine.arguments.contains("start") { try await Alchemic.startAsync() }
  let hello: any Greeting = try AcGet()
  print(hello.text)
  AcWhenReady { print("ready") }
  try await Alchemic.started()
  print("started")
} catch {
  print(error)
  // The start writes it too, on its own thread.
  if CommandLine.arguments.contains("broken") { try await Task.sleep(for: .seconds(1)) }
}
