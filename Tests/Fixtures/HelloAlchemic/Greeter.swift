import Alchemic

protocol Greeting: AnyObject {
  var text: String { get }
}

private final class Greeter: Greeting, AlchemicCreatable {
  let text = "hello from a class that nobody mentions"
  init() {}
}

final class Host {
  @Injected var greeting: any Greeting
}
