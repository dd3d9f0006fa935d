import Alchemic

final class Greeter: AlchemicCreatable {
  let text = "hello"
  init() {}
}

final class Host {
  @Injected var greeter: Greeter
}

try Alchemic.start()
print(Host().greeter.text)
