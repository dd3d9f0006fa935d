import AlchemicInject

// Refers to nothing in the static library with which it is linked.

#if OWN_CLASS
final class Counter: AlchemicCreatable {
  init() { print("hello from a class of the program") }
}
#endif

Alchemic.observe { event in
  if case .warning = event { print(event) }
}
try Alchemic.start()
