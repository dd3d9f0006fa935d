import AlchemicInject

// The static library: a class to which no code refers.

final class Till: AlchemicCreatable {
  init() { print("hello from a class in a static library") }
}
