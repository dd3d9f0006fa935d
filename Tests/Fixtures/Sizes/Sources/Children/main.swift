import Alchemic

final class Greeter: AlchemicCreatable {
  let text = "hello"
  init() {}
}

final class Host {
  @Injected var greeter: Greeter
}

try Alchemic.start()
try Alchemic.withModel {
  print(Host().greeter.text)
}
