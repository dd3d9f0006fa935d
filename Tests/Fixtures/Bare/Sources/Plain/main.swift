final class Greeter {
  let text = "hello"
}

final class Host {
  lazy var greeter = Greeter()
}

print(Host().greeter.text)
