import Alchemic

final class Greeter {
  let text: String
  init(name: String) { text = name }
}

try Alchemic.start { $0.register(Greeter.init, .argument) }
let greeter: Greeter = try AcInvoke(.ofClass(Greeter.self), "hello")
print(greeter.text)
