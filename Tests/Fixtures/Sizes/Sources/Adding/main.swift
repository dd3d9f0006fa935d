import Alchemic

protocol Greeter {
  var text: String { get }
}

struct Hello: Greeter {
  let text = "hello"
}

try Alchemic.start()
try Alchemic.add(Hello())
for greeter: any Greeter in try AcGet([any Greeter].self) { print(greeter.text) }
