final class Greeter {
  let text = "hello"
  init() {}
}

final class Host {
  lazy var greeter = Greeter()
}

print(Host().greeter.text)
