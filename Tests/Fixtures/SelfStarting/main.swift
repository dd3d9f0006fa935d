import AlchemicInject

// Linked with AlchemicAutostart: nothing here starts Alchemic. What is asked for first is asked at once.

private protocol Greeting { var text: String { get } }

private final class Hello: Greeting, AlchemicCreatable {
  let text = "hello from a program that starts by itself"
  init() {}
}

do {
  if CommandLine.arguments.contains("start") { try Alchemic.start() }
  let hello: any Greeting = try AcGet()
  print(hello.text)
  AcWhenReady { print("ready") }
  try await Alchemic.started()
  print("started")
} catch {
  print(error)
}
