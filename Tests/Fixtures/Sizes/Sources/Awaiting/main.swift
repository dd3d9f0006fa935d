import Alchemic

final class Greeter {
  let text: String
  init() async { text = "hello" }
}

final class Host {
  @Injected var greeter: Greeter
}

try await Alchemic.startAsync { $0.register(Greeter.init) }
print(Host().greeter.text)
